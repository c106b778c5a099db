//! One law over two parameters (K5): contact mode, energy change, impulses.

use std::fmt;

use carom_impact::laws::{self, LawError};
use carom_impact::{Coefficient, Outcome, Velocity, resolve};
use carom_scene::quantity::Dimension;
use carom_scene::range::Range;
use rayon::prelude::*;

use crate::case::{Case, Geometry, Motion};

/// What may be varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A coefficient of the law.
    Coefficient(Coefficient),
    /// D_TA/|D_NA|.
    VelocityRatio,
    /// Angle of the rod.
    RodAngle,
}

/// A parameter with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is varied.
    pub parameter: Parameter,
    /// From, to and how many.
    pub range: Range,
}

/// Outcomes over a grid, row by row (y outer, x inner).
#[derive(Clone, Debug)]
pub struct Map {
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// One outcome a point.
    pub outcomes: Vec<Outcome>,
}

/// Why a point of the map has no collision or law.
#[derive(Clone, Debug, PartialEq)]
pub enum MapError {
    /// The two axes vary the same thing.
    SameParameter(Parameter),
    /// The parameter does not belong to the case or the law.
    NotApplicable {
        /// Which one.
        parameter: Parameter,
        /// What it would need.
        needs: &'static str,
    },
    /// A point of the grid cannot be.
    Point {
        /// Value of x there.
        x: f64,
        /// Value of y there.
        y: f64,
        /// What is wrong.
        reason: String,
    },
    /// More points than a map may have.
    TooLarge {
        /// Points asked for.
        points: usize,
    },
    /// The law itself.
    Law(LawError),
}

