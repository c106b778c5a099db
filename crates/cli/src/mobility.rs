//! `carom mobility`: how many ways the mechanism of a scene can move (W9).

use std::process::ExitCode;

use carom::mechanics::{Mobility, Redundant};
use serde::Serialize;

use crate::failure::Failure;
use crate::study_arguments::MobilityArguments;
use crate::{output, run, table};

#[derive(Serialize)]
struct MobilityOut<'a> {
    bodies: usize,
    equations: usize,
    rank: usize,
    gruebler: i64,
    mobility: usize,
    redundant: Vec<RedundantOut<'a>>,
}

#[derive(Serialize)]
struct RedundantOut<'a> {
    joint: &'a str,
    equations: usize,
    implied: usize,
}

/// Counts the ways to move at the start.
pub(crate) fn run(arguments: &MobilityArguments) -> Result<ExitCode, Failure> {
    let file = run::scene_variant(&arguments.scene, &arguments.set, arguments.variant.as_deref())?;
    let prepared = run::prepare(&file)?;
    let (mobility, redundant) = (prepared.world.mobility(), prepared.world.redundant_joints());
    if arguments.format.json {
        output::print_json(&out(&mobility, &redundant))?;
    } else {
        output::print(&text(&mobility, &redundant))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn out<'a>(mobility: &Mobility, redundant: &'a [Redundant]) -> MobilityOut<'a> {
    let Mobility { bodies, equations, rank, gruebler, mobility } = *mobility;
    let one = |one: &'a Redundant| RedundantOut { joint: &one.joint, equations: one.equations, implied: one.implied };
    MobilityOut { bodies, equations, rank, gruebler, mobility, redundant: redundant.iter().map(one).collect() }
}

fn text(mobility: &Mobility, redundant: &[Redundant]) -> String {
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let mut text = table::columns(vec![
        row("bodies that move", mobility.bodies.to_string()),
        row("equations of the joints", mobility.equations.to_string()),
        row("independent at the start", mobility.rank.to_string()),
        row("Gruebler's count", mobility.gruebler.to_string()),
        row("true mobility", mobility.mobility.to_string()),
    ]);
    for Redundant { joint, equations, implied } in redundant {
        text += &format!("joint \"{joint}\": {implied} of its {equations} equations follow from the other joints\n");
    }
    text
}
