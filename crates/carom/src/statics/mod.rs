//! Statics of a scene (W6, W8, W11): equilibrium without friction and the small motions about it and, in the plane, what friction adds,
//! which forces are not unique, and the values of a parameter at which any of that changes.

mod branch;
mod cones;
mod critical;
mod dense;
mod equilibrium;
mod modes;
mod report;
mod slide;
mod spatial;
mod still;

use carom_mechanics::{At, Contact, Model, SpringState, Touch};

use crate::measure::Measure;
use crate::run::Prepared;
use branch::{Branch, Station};
use cones::Cones;
pub use cones::Interval;
pub use critical::{Change, critical};
use equilibrium::{Balance, balance};
pub use report::{
    Along, ContactForces, Curves, Equilibrium, InSpace, JointForces, Mode, Normal, Place, Report, Sliding, Spring,
};
use still::{Standing, Still, Terms};

/// Forces of two answers that differ by less than this part of the largest force are the same.
const SAME: f64 = 1e-6;

/// Coordinates of the largest world: its matrices are dense.
const LARGEST: usize = 600;

/// What is asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Question {
    /// Bodies to be held fixed.
    pub fix: Vec<String>,
    /// A coordinate along which to look: `BODY.x`, `BODY.y`, `BODY.angle` or `SYSTEM.COORDINATE`.
    pub of: Option<String>,
}

/// A world with its question, ready to be answered.
pub(crate) struct Task<'a> {
    still: Still<'a>,
    coordinate: Option<usize>,
    balance: Result<Balance<'a>, String>,
    /// Whether the equilibrium is one that the world could find by itself: no small motion grows.
    stable: bool,
}

impl<'a> Task<'a> {
    /// Finds the equilibrium; an error is a sentence about the question.
    pub(crate) fn new(prepared: &'a Prepared, question: &Question) -> Result<Self, String> {
        let world = prepared.world.plane().ok_or(spatial::NOT_ALONG)?;
        if world.velocities() > LARGEST {
            return Err(format!("{} coordinates; statics takes at most {LARGEST}", world.velocities()));
        }
        let mut fixed = Vec::new();
        for name in &question.fix {
            let body = world.body(name).ok_or_else(|| format!("there is no body named \"{name}\" to be held"))?;
            let first = world.coordinate(body).ok_or_else(|| format!("\"{name}\" is fixed already"))?;
            fixed.extend((first..first + 3).map(|i| (i, Some(i))));
        }
        let held: Vec<usize> = fixed.iter().map(|(i, _)| *i).collect();
        let still = Still::new(world, fixed);
        let coordinate = question.of.as_deref().map(|name| coordinate(prepared, name)).transpose()?;
        if let (Some(name), Some(of)) = (&question.of, coordinate)
            && held.contains(&of)
        {
            return Err(format!("{name} is held and cannot be looked along"));
        }
        let balance = balance(&still, &world.start().q, None);
        let stable = balance
            .as_ref()
            .is_ok_and(|balance| modes::modes(balance).is_some_and(|found| modes::are_stable(&found.0)));
        Ok(Self { still, coordinate, balance, stable })
    }

    /// Where forces are looked at: the stable equilibrium, or the start.
    fn place(&self) -> (&Still<'a>, Vec<f64>, Terms) {
        match &self.balance {
            Ok(balance) if self.stable => (&balance.still, balance.q.clone(), balance.terms.clone()),
            _ => {
                let q = self.still.world.start().q.clone();
                let terms = self.still.terms(&q);
                (&self.still, q, terms)
            }
        }
    }

    /// Whether friction can hold the start.
    fn start_can_rest(&self) -> bool {
        let terms = self.still.terms(&self.still.world.start().q);
        Cones::new(&terms, &self.still.friction(), None).is_some_and(|cones| cones.hold())
    }

    /// The branch through the place, and its value there.
    fn branch(&self) -> Option<(Branch<'a>, f64)> {
        let coordinate = self.coordinate?;
        let (still, q, _) = self.place();
        let value = q[coordinate];
        Some((Branch { still: still.clone(), q, coordinate }, value))
    }

    fn station(&self) -> Option<Station<'a>> {
        let (branch, value) = self.branch()?;
        branch.at(value).ok()
    }
}

/// The number of a coordinate by its name.
fn coordinate(prepared: &Prepared, name: &str) -> Result<usize, String> {
    let measure = Measure::by_name(name, &prepared.world)?;
    let no =
        || format!("\"{name}\" is no coordinate that moves; expected BODY.x, BODY.y, BODY.angle or SYSTEM.COORDINATE");
    measure.coordinate(&prepared.world).ok_or_else(no)
}

