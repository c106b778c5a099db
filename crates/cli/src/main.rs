//! The program `carom`.

mod arguments;
mod batch;
mod case_arguments;
mod check;
mod diagram;
mod failure;
mod impact;
mod interrupt;
mod lists;
mod map;
mod output;
mod table;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command, ImpactCommand};
use failure::Failure;

fn main() -> ExitCode {
    failure::set_style();
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    match arguments.command {
        Command::Impact(impact) => match impact.command {
            None => impact::run(&impact.one),
            Some(ImpactCommand::Batch(batch)) => batch::run(&batch),
            Some(ImpactCommand::Map(map)) => map::run(&map),
        },
        Command::Check(check) => check::run(&check),
        Command::Laws(format) => lists::laws(&format),
        Command::Materials(format) => lists::materials(&format),
    }
}
