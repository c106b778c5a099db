//! The picture of a map (K5).

use carom_impact::{Coefficient, Outcome, Status, laws};
use carom_scene::range::Range;
use carom_scene::svg::{self, Cell, Field, Scale};

use crate::case::{Case, Geometry, Motion};
use crate::diagram;
use crate::map::{Axis, Map, Parameter};
use crate::words::{coefficients, short};

/// What a map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Contact mode, as named regions.
    Mode,
    /// Energy change T_E - T_A.
    Energy,
    /// Normal impulse I_N.
    Impulse,
}

/// The picture: names of modes, or numbers; cells without an admissible answer by their status.
pub fn draw(map: &Map, law: &str, show: Show, case: &Case) -> String {
    let what = match show {
        Show::Mode => "Contact mode",
        Show::Energy => "Energy change",
        Show::Impulse => "Normal impulse",
    };
    let title = format!("{what}: {}", laws::info(law).map_or("", |info| info.title));
    let subtitle = subtitle(case, &[map.x.parameter, map.y.parameter]);
    let names: Vec<_> =
        map.outcomes.iter().map(|outcome| cell(outcome, |o| o.mode.map_or("", |mode| mode.as_str()))).collect();
    let numbers: Vec<_> = map.outcomes.iter().map(|outcome| cell(outcome, number(show))).collect();
    let numbers = |name, unit, scale| Field::Numbers { cells: &numbers, name, unit, scale };
    let field = match show {
        Show::Mode => Field::Names(&names),
        Show::Energy => numbers("*T*_E − *T*_A", "J", Scale::Diverging),
        Show::Impulse => numbers("*I*_N", "N s", Scale::Sequential),
    };
    let (x, y) = (picture_axis(&map.x), picture_axis(&map.y));
    svg::map(&svg::Map { title: &title, subtitle: &subtitle, x, y, field })
}

/// What stays the same over the map.
fn subtitle(case: &Case, varied: &[Parameter]) -> String {
    let mut fixed = case.coefficients;
    for parameter in varied {
        if let Parameter::Coefficient(name) = parameter {
            fixed.clear(*name);
        }
    }
    let what = match case.geometry {
        Geometry::Rod(..) if varied.contains(&Parameter::RodAngle) => "Uniform rod on a plane".to_owned(),
        Geometry::Local(contact) => format!("A {}  B {}  C {}", short(contact.a), short(contact.b), short(contact.c)),
        _ => diagram::title(case),
    };
    let motion = match case.motion {
        Motion::AtContact(before) if varied.contains(&Parameter::VelocityRatio) => {
            format!("D_N {}", short(before.normal))
        }
        Motion::AtContact(before) => format!("D_N {}  D_T {}", short(before.normal), short(before.tangential)),
        Motion::OfBody { velocity, spin } => {
            format!("velocity {}, {}  spin {}", short(velocity.x), short(velocity.y), short(spin))
        }
    };
    format!("{what}; {motion}  {}", coefficients(&fixed)).trim_end().replace("  ", ", ")
}

/// What the picture takes from an answer.
fn number(show: Show) -> fn(&Outcome) -> f64 {
    match show {
        Show::Energy => |outcome| outcome.energy.total(),
        _ => |outcome| outcome.impulse.normal,
    }
}

fn cell<T>(outcome: &Outcome, value: impl Fn(&Outcome) -> T) -> Cell<'static, T> {
    if outcome.status == Status::Ok { Cell::Value(value(outcome)) } else { Cell::Missing(outcome.status.as_str()) }
}

/// The axis of a picture: every point of the range is the middle of a cell.
fn picture_axis(axis: &Axis) -> svg::Axis<'static> {
    let (name, unit, factor) = match axis.parameter {
        Parameter::VelocityRatio => ("*D*_TA / |*D*_NA|", "", 1.0),
        Parameter::RodAngle => ("rod angle", "°", 180.0 / std::f64::consts::PI),
        Parameter::Coefficient(Coefficient::E) => ("*e*", "", 1.0),
        Parameter::Coefficient(Coefficient::Mu) => ("*μ*", "", 1.0),
        Parameter::Coefficient(Coefficient::MuStatic) => ("*μ*_static", "", 1.0),
        Parameter::Coefficient(Coefficient::Nu) => ("*ν*", "", 1.0),
        Parameter::Coefficient(Coefficient::Et) => ("*e*_t", "", 1.0),
        Parameter::Coefficient(Coefficient::Em) => ("*e*_m", "", 1.0),
        Parameter::Coefficient(Coefficient::Emc) => ("*e*_mC", "", 1.0),
        Parameter::Coefficient(Coefficient::Eme) => ("*e*_mE", "", 1.0),
    };
    let Range { from, to, count } = axis.range;
    let half = 0.5 * (to - from) / (count - 1) as f64;
    svg::Axis { name, unit, from: factor * (from - half), to: factor * (to + half), count }
}