/// Answers a question about a scene; an error is a sentence about the question.
pub fn statics(prepared: &Prepared, question: &Question) -> Result<Report, String> {
    if let Some(world) = prepared.world.space() {
        return spatial::statics(prepared, world, question);
    }
    let task = Task::new(prepared, question)?;
    let (still, _, terms) = task.place();
    let mut warnings = Vec::new();
    if still.touches.iter().any(|touch| still.world.law(touch.site.pair).friction.sticking().is_none()) {
        warnings
            .push("a contact's friction never sticks: its coefficient at fast slip is taken for the limit".to_owned());
    }
    let cones = Cones::new(&terms, &still.friction(), None);
    let held = cones.as_ref().is_some_and(Cones::hold);
    let (forces, joints) = match &cones {
        Some(cones) if held => (contact_forces(still, &terms, cones), joint_forces(still, &terms, cones)),
        _ => (Vec::new(), Vec::new()),
    };
    if task.balance.is_ok() && !task.stable {
        warnings.push("the equilibrium is unstable: forces with friction are those at the start".to_owned());
    }
    let along = along(&task, question, &mut warnings);
    let equilibrium = task.balance.as_ref().ok().map(|balance| equilibrium(prepared, balance, &mut warnings));
    let no_equilibrium = task.balance.as_ref().err().cloned();
    let start_can_rest = Some(task.start_can_rest());
    Ok(Report { start_can_rest, equilibrium, no_equilibrium, forces, joints, along, warnings })
}

/// The holding forces between two values of the coordinate of a question.
pub fn curves(prepared: &Prepared, question: &Question, [from, to]: [f64; 2], count: usize) -> Result<Curves, String> {
    let task = Task::new(prepared, question)?;
    let (branch, _) = task.branch().ok_or("curves need a coordinate to look along")?;
    let mut curves = Curves::default();
    for k in 0..count {
        let value = from + (to - from) * k as f64 / (count - 1).max(1) as f64;
        let Ok(station) = branch.at(value) else { continue };
        curves.value.push(value);
        curves.frictionless.push(station.balance.hand);
        curves.down.push(station.slips_at(-1.0).unwrap_or(f64::NAN));
        curves.up.push(station.slips_at(1.0).unwrap_or(f64::NAN));
    }
    Ok(curves)
}

/// What friction can do where a hand holds the coordinate of a question at a value.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldAt {
    /// Pushes of the hand with which friction can hold it, N.
    pub holds: Option<[f64; 2]>,
    /// Pushes with which it slides down and up steadily, N.
    pub slips: [Option<f64>; 2],
    /// Forces of the contacts inside all cones, without a hand; empty if friction cannot hold it alone.
    pub forces: Vec<ContactForces>,
    /// Every spring between two points.
    pub springs: Vec<Spring>,
}

/// Looks at one value of the coordinate of a question.
pub fn held_at(prepared: &Prepared, question: &Question, value: f64) -> Result<HeldAt, String> {
    let task = Task::new(prepared, question)?;
    let (branch, _) = task.branch().ok_or("there is no coordinate to hold")?;
    let station = branch.at(value)?;
    let Balance { still, terms, q, .. } = &station.balance;
    let cones = Cones::new(terms, &station.mu, None).filter(Cones::hold);
    let v = vec![0.0; terms.force.len()];
    Ok(HeldAt {
        holds: station.holds(),
        slips: [-1.0, 1.0].map(|sign| station.slips_at(sign)),
        forces: cones.map_or(Vec::new(), |cones| contact_forces(still, terms, &cones)),
        springs: named_springs(prepared, still.world.springs(At { t: still.t, q, v: &v })),
    })
}

fn contact_forces(still: &Still<'_>, terms: &Terms, cones: &Cones) -> Vec<ContactForces> {
    let size = dense::largest(&terms.force);
    let one = |k: usize| {
        let [normal, friction] = cones.of_contact(k)?;
        let unique = [normal, friction].iter().all(|[low, high]| high - low <= SAME * size);
        let [x, y, _] = terms.contacts[k].point;
        let between = still.world.pair_name(still.touches[k].site.pair);
        Some(ContactForces { between, point: [x, y], normal, friction, unique })
    };
    (0..still.touches.len()).filter_map(one).collect()
}

