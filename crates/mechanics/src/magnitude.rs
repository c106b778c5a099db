//! How large and how small the quantities of a scene may be: one list for files, scenes and worlds.
//!
//! A run decides by differences: gaps of 1e-8 m between positions, times of 1e-10 s. A number x is known to 1e-16 x only, so beyond these
//! limits nothing of it is left, times of impact stop moving and a run would go on without end. The limits are far from anything that a
//! rigid body can be, and near enough that their products and squares stay within what a double holds.

/// The range of a quantity in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnitude {
    /// What it is, for a sentence: "a length".
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The smallest that is not zero, where it must be above zero.
    pub least: f64,
    /// The largest, of either sign.
    pub most: f64,
}

impl Magnitude {
    /// A length, in m: positions, sizes.
    pub const LENGTH: Self = Self::new("a length", "m", 1e-12, 1e9);
    /// A mass, in kg.
    pub const MASS: Self = Self::new("a mass", "kg", 1e-20, 1e15);
    /// A moment of inertia, in kg m^2.
    pub const MOMENT: Self = Self::new("a moment of inertia", "kg m^2", 1e-40, 1e30);
    /// A velocity, in m/s: faster than light is no rigid body.
    pub const VELOCITY: Self = Self::new("a velocity", "m/s", 1e-20, 1e9);
    /// An angular velocity, in rad/s: every turn takes tens of steps.
    pub const ANGULAR_VELOCITY: Self = Self::new("an angular velocity", "rad/s", 1e-20, 1e6);
    /// An angle, in rad.
    pub const ANGLE: Self = Self::new("an angle", "rad", 1e-20, 1e9);
    /// A time, in s: doubles still tell a tenth of a millisecond at the end.
    pub const TIME: Self = Self::new("a time", "s", 1e-20, 1e12);
    /// An acceleration, in m/s^2.
    pub const ACCELERATION: Self = Self::new("an acceleration", "m/s^2", 1e-20, 1e12);
    /// A frequency, in Hz.
    pub const FREQUENCY: Self = Self::new("a frequency", "Hz", 1e-20, 1e12);

    /// A factor of lengths.
    pub const SCALE: Self = Self::new("a factor", "of lengths", 1e-9, 1e9);

    /// A quantity from `least` to `most`.
    pub const fn new(name: &'static str, unit: &'static str, least: f64, most: f64) -> Self {
        Self { name, unit, least, most }
    }

    /// The number, if it is not too large.
    pub fn bounded(&self, number: f64) -> Result<f64, String> {
        if number.abs() <= self.most {
            return Ok(number);
        }
        let Self { name, unit, most, .. } = self;
        Err(format!("expected {name} of at most {most:e} {unit} in size, got {number:e}"))
    }

    /// The number, if it is above zero and neither too small nor too large.
    pub fn positive(&self, number: f64) -> Result<f64, String> {
        if (self.least..=self.most).contains(&number) {
            return Ok(number);
        }
        let Self { name, unit, least, most } = self;
        Err(format!("expected {name} from {least:e} to {most:e} {unit}, got {number:e}"))
    }
}