impl Parameter {
    /// Every name a map knows.
    pub const NAMES: [&'static str; 10] =
        ["mu", "e", "ratio", "rod-angle", "e_t", "nu", "e_m", "mu_static", "e_mc", "e_me"];

    /// A parameter by name.
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "ratio" | "velocity-ratio" => Some(Self::VelocityRatio),
            "rod-angle" => Some(Self::RodAngle),
            _ => Coefficient::ALL.into_iter().find(|known| known.as_str() == name).map(Self::Coefficient),
        }
    }

    /// Its name in files and pictures.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Coefficient(name) => name.as_str(),
            Self::VelocityRatio => "ratio",
            Self::RodAngle => "rod-angle",
        }
    }

    /// What it measures.
    pub fn dimension(&self) -> Dimension {
        match self {
            Self::RodAngle => Dimension::Angle,
            _ => Dimension::None,
        }
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameParameter(parameter) => {
                write!(out, "both axes vary {}; expected two different parameters", parameter.as_str())
            }
            Self::NotApplicable { parameter, needs } => write!(out, "{} needs {needs}", parameter.as_str()),
            Self::Point { x, y, reason } => write!(out, "at x = {x}, y = {y}: {reason}"),
            Self::TooLarge { points } => write!(out, "{points} points; a map has at most {MOST_POINTS}"),
            Self::Law(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for MapError {}

/// Most points of a map: more than a picture can show, and a table of some 150 MB.
const MOST_POINTS: usize = 1_000_000;

/// Answers of one law over the grid, on all cores.
pub fn map(law: &str, case: &Case, x: Axis, y: Axis) -> Result<Map, MapError> {
    if x.parameter == y.parameter {
        return Err(MapError::SameParameter(x.parameter));
    }
    let points = x.range.count.saturating_mul(y.range.count);
    if points > MOST_POINTS {
        return Err(MapError::TooLarge { points });
    }
    for parameter in [x.parameter, y.parameter] {
        check(law, case, parameter)?;
    }
    let points: Vec<(f64, f64)> = y.range.values().flat_map(|v| x.range.values().map(move |u| (u, v))).collect();
    let outcomes: Result<Vec<Outcome>, MapError> =
        points.into_par_iter().map(|(u, v)| point(law, case, &x, u, &y, v)).collect();
    Ok(Map { outcomes: outcomes?, x, y })
}

fn check(law: &str, case: &Case, parameter: Parameter) -> Result<(), MapError> {
    let info = laws::info(law).ok_or_else(|| MapError::Law(LawError::Unknown { name: law.to_owned() }))?;
    let needs = match parameter {
        Parameter::Coefficient(name) if !info.coefficients.contains(&name) => Some("a law that takes it"),
        Parameter::VelocityRatio if !matches!(case.motion, Motion::AtContact(_)) => {
            Some("velocities given at the contact (vn, vt)")
        }
        Parameter::RodAngle if !matches!(case.geometry, Geometry::Rod(..)) => Some("a rod (rod-mass, rod-length)"),
        _ => None,
    };
    needs.map_or(Ok(()), |needs| Err(MapError::NotApplicable { parameter, needs }))
}

fn point(law: &str, case: &Case, x: &Axis, u: f64, y: &Axis, v: f64) -> Result<Outcome, MapError> {
    let mut here = *case;
    set(&mut here, x.parameter, u);
    set(&mut here, y.parameter, v);
    let fail = |reason: String| MapError::Point { x: u, y: v, reason };
    let law = laws::by_name(law, &here.coefficients).map_err(|error| fail(error.to_string()))?;
    let collision = here.collision().map_err(|error| fail(error.to_string()))?;
    Ok(resolve(&law, &collision))
}

fn set(case: &mut Case, parameter: Parameter, value: f64) {
    match (parameter, &mut case.motion, &mut case.geometry) {
        (Parameter::Coefficient(name), _, _) => case.coefficients.set(name, value),
        (Parameter::VelocityRatio, Motion::AtContact(before), _) => {
            *before = Velocity { tangential: value * before.normal.abs(), ..*before };
        }
        (Parameter::RodAngle, _, Geometry::Rod(rod, _)) => rod.angle = value,
        // Refused by `check`.
        (Parameter::VelocityRatio, Motion::OfBody { .. }, _) | (Parameter::RodAngle, _, Geometry::Local(_)) => {}
    }
}

impl Map {
    /// The grid as CSV: one row a point.
    pub fn to_csv(&self) -> String {
        let (x, y) = (self.x.parameter.as_str(), self.y.parameter.as_str());
        let mut text = format!(
            "{x},{y},status,mode,impulse.normal,impulse.tangential,impulse.moment,after.normal,after.tangential,after.moment,energy_change,warnings\n"
        );
        for (i, outcome) in self.outcomes.iter().enumerate() {
            let (u, v) = (self.x.range.value(i % self.x.range.count), self.y.range.value(i / self.x.range.count));
            text.push_str(&format!("{u},{v},{},", outcome.status));
            text.push_str(&row(outcome));
            text.push('\n');
        }
        text
    }
}

/// Mode and numbers of a point, empty where there are none. A mode with a comma is quoted.
fn row(outcome: &Outcome) -> String {
    let Some(mode) = outcome.mode else { return ",,,,,,,,".to_owned() };
    let (impulse, after) = (outcome.impulse, outcome.after);
    let mode = if mode.as_str().contains(',') { format!("\"{mode}\"") } else { mode.to_string() };
    let numbers = [
        impulse.normal,
        impulse.tangential,
        impulse.moment,
        after.normal,
        after.tangential,
        after.moment,
        outcome.energy.total(),
    ];
    // Adding zero turns -0 into 0.
    let row = numbers.iter().fold(mode, |row, number| format!("{row},{}", number + 0.0));
    let warnings: Vec<_> = outcome.warnings.iter().map(|warning| warning.as_str()).collect();
    format!("{row},{}", warnings.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_impact::Coefficients;

    fn axis(parameter: Parameter, from: f64, to: f64, count: usize) -> Axis {
        Axis { parameter, range: Range { from, to, count } }
    }

    fn bar() -> Case {
        Case::classic_bar(Coefficients { e: Some(0.5), mu: Some(0.3), ..Default::default() })
    }

    /// Table 3.2 corrected: for the bar with D_A = (-1, 2) and e = 1/2 the slide ends where P_d = (1 + e) P_q, at mu = 11/3.
    #[test]
    fn mode_boundary_of_table_3_2() {
        let x = axis(Parameter::Coefficient(Coefficient::Mu), 3.0, 4.0, 101);
        let y = axis(Parameter::VelocityRatio, 2.0, 3.0, 2);
        let map = map("wang-mason-poisson", &bar(), x, y).unwrap();
        let slides = map.outcomes[..101].iter().filter(|outcome| outcome.mode.unwrap().as_str() == "slide").count();
        assert_eq!(slides, 67, "3.00 to 3.66 slide, 3.67 sticks in expansion");
        let csv = map.to_csv();
        assert_eq!(csv.lines().count(), 203);
        assert!(csv.lines().nth(1).unwrap().starts_with("3,2,ok,slide,"));
    }

    #[test]
    fn impossible_maps_are_refused() {
        let mu = || axis(Parameter::Coefficient(Coefficient::Mu), 0.0, 1.0, 3);
        let text = |law: &str, x: Axis, y: Axis| map(law, &bar(), x, y).unwrap_err().to_string();
        assert!(text("kane", mu(), mu()).contains("both axes"));
        assert!(
            text("kane", mu(), axis(Parameter::Coefficient(Coefficient::Nu), 0.0, 1.0, 3)).contains("nu needs a law")
        );
        assert!(text("kane", mu(), axis(Parameter::Coefficient(Coefficient::E), 0.0, 2.0, 3)).contains("e is 2"));
        assert!(text("kanes", mu(), axis(Parameter::VelocityRatio, 0.0, 2.0, 3)).contains("no law named"));
    }
}
