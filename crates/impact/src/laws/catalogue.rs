//! The choice of a law by name.

use std::fmt;

use super::{
    BeghinBoulanger, Brach, ChatterjeeRuina, Cs, GlockerPfeiffer, GlockerPfeifferReversible, Kane, Newton, Smith,
    Stronge, Walton, WangMasonNewton, WangMasonPoisson,
};
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Law, Refusal};

/// What a user should know to choose a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawInfo {
    /// Name in files and on the command line.
    pub name: &'static str,
    /// Other names accepted.
    pub aliases: &'static [&'static str],
    /// Name in tables and pictures.
    pub title: &'static str,
    /// Coefficients the law uses.
    pub coefficients: &'static [Coefficient],
    /// Where it comes from.
    pub source: &'static str,
    /// Whether it can create energy with coefficients in their ranges.
    pub creates_energy: bool,
}

/// Every law built in, in the order of tables.
pub const CATALOGUE: [LawInfo; 13] = [
    Newton::INFO,
    Kane::INFO,
    Brach::INFO,
    GlockerPfeiffer::INFO,
    GlockerPfeifferReversible::INFO,
    WangMasonNewton::INFO,
    WangMasonPoisson::INFO,
    Stronge::INFO,
    BeghinBoulanger::INFO,
    Smith::INFO,
    Walton::INFO,
    Cs::INFO,
    ChatterjeeRuina::INFO,
];

/// A law of the catalogue with its coefficients, small enough to copy.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // each variant is the law of its name
pub enum BuiltIn {
    Newton(Newton),
    Kane(Kane),
    Brach(Brach),
    GlockerPfeiffer(GlockerPfeiffer),
    GlockerPfeifferReversible(GlockerPfeifferReversible),
    WangMasonNewton(WangMasonNewton),
    WangMasonPoisson(WangMasonPoisson),
    Stronge(Stronge),
    BeghinBoulanger(BeghinBoulanger),
    Smith(Smith),
    Walton(Walton),
    Cs(Cs),
    ChatterjeeRuina(ChatterjeeRuina),
}

/// Why a name and coefficients do not make a law.
#[derive(Clone, Debug, PartialEq)]
pub enum LawError {
    /// No law has this name.
    Unknown {
        /// The name given.
        name: String,
    },
    /// A coefficient is missing or cannot be.
    Coefficient(CoefficientError),
}

impl fmt::Display for LawError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => {
                let names: Vec<_> = CATALOGUE.iter().map(|law| law.name).collect();
                write!(out, "there is no law named \"{name}\"; the laws are {}", names.join(", "))
            }
            Self::Coefficient(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for LawError {}

impl From<CoefficientError> for LawError {
    fn from(error: CoefficientError) -> Self {
        Self::Coefficient(error)
    }
}

/// Facts of a law by its name or an alias.
pub fn info(name: &str) -> Option<&'static LawInfo> {
    const LAWS: &[LawInfo] = &CATALOGUE;
    LAWS.iter().find(|law| law.name == name || law.aliases.contains(&name))
}

/// A law by its name (or an alias) with checked coefficients.
pub fn by_name(name: &str, coefficients: &Coefficients) -> Result<BuiltIn, LawError> {
    let known = info(name).ok_or_else(|| LawError::Unknown { name: name.to_owned() })?;
    let given = coefficients;
    Ok(match known.name {
        "newton" => BuiltIn::Newton(Newton::new(given)?),
        "kane" => BuiltIn::Kane(Kane::new(given)?),
        "brach" => BuiltIn::Brach(Brach::new(given)?),
        "glocker-pfeiffer" => BuiltIn::GlockerPfeiffer(GlockerPfeiffer::new(given)?),
        "glocker-pfeiffer-reversible" => BuiltIn::GlockerPfeifferReversible(GlockerPfeifferReversible::new(given)?),
        "wang-mason-newton" => BuiltIn::WangMasonNewton(WangMasonNewton::new(given)?),
        "wang-mason-poisson" => BuiltIn::WangMasonPoisson(WangMasonPoisson::new(given)?),
        "stronge" => BuiltIn::Stronge(Stronge::new(given)?),
        "beghin-boulanger" => BuiltIn::BeghinBoulanger(BeghinBoulanger::new(given)?),
        "smith" => BuiltIn::Smith(Smith::new(given)?),
        "walton" => BuiltIn::Walton(Walton::new(given)?),
        "cs" => BuiltIn::Cs(Cs::new(given)?),
        "chatterjee-ruina" => BuiltIn::ChatterjeeRuina(ChatterjeeRuina::new(given)?),
        other => return Err(LawError::Unknown { name: other.to_owned() }),
    })
}

impl BuiltIn {
    /// The law behind the choice.
    fn law(&self) -> &dyn Law {
        match self {
            Self::Newton(law) => law,
            Self::Kane(law) => law,
            Self::Brach(law) => law,
            Self::GlockerPfeiffer(law) => law,
            Self::GlockerPfeifferReversible(law) => law,
            Self::WangMasonNewton(law) => law,
            Self::WangMasonPoisson(law) => law,
            Self::Stronge(law) => law,
            Self::BeghinBoulanger(law) => law,
            Self::Smith(law) => law,
            Self::Walton(law) => law,
            Self::Cs(law) => law,
            Self::ChatterjeeRuina(law) => law,
        }
    }
}

impl Law for BuiltIn {
    fn name(&self) -> &'static str {
        self.law().name()
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        self.law().answer(collision)
    }

    fn friction_limit(&self) -> Option<f64> {
        self.law().friction_limit()
    }

    fn all_answers(&self, collision: &Collision) -> Vec<Answer> {
        self.law().all_answers(collision)
    }
}
