//! Numbers that may carry a unit: `63.5 mm`, `35 deg`, `4.87g`. Without a unit they are SI.

use std::fmt;

use carom_mechanics::Magnitude;

/// What a number measures, which decides the units it may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// A pure number.
    None,
    /// Metres.
    Length,
    /// Kilograms.
    Mass,
    /// Radians.
    Angle,
    /// Metres per second.
    Velocity,
    /// Radians per second.
    AngularVelocity,
    /// Seconds.
    Time,
    /// Metres per second squared.
    Acceleration,
    /// Hertz.
    Frequency,
    /// Newtons.
    Force,
    /// Newton metres.
    Torque,
    /// Newtons per metre.
    Stiffness,
    /// Newton seconds per metre.
    Damping,
    /// Newton metres per radian.
    Torsion,
    /// Newton metre seconds per radian.
    TorsionDamping,
    /// Kilograms per square metre.
    Density,
    /// Kilograms per cubic metre.
    SolidDensity,
    /// Kilogram square metres.
    Moment,
}

/// A text that is not a quantity of its dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityError {
    text: String,
    dimension: Dimension,
}

/// Unit names and their size in SI.
type Units = &'static [(&'static str, f64)];

/// Forces, stiffnesses, dampings and densities lie between these, in SI units.
const WEAKEST: f64 = 1e-30;
const STRONGEST: f64 = 1e15;

const LENGTH: Units =
    &[("m", 1.0), ("um", 1e-6), ("µm", 1e-6), ("mm", 1e-3), ("cm", 1e-2), ("km", 1e3), ("in", 0.0254)];
const MASS: Units = &[("kg", 1.0), ("mg", 1e-6), ("g", 1e-3), ("t", 1e3)];
const DEGREE: f64 = std::f64::consts::PI / 180.0;
const ANGLE: Units = &[("rad", 1.0), ("mrad", 1e-3), ("deg", DEGREE), ("°", DEGREE)];
const VELOCITY: Units = &[("m/s", 1.0), ("mm/s", 1e-3), ("cm/s", 1e-2), ("km/h", 1.0 / 3.6)];
const ANGULAR_VELOCITY: Units =
    &[("rad/s", 1.0), ("deg/s", DEGREE), ("°/s", DEGREE), ("rpm", std::f64::consts::PI / 30.0)];
const TIME: Units = &[("s", 1.0), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("min", 60.0), ("h", 3600.0)];
const ACCELERATION: Units = &[("m/s^2", 1.0), ("m/s²", 1.0), ("mm/s^2", 1e-3), ("mm/s²", 1e-3)];
const FREQUENCY: Units = &[("Hz", 1.0), ("kHz", 1e3), ("1/s", 1.0)];
const FORCE: Units = &[("N", 1.0), ("mN", 1e-3), ("kN", 1e3), ("MN", 1e6)];
const TORQUE: Units = &[
    ("N m", 1.0),
    ("Nm", 1.0),
    ("N mm", 1e-3),
    ("Nmm", 1e-3),
    ("kN m", 1e3),
    ("kNm", 1e3),
    ("MN m", 1e6),
    ("MNm", 1e6),
];
const STIFFNESS: Units = &[
    ("N/m", 1.0),
    ("N/cm", 1e2),
    ("N/mm", 1e3),
    ("kN/m", 1e3),
    ("kN/cm", 1e5),
    ("kN/mm", 1e6),
    ("MN/m", 1e6),
    ("MN/mm", 1e9),
];
const DAMPING: Units = &[
    ("N s/m", 1.0),
    ("Ns/m", 1.0),
    ("N s/mm", 1e3),
    ("Ns/mm", 1e3),
    ("kN s/m", 1e3),
    ("kNs/m", 1e3),
    ("kN s/mm", 1e6),
    ("kNs/mm", 1e6),
    ("MN s/m", 1e6),
    ("MNs/m", 1e6),
    ("kg/s", 1.0),
];
const TORSION: Units = &[
    ("N m/rad", 1.0),
    ("Nm/rad", 1.0),
    ("N m/deg", 1.0 / DEGREE),
    ("Nm/deg", 1.0 / DEGREE),
    ("kN m/rad", 1e3),
    ("kNm/rad", 1e3),
    ("kN m/deg", 1e3 / DEGREE),
    ("MN m/rad", 1e6),
    ("MNm/rad", 1e6),
];
const TORSION_DAMPING: Units =
    &[("N m s/rad", 1.0), ("Nms/rad", 1.0), ("kN m s/rad", 1e3), ("kNms/rad", 1e3), ("MN m s/rad", 1e6)];
const SOLID_DENSITY: Units =
    &[("kg/m^3", 1.0), ("kg/m³", 1.0), ("t/m^3", 1e3), ("t/m³", 1e3), ("g/cm^3", 1e3), ("g/cm³", 1e3)];
