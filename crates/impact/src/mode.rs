//! What the contact did during the impact, in the words of each family of laws.

use std::fmt;

/// Contact mode as a law of the family names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Newton without friction.
    Frictionless,
    /// Brach: the ratio of impulses is given.
    ImpulseRatio,
    /// Kane, Smith: no tangential velocity at the end.
    Stick,
    /// Kane, Smith, Walton: sliding as before (or from rest).
    Slide,
    /// Kane, Smith: sliding against the direction before.
    Reverse,
    /// Walton: the tangential velocity is restored by e_t.
    Roll,
    /// Chatterjee-Ruina: the scaled impulse lies inside the cone.
    Inside,
    /// Chatterjee-Ruina: the impulse was cut back to the cone.
    Clipped,
    /// Laws of the Routh process.
    Routh(RouthMode),
    /// Glocker-Pfeiffer and C-S: one mode for each phase.
    Phases {
        /// At the end of compression.
        compression: PhaseMode,
        /// At the end of expansion.
        expansion: PhaseMode,
    },
    /// A law of the user's own.
    Custom(&'static str),
}

/// Contact modes of the Routh process (seed 000, Table 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouthMode {
    /// The slip never stopped.
    Slide,
    /// It stopped in compression and stuck.
    CompressionStick,
    /// It stopped in expansion and stuck.
    ExpansionStick,
    /// It stopped in compression and reversed.
    CompressionReverse,
    /// It stopped in expansion and reversed.
    ExpansionReverse,
}

/// Mode at the end of one phase of a two-phase law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseMode {
    /// D_T = 0.
    Stick,
    /// D_T > 0.
    SlipForward,
    /// D_T < 0.
    SlipBackward,
}

impl PhaseMode {
    /// Slip in the direction of a sign.
    pub(crate) fn slip(sign: f64) -> Self {
        if sign > 0.0 { Self::SlipForward } else { Self::SlipBackward }
    }
}

impl Mode {
    /// The name used in files and tables.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Frictionless => "frictionless",
            Self::ImpulseRatio => "impulse-ratio",
            Self::Stick => "stick",
            Self::Slide => "slide",
            Self::Reverse => "reverse",
            Self::Roll => "roll",
            Self::Inside => "inside",
            Self::Clipped => "clipped",
            Self::Routh(mode) => mode.as_str(),
            Self::Phases { compression, expansion } => phases_as_str(*compression, *expansion),
            Self::Custom(name) => name,
        }
    }
}

impl RouthMode {
    fn as_str(self) -> &'static str {
        match self {
            Self::Slide => "slide",
            Self::CompressionStick => "C-stick",
            Self::ExpansionStick => "E-stick",
            Self::CompressionReverse => "C-reverse",
            Self::ExpansionReverse => "E-reverse",
        }
    }
}

fn phases_as_str(compression: PhaseMode, expansion: PhaseMode) -> &'static str {
    use PhaseMode::{SlipBackward, SlipForward, Stick};
    match (compression, expansion) {
        (Stick, Stick) => "C:stick,E:stick",
        (Stick, SlipForward) => "C:stick,E:slip+",
        (Stick, SlipBackward) => "C:stick,E:slip-",
        (SlipForward, Stick) => "C:slip+,E:stick",
        (SlipForward, SlipForward) => "C:slip+,E:slip+",
        (SlipForward, SlipBackward) => "C:slip+,E:slip-",
        (SlipBackward, Stick) => "C:slip-,E:stick",
        (SlipBackward, SlipForward) => "C:slip-,E:slip+",
        (SlipBackward, SlipBackward) => "C:slip-,E:slip-",
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}