fn joint_forces(still: &Still<'_>, terms: &Terms, cones: &Cones) -> Vec<JointForces> {
    let mut rows = Vec::new();
    let (q, v) = (&still.world.start().q, vec![0.0; terms.force.len()]);
    still.world.joints(At { t: still.t, q, v: &v }, &mut rows);
    let one = |(k, row): (usize, &carom_mechanics::JointRow)| {
        Some(JointForces { joint: still.world.joint_name(row.joint), force: cones.of_joint(k)? })
    };
    rows.iter().enumerate().filter_map(one).collect()
}

fn equilibrium(prepared: &Prepared, balance: &Balance<'_>, warnings: &mut Vec<String>) -> Equilibrium {
    let v = vec![0.0; balance.terms.force.len()];
    let springs = balance.still.world.springs(At { t: balance.still.t, q: &balance.q, v: &v });
    Equilibrium {
        bodies: places(&balance.still, &balance.q),
        springs: named_springs(prepared, springs),
        normals: normals(balance, 2),
        modes: small_motions(balance, warnings, |shape| places(&balance.still, shape)),
    }
}

/// The springs with their names in the scene.
fn named_springs(prepared: &Prepared, springs: Vec<SpringState>) -> Vec<Spring> {
    let named = |spring: SpringState| Spring {
        name: prepared.scene.force_name(spring.force),
        length: spring.length,
        push: spring.push,
        compressions: spring.compressions,
    };
    springs.into_iter().map(named).collect()
}

/// The normal forces, at points of so many coordinates.
fn normals<W: Standing>(balance: &Balance<'_, W>, coordinates: usize) -> Vec<Normal> {
    let normals = balance.terms.contacts.iter().zip(&balance.still.touches).zip(&balance.normals);
    let normal = |((contact, touch), force): ((&Contact, &Touch), &f64)| Normal {
        between: balance.still.world.pair_name(touch.site.pair),
        point: contact.point[..coordinates].to_vec(),
        force: *force,
    };
    normals.map(normal).collect()
}

/// The small motions, with the displacements of all coordinates as a report tells them.
fn small_motions<W: Standing>(
    balance: &Balance<'_, W>,
    warnings: &mut Vec<String>,
    shape: impl Fn(&[f64]) -> Vec<Place>,
) -> Vec<Mode> {
    let (motions, potential) = modes::modes(balance).unwrap_or_default();
    if !potential && !motions.is_empty() {
        warnings.push(
            "the forces have no potential: the modes are those of the symmetric part of the stiffness".to_owned(),
        );
    }
    let mode = |motion: &modes::SmallMotion| Mode {
        frequency: motion.square.max(0.0).sqrt() / std::f64::consts::TAU,
        growth: (-motion.square).max(0.0).sqrt(),
        shape: shape(&motion.shape),
    };
    motions.iter().map(mode).collect()
}

/// The coordinates of every body that moves.
fn places(still: &Still<'_>, q: &[f64]) -> Vec<Place> {
    let place = |(body, name): (usize, &str)| {
        let i = still.world.coordinate(body)?;
        Some(Place { body: name.to_owned(), x: q[i], y: q[i + 1], angle: q[i + 2], space: None })
    };
    still.world.names().enumerate().filter_map(place).collect()
}

fn along(task: &Task<'_>, question: &Question, warnings: &mut Vec<String>) -> Option<Along> {
    let of = question.of.clone()?;
    let (branch, value) = task.branch()?;
    let station = match branch.at(value) {
        Ok(station) => station,
        Err(problem) => {
            warnings.push(format!("{of} cannot be looked along: {problem}"));
            return None;
        }
    };
    let slides = [-1.0, 1.0].map(|sign| sliding(&branch, &station, value, sign));
    let [down, up] = slides;
    Some(Along {
        of,
        value,
        can_rest: branch.interval(value, Station::can_rest),
        must_rest: branch.interval(value, Station::must_rest),
        holds: station.holds(),
        slips: [-1.0, 1.0].map(|sign| station.slips_at(sign)),
        down,
        up,
    })
}

fn sliding(branch: &Branch<'_>, station: &Station<'_>, value: f64, sign: f64) -> Sliding {
    let slide = station.slide(sign, 0.0);
    let square = branch.sliding_square(value, sign).filter(|square| *square > 0.0);
    Sliding {
        answers: slide.as_ref().map_or(0, |slide| slide.answers),
        normals: slide.map_or(Vec::new(), |slide| slide.normals),
        acceleration: station.acceleration(sign, 0.0),
        frequency: square.map(|square| square.sqrt() / std::f64::consts::TAU),
    }
}
