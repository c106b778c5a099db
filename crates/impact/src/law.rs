//! The contract of an impact law.

use std::fmt;

use crate::{Collision, Impulse, Mode, Velocity, Work};

/// A law turns the velocities before into impulses.
///
/// # Contract
///
/// - [`Law::answer`] is only called for a [`Collision`] that approaches (`D_NA < 0`) and whose numbers are finite with
///   A, C > 0 and AC - B^2 >= 0 up to rounding; it may be singular ([`Collision::is_singular`]).
/// - Signs: `D_N < 0` approaches, `I_N > 0` pushes apart, impulses act on the first body, friction that opposes a slip `D_T > 0`
///   has `I_T < 0`. Units are the caller's, used consistently; SI in all of Carom's files.
/// - The answer is given in full or refused: no answer and a continuum are [`Refusal`]s, never NaN.
/// - It is a pure function of the collision: same input, same bits.
/// - The law need not check its own energy, penetration or cone: [`crate::resolve`] audits every answer the same way.
pub trait Law: Send + Sync {
    /// Name as in files and on the command line.
    fn name(&self) -> &'static str;

    /// Impulses and velocities after, or why there are none.
    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal>;

    /// Largest |I_T|/I_N the law allows, if it promises one; the audit warns when it is exceeded.
    fn friction_limit(&self) -> Option<f64> {
        None
    }

    /// Every answer of a law that may have several; one or none for all others.
    fn all_answers(&self, collision: &Collision) -> Vec<Answer> {
        self.answer(collision).into_iter().collect()
    }
}

/// What a law found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Total impulse from A to E.
    pub impulse: Impulse,
    /// Relative velocity at E.
    pub after: Velocity,
    /// What the contact did.
    pub mode: Mode,
    /// Impulse from A to C, for laws that have phases.
    pub compression: Option<Impulse>,
    /// Works along the path, for laws of the Routh process.
    pub work: Option<Work>,
}

impl Answer {
    /// An answer of a law without phases; the velocities after follow from the impulse.
    pub fn new(collision: &Collision, impulse: Impulse, mode: Mode) -> Self {
        Self { impulse, after: collision.after(impulse), mode, compression: None, work: None }
    }

    /// The same with the impulse of the compression phase.
    pub fn with_compression(self, compression: Impulse) -> Self {
        Self { compression: Some(compression), ..self }
    }

    /// The same with a normal velocity the law prescribes, free of rounding.
    pub(crate) fn with_normal_velocity(mut self, normal: f64) -> Self {
        self.after.normal = normal;
        self
    }

    /// The same with a tangential velocity the law prescribes, free of rounding.
    pub(crate) fn with_tangential_velocity(mut self, tangential: f64) -> Self {
        self.after.tangential = tangential;
        self
    }
}

/// Why a law gives no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No impulse satisfies the law.
    NoSolution(&'static str),
    /// A continuum of impulses does.
    Indeterminate(&'static str),
    /// Several isolated answers; [`Law::all_answers`] lists them.
    Multiple,
    /// The law's own linear system is singular.
    Singular(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolution(reason) | Self::Indeterminate(reason) | Self::Singular(reason) => out.write_str(reason),
            Self::Multiple => out.write_str("the law has several isolated answers here"),
        }
    }
}
