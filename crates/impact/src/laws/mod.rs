//! The laws, one file each, and the choice of one by name.

mod beghin_boulanger;
mod brach;
mod catalogue;
mod chatterjee_ruina;
mod cs;
mod cs_phase;
mod glocker_pfeiffer;
mod glocker_pfeiffer_reversible;
mod kane;
mod linear;
mod newton;
mod phases;
mod smith;
mod stronge;
mod walton;
mod wang_mason_newton;
mod wang_mason_poisson;

pub use beghin_boulanger::BeghinBoulanger;
pub use brach::Brach;
pub use catalogue::{BuiltIn, CATALOGUE, LawError, LawInfo, by_name, info};
pub use chatterjee_ruina::ChatterjeeRuina;
pub use cs::Cs;
pub use glocker_pfeiffer::GlockerPfeiffer;
pub use glocker_pfeiffer_reversible::GlockerPfeifferReversible;
pub use kane::Kane;
pub use newton::Newton;
pub use smith::Smith;
pub use stronge::Stronge;
pub use walton::Walton;
pub use wang_mason_newton::WangMasonNewton;
pub use wang_mason_poisson::WangMasonPoisson;