const DENSITY: Units = &[("kg/m^2", 1.0), ("kg/m²", 1.0), ("kg/m", 1.0)];
const MOMENT: Units = &[
    ("kg m^2", 1.0),
    ("kg m²", 1.0),
    ("t m^2", 1e3),
    ("t m²", 1e3),
    ("kg mm^2", 1e-6),
    ("g cm^2", 1e-7),
    ("g mm^2", 1e-9),
];

/// Every unit once, by what it measures, for a text whose unit is none of them.
pub fn all_units() -> String {
    let kinds = Dimension::ALL.into_iter().filter(|dimension| *dimension != Dimension::None);
    let names = kinds.flat_map(|dimension| dimension.units().iter().map(|(name, _)| *name));
    names.collect::<Vec<_>>().join(", ")
}

impl Dimension {
    /// Every dimension.
    pub const ALL: [Self; 18] = [
        Self::None,
        Self::Length,
        Self::Mass,
        Self::Angle,
        Self::Velocity,
        Self::AngularVelocity,
        Self::Time,
        Self::Acceleration,
        Self::Frequency,
        Self::Force,
        Self::Torque,
        Self::Stiffness,
        Self::Damping,
        Self::Torsion,
        Self::TorsionDamping,
        Self::Density,
        Self::SolidDensity,
        Self::Moment,
    ];

    fn units(self) -> Units {
        match self {
            Self::None => &[],
            Self::Length => LENGTH,
            Self::Mass => MASS,
            Self::Angle => ANGLE,
            Self::Velocity => VELOCITY,
            Self::AngularVelocity => ANGULAR_VELOCITY,
            Self::Time => TIME,
            Self::Acceleration => ACCELERATION,
            Self::Frequency => FREQUENCY,
            Self::Force => FORCE,
            Self::Torque => TORQUE,
            Self::Stiffness => STIFFNESS,
            Self::Damping => DAMPING,
            Self::Torsion => TORSION,
            Self::TorsionDamping => TORSION_DAMPING,
            Self::Density => DENSITY,
            Self::SolidDensity => SOLID_DENSITY,
            Self::Moment => MOMENT,
        }
    }

    /// Its SI unit; empty for a pure number.
    pub fn unit(self) -> &'static str {
        self.units().first().map_or("", |(name, _)| *name)
    }

    /// The dimension with an SI unit.
    pub fn of_unit(unit: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dimension| !unit.is_empty() && dimension.unit() == unit)
    }

    /// The dimension of a text that is a number with a unit.
    pub fn of_quantity(text: &str) -> Option<Self> {
        if parse(text, Self::None).is_ok() {
            return None;
        }
        Self::ALL.into_iter().find(|dimension| parse(text, *dimension).is_ok())
    }

    /// How large and how small it may be; a pure number as it likes.
    pub fn magnitude(self) -> Magnitude {
        match self {
            Self::Length => Magnitude::LENGTH,
            Self::Mass => Magnitude::MASS,
            Self::Moment => Magnitude::MOMENT,
            Self::Angle => Magnitude::ANGLE,
            Self::Velocity => Magnitude::VELOCITY,
            Self::AngularVelocity => Magnitude::ANGULAR_VELOCITY,
            Self::Time => Magnitude::TIME,
            Self::Acceleration => Magnitude::ACCELERATION,
            Self::Frequency => Magnitude::FREQUENCY,
            Self::None => Magnitude::new("a number", "", f64::MIN_POSITIVE, f64::MAX),
            _ => Magnitude::new(self.name(), self.unit(), WEAKEST, STRONGEST),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::None => "a number",
            Self::Length => "a length",
            Self::Mass => "a mass",
            Self::Angle => "an angle",
            Self::Velocity => "a velocity",
            Self::AngularVelocity => "an angular velocity",
            Self::Time => "a time",
            Self::Acceleration => "an acceleration",
            Self::Frequency => "a frequency",
            Self::Force => "a force",
            Self::Torque => "a torque",
            Self::Stiffness => "a stiffness",
            Self::Damping => "a damping",
            Self::Torsion => "a torsional stiffness",
            Self::TorsionDamping => "a torsional damping",
            Self::Density => "a density",
            Self::SolidDensity => "a density",
            Self::Moment => "a moment of inertia",
        }
    }
}

impl fmt::Display for QuantityError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "\"{}\" is not {}: expected a finite number", self.text, self.dimension.name())?;
        let units: Vec<_> = self.dimension.units().iter().map(|(name, _)| *name).collect();
        match units.first() {
            None => Ok(()),
            Some(si) => write!(out, " in {si}, or with one of the units {}", units.join(", ")),
        }
    }
}

