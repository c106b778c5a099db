//! Statics in space: equilibrium without friction and the small motions about it.

use carom_mechanics::space::World;
use carom_mechanics::{At, Model};

use super::equilibrium::{Balance, balance};
use super::modes;
use super::report::{Equilibrium, InSpace, Place, Report};
use super::still::{Fixed, Still};
use super::{LARGEST, Question, named_springs, normals, small_motions};
use crate::run::Prepared;

/// What is said to a question that only scenes of the plane can be asked.
pub(super) const NOT_ALONG: &str = "what friction holds along a coordinate is known of scenes of the plane only; this one is of space, \
     of which the equilibrium without friction can be asked";

/// Answers a question about a scene of space; an error is a sentence about the question.
pub(super) fn statics(prepared: &Prepared, world: &World, question: &Question) -> Result<Report, String> {
    if question.of.is_some() {
        return Err(NOT_ALONG.to_owned());
    }
    if world.velocities() > LARGEST {
        return Err(format!("{} coordinates; statics takes at most {LARGEST}", world.velocities()));
    }
    let mut fixed: Vec<Fixed> = Vec::new();
    for name in &question.fix {
        let body = world.body(name).ok_or_else(|| format!("there is no body named \"{name}\" to be held"))?;
        let [q, v] = world.coordinates(body).ok_or_else(|| format!("\"{name}\" is fixed already"))?;
        fixed.extend((0..6).map(|k| (v + k, (k < 3).then_some(q + k))));
    }
    let found = balance(&Still::new(world, fixed), &world.start().q, None);
    let mut warnings = Vec::new();
    let equilibrium = found.as_ref().ok().map(|balance| equilibrium(prepared, balance, &mut warnings));
    if let Ok(balance) = &found
        && modes::modes(balance).is_some_and(|(motions, _)| !modes::are_stable(&motions))
    {
        warnings.push("the equilibrium is unstable".to_owned());
    }
    Ok(Report {
        start_can_rest: None,
        equilibrium,
        no_equilibrium: found.err(),
        forces: Vec::new(),
        joints: Vec::new(),
        along: None,
        warnings,
    })
}

fn equilibrium(prepared: &Prepared, balance: &Balance<'_, World>, warnings: &mut Vec<String>) -> Equilibrium {
    let world = balance.still.world;
    let v = vec![0.0; balance.terms.force.len()];
    Equilibrium {
        bodies: each(world, |body, _| moved_to(world, body, &balance.q)),
        springs: named_springs(prepared, world.springs(At { t: balance.still.t, q: &balance.q, v: &v })),
        normals: normals(balance, 3),
        modes: small_motions(balance, warnings, |shape| {
            each(world, |_, k| Some([0, 1, 2, 3, 4, 5].map(|i| shape[k + i])))
        }),
    }
}

/// Where a body is, and how it has turned since the start.
fn moved_to(world: &World, body: usize, q: &[f64]) -> Option<[f64; 6]> {
    let start = world.start();
    let (before, after) = (world.pose(body, start.t, &start.q)?, world.pose(body, start.t, q)?);
    let turn = (after.rotation * before.rotation.conjugate()).to_scaled_axis();
    let at = after.position;
    Some([at.x, at.y, at.z, turn.x, turn.y, turn.z])
}

/// Every body that moves with six numbers of it, given its number and its first velocity coordinate.
fn each(world: &World, numbers: impl Fn(usize, usize) -> Option<[f64; 6]>) -> Vec<Place> {
    let place = |(body, name): (usize, &str)| {
        let [_, first] = world.coordinates(body)?;
        let [x, y, z, a, b, c] = numbers(body, first)?;
        let angle = (a * a + b * b + c * c).sqrt();
        Some(Place { body: name.to_owned(), x, y, angle, space: Some(InSpace { z, turn: [a, b, c] }) })
    };
    world.names().enumerate().filter_map(place).collect()
}
