//! `carom lab`: the browser laboratory.

use std::net::{IpAddr, SocketAddr};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use carom_lab::{Lab, Limits};

use crate::arguments::LabArguments;
use crate::failure::Failure;

/// Serves the laboratory until Ctrl-C.
pub(crate) fn run(arguments: &LabArguments) -> Result<ExitCode, Failure> {
    let address = SocketAddr::new(arguments.bind, arguments.port);
    if !arguments.bind.is_loopback() {
        eprintln!(
            "warning: {} can be reached from other machines, and whoever reaches it can run scenes here",
            arguments.bind
        );
    }
    let limits = Limits { time: Duration::from_secs(arguments.time_limit), ..Limits::default() };
    let lab = Lab::new(limits, arguments.bind.is_loopback()).named(arguments.names.iter().cloned());
    let ready = |address: SocketAddr| {
        let link = link(address);
        // Written at once, also into a pipe; who listens there may have gone.
        let _ = crate::output::print(&format!("The laboratory is at {link} (Ctrl-C ends it)\n"));
        if arguments.open {
            open(&link);
        }
    };
    lab.serve(address, ready).map_err(|error| {
        Failure::input(format!("cannot serve at {address}: {error}")).advise("another --port may be free; 0 takes any")
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The address as a browser takes it: an unspecified one is reached as this machine.
fn link(address: SocketAddr) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V6(ip) => format!("[{ip}]"),
        IpAddr::V4(ip) => ip.to_string(),
    };
    format!("http://{host}:{}/", address.port())
}

/// Opens a link in the user's browser, if one can be found.
fn open(link: &str) {
    let programs: [(&str, &[&str]); 3] = [("xdg-open", &[]), ("open", &[]), ("cmd", &["/C", "start"])];
    let started = programs.iter().any(|(program, before)| {
        let quiet = || Stdio::null();
        Command::new(program).args(*before).arg(link).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn().is_ok()
    });
    if !started {
        eprintln!("note: no browser was found; open {link}");
    }
}
