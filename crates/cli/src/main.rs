//! The program `carom`.

mod arguments;
mod boundary;
mod case_arguments;
mod check;
mod compare;
mod convert;
mod course;
mod failure;
mod friction;
mod impact;
mod interrupt;
mod kept;
mod lab;
mod lcp;
mod lines;
mod lists;
mod lyapunov;
mod map;
mod mobility;
mod notes;
mod output;
mod paths;
mod progress;
mod results;
mod resume;
mod run;
mod scenes;
mod statics;
mod strobe;
mod study;
mod study_arguments;
mod sweep;
mod table;

use std::process::ExitCode;

use carom::scene::collision_line::JOB;
use clap::Parser;

use arguments::{Arguments, Command, ImpactCommand};
use failure::Failure;

fn main() -> ExitCode {
    failure::set_style();
    match dispatch(Arguments::parse()) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn dispatch(arguments: Arguments) -> Result<ExitCode, Failure> {
    match arguments.command {
        Command::Impact(impact) => match impact.command {
            None => impact::run(&impact.one),
            Some(ImpactCommand::Batch(batch)) => lines::run(&JOB, &batch, &interrupt::flag()),
            Some(ImpactCommand::Map(map)) => map::run(&map),
        },
        Command::Run(arguments) => run::run(&arguments),
        Command::Resume(arguments) => resume::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Boundary(arguments) => boundary::run(&arguments),
        Command::Bifurcation(arguments) => strobe::bifurcate(&arguments),
        Command::Poincare(arguments) => strobe::section(&arguments),
        Command::Lyapunov(arguments) => lyapunov::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Mobility(arguments) => mobility::run(&arguments),
        Command::Statics(arguments) => statics::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Scenes(arguments) => scenes::run(&arguments),
        Command::Lab(arguments) => lab::run(&arguments),
        Command::Check(check) => check::run(&check),
        Command::Lcp(lcp) => lcp::run(&lcp),
        Command::Friction(friction) => friction::run(&friction),
        Command::Laws(format) => lists::laws(&format),
        Command::Materials(format) => lists::materials(&format),
    }
}
