//! What a picture of a scene needs before the first row: bodies, their boundaries, and where all of it is at the start.

use carom::mechanics::At;
use carom::run::Prepared;
use carom::scene::output::{Cast, Outline, Role, Sketch, SketchKind, Solid, Space, State, TrajectoryTable};
use carom::simulate::record::Sample;
use serde::Serialize;

/// The bodies of a scene and their start.
#[derive(Serialize)]
pub(crate) struct Stage {
    /// `plane` or `space`.
    space: &'static str,
    start: f64,
    until: f64,
    bodies: Vec<BodyOut>,
    /// The surfaces of the bodies of space, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solids: Vec<SolidOut>,
    /// What is drawn beside bodies, and how many points each has.
    sketches: Vec<SketchOut>,
    /// Names of the columns of a row.
    columns: Vec<String>,
    /// The row at the start (energies are not known yet).
    row: Vec<f64>,
    /// The points of the sketches at the start, x and y in turn.
    sketch: Vec<f64>,
}

#[derive(Serialize)]
struct BodyOut {
    name: String,
    role: &'static str,
    outlines: Vec<OutlineOut>,
    /// Which surface it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    solid: Option<usize>,
    /// First column of its state in a row; a fixed body has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// Where a fixed body is: x, y, angle, or x, y, z and a quaternion.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Vec<f64>>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum OutlineOut {
    Polyline { points: Vec<[f64; 2]>, closed: bool },
    Circle { centre: [f64; 2], radius: f64 },
    HalfSpace { point: [f64; 2], normal: [f64; 2] },
}

#[derive(Serialize)]
struct SolidOut {
    vertices: Vec<[f64; 3]>,
    faces: Vec<Vec<usize>>,
    planes: Vec<[[f64; 3]; 2]>,
}

#[derive(Serialize)]
struct SketchOut {
    kind: &'static str,
    points: usize,
}

/// The stage of a scene.
pub(crate) fn stage(cast: &Cast<'_>, prepared: &Prepared) -> Stage {
    let start = prepared.start();
    let at = At { t: start.t, q: &start.q, v: &start.v };
    let mut states = vec![State::default(); cast.members.len()];
    (cast.states)(at, &mut states);
    let mut table = TrajectoryTable::new(cast);
    let mut row = Vec::new();
    table.row(&resting(start.t, &start.q, &start.v), &mut row);
    let sketches = (cast.sketches)(at);
    let (bodies, solids) = bodies(cast, &states);
    Stage {
        space: if cast.space == Space::Plane { "plane" } else { "space" },
        start: start.t,
        until: prepared.scene.run.settings.until,
        bodies,
        solids: solids.into_iter().map(solid).collect(),
        sketch: flat(&sketches),
        sketches: sketches.iter().map(|one| SketchOut { kind: kind(one.kind), points: one.points.len() }).collect(),
        columns: table.columns(),
        row,
    }
}

/// A sample of which only the motion is known.
fn resting(t: f64, q: &[f64], v: &[f64]) -> Sample {
    let energy = carom::mechanics::Energy::default();
    Sample { t, q: q.to_vec(), v: v.to_vec(), energy, joint_forces: Vec::new(), contact_forces: Vec::new() }
}

/// The points of sketches, x and y in turn.
pub(crate) fn flat(sketches: &[Sketch]) -> Vec<f64> {
    sketches.iter().flat_map(|sketch| sketch.points.iter().flatten().copied()).collect()
}

/// How many surfaces back an equal one is looked for: crowds have few kinds of bodies.
const LOOK_BACK: usize = 16;

/// The bodies, and their surfaces without repetitions.
fn bodies<'c>(cast: &'c Cast<'_>, states: &[State]) -> (Vec<BodyOut>, Vec<&'c Solid>) {
    let width = if cast.space == Space::Plane { 6 } else { 13 };
    let mut next = 1;
    let mut solids: Vec<&Solid> = Vec::new();
    let mut place_of = |solid: &'c Solid| {
        let first = solids.len().saturating_sub(LOOK_BACK);
        let known = solids[first..].iter().position(|known| *known == solid).map(|place| first + place);
        known.unwrap_or_else(|| {
            solids.push(solid);
            solids.len() - 1
        })
    };
    let mut out = Vec::with_capacity(cast.members.len());
    for (member, state) in cast.members.iter().zip(states) {
        let fixed = member.role == Role::Fixed;
        let column = (!fixed).then_some(next);
        next += if fixed { 0 } else { width };
        out.push(BodyOut {
            name: member.name.to_string(),
            role: match member.role {
                Role::Moving => "moving",
                Role::Prescribed => "prescribed",
                Role::Fixed => "fixed",
            },
            outlines: member.outlines.iter().map(outline).collect(),
            solid: (cast.space == Space::Space).then(|| place_of(&member.solid)),
            column,
            place: fixed.then(|| place(cast.space, state)),
        });
    }
    (out, solids)
}

fn place(space: Space, state: &State) -> Vec<f64> {
    match space {
        Space::Plane => vec![state.position[0], state.position[1], state.angle],
        Space::Space => state.position.iter().chain(&state.quaternion).copied().collect(),
    }
}

fn outline(outline: &Outline) -> OutlineOut {
    match outline {
        Outline::Polyline { points, closed } => OutlineOut::Polyline { points: points.clone(), closed: *closed },
        Outline::Circle { centre, radius } => OutlineOut::Circle { centre: *centre, radius: *radius },
        Outline::HalfSpace { point, normal } => OutlineOut::HalfSpace { point: *point, normal: *normal },
    }
}

fn solid(solid: &Solid) -> SolidOut {
    SolidOut { vertices: solid.vertices.clone(), faces: solid.faces.clone(), planes: solid.planes.clone() }
}

fn kind(kind: SketchKind) -> &'static str {
    match kind {
        SketchKind::Spring => "spring",
        SketchKind::Damper => "damper",
        SketchKind::TorsionSpring => "torsion-spring",
        SketchKind::TorsionDamper => "torsion-damper",
        SketchKind::Pin => "pin",
        SketchKind::Bar => "bar",
        SketchKind::System => "system",
    }
}