impl std::error::Error for QuantityError {}

/// Reads a quantity into SI units.
pub fn parse(text: &str, dimension: Dimension) -> Result<f64, QuantityError> {
    let error = || QuantityError { text: text.to_owned(), dimension };
    // A product may be written with a dot: kN·s/m.
    let plain = text.trim().replace('·', " ");
    let (number, factor) = split_unit(&plain, dimension.units());
    let value: f64 = number.parse().map_err(|_| error())?;
    let value = value * factor;
    // Rust also reads "inf", "infinity" and "nan".
    if value.is_finite() { Ok(value) } else { Err(error()) }
}

/// Reads a number, or a quantity of whichever dimension has its unit, into SI units.
pub fn parse_any(text: &str) -> Result<f64, QuantityError> {
    parse(text, Dimension::of_quantity(text).unwrap_or(Dimension::None))
}

/// The number before the longest unit the text ends with, and that unit's size.
fn split_unit(text: &str, units: Units) -> (&str, f64) {
    // A unit that begins with a digit stands apart: "51/s" is not 5 1/s.
    let apart =
        |name: &str| !name.starts_with(|c: char| c.is_ascii_digit()) || text[..text.len() - name.len()].ends_with(' ');
    let fitting = units.iter().filter(|(name, _)| text.ends_with(name) && apart(name));
    match fitting.max_by_key(|(name, _)| name.len()) {
        Some((name, factor)) => (text[..text.len() - name.len()].trim_end(), *factor),
        None => (text, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn units_are_read_into_si() {
        assert_eq!(parse("63.5 mm", Dimension::Length), Ok(63.5 * 1e-3));
        assert_eq!(parse(" -1e-3 ", Dimension::Velocity), Ok(-1e-3));
        assert_eq!(parse("60 km/h", Dimension::Velocity), Ok(60.0 * (1.0 / 3.6)));
        assert_eq!(parse("4.87g", Dimension::Mass), Ok(4.87 * 1e-3));
        assert_eq!(parse("180deg", Dimension::Angle), Ok(180.0 * (std::f64::consts::PI / 180.0)));
        assert_eq!(parse("5 1/s", Dimension::Frequency), Ok(5.0));
        // Seen: taken for 5 1/s.
        assert!(parse("51/s", Dimension::Frequency).is_err());
    }

    /// Seen: a railway engineer's "4.5 MN/m" and "80 kN s/m" refused.
    #[test]
    fn large_units_are_known() {
        assert_eq!(parse("0.25 MN", Dimension::Force), Ok(0.25e6));
        assert_eq!(parse("4.5 MN/m", Dimension::Stiffness), Ok(4.5e6));
        assert_eq!(parse("1.5 kN/mm", Dimension::Stiffness), Ok(1.5e6));
        assert_eq!(parse("80 kN s/m", Dimension::Damping), Ok(80e3));
        assert_eq!(parse("80 kN·s/m", Dimension::Damping), Ok(80e3));
        assert_eq!(parse("2 MN s/m", Dimension::Damping), Ok(2e6));
        assert_eq!(parse("3 kNm", Dimension::Torque), Ok(3e3));
        assert_eq!(parse("2.5 t m^2", Dimension::Moment), Ok(2.5e3));
        for dimension in Dimension::ALL {
            for (name, size) in dimension.units() {
                assert_eq!(parse(&format!("1 {name}"), dimension), Ok(*size), "{name}");
                let first = Dimension::of_quantity(&format!("1 {name}")).unwrap();
                assert!(first == dimension, "{name} is of {first:?} and of {dimension:?}");
            }
        }
    }

    #[test]
    fn what_is_no_quantity_is_said() {
        for text in ["", "mm", "1 furlong", "nan", "inf", "1e999", "1,5 m", "--1"] {
            let error = parse(text, Dimension::Length).unwrap_err().to_string();
            assert!(error.contains("a length") && error.contains("mm"), "{error}");
        }
        assert!(parse("1 m", Dimension::None).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Any text at all: an answer that is finite, or an error.
        #[test]
        fn any_text_is_answered(text in "\\PC{0,12}(mm|deg|km/h| kg)?") {
            for dimension in [Dimension::None, Dimension::Length, Dimension::Angle, Dimension::Velocity, Dimension::Mass] {
                if let Ok(value) = parse(&text, dimension) {
                    prop_assert!(value.is_finite());
                }
            }
        }

        /// A number written with a unit reads back.
        #[test]
        fn numbers_read_back(value in -1e12..1e12_f64) {
            prop_assert_eq!(parse(&format!("{value} m"), Dimension::Length), Ok(value));
            prop_assert_eq!(parse(&format!("{value:e}"), Dimension::None), Ok(value));
        }
    }
}
