//! The C-S law of Cataldo and Sampaio: Glocker-Pfeiffer with reversible impulse and a moment row in each phase (seed 000, 5.2).
//!
//! ```text
//! compression  D_NC = 0, Coulomb on D_TC                   e_mc I_thC = -(1 + e_mc) Jbar D_thC
//! expansion    I_NE = e I_NC, I_TE in its interval         e_me I_thE = -(1 + e_me) Jbar D_thE
//! ```
//!
//! Each moment row is used as `(1 + 2 e_m) F I_th + (1 + e_m)(D_th,start + D I_N - E I_T) = 0` with the impulses of its phase.
//! Eliminating I_th leaves a planar problem with
//!
//! ```text
//! A' = A - k D^2,  B' = B - k D E,  C' = C - k E^2,   k = (1 + e_m)/((1 + 2 e_m) F)
//! D_N' = D_N - k D D_th,  D_T' = D_T + k E D_th
//! ```
//!
//! which is regular for e_m = -1 and e_m >= 0. For e_m in (-1/2, 0) it may be indefinite (no or several answers), for e_m = -1/2
//! the row does not hold I_th: then every branch of the friction law is tried by itself. Where F = 0 no moment acts.

use super::LawInfo;
use super::cs_phase::{Found, MomentRow, compressions, expansions};
use super::phases::Reversible;
use crate::coefficients::Reader;
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Impulse, Law, Mode, PhaseMode, Refusal};

/// The C-S law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cs {
    law: Reversible,
    e_mc: f64,
    e_me: f64,
}

impl Cs {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "cs",
        aliases: &["c-s"],
        title: "C-S, six coefficients",
        coefficients: &[
            Coefficient::E,
            Coefficient::Mu,
            Coefficient::Nu,
            Coefficient::Et,
            Coefficient::Emc,
            Coefficient::Eme,
        ],
        source: "seed 000, 5.2",
        creates_energy: true,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        let law = Reversible::read(&read)?;
        let e_mc = read.within(Coefficient::Emc, -1.0, 1.0)?;
        let e_me = read.within(Coefficient::Eme, -1.0, 1.0)?;
        Ok(Self { law, e_mc, e_me })
    }

    /// Calls `report` for every answer; true if some branch leaves a continuum.
    fn search(&self, collision: &Collision, mut report: impl FnMut(Answer)) -> bool {
        let row = MomentRow::new(collision, self.e_mc, collision.before().moment);
        let (compressions, mut continuum) = compressions(collision, self.law.mu, &row);
        for compression in compressions.iter() {
            let row = MomentRow::new(collision, self.e_me, rotation_after(collision, compression.impulse));
            let (expansions, open) = expansions(collision, self.law, compression, &row);
            continuum |= open;
            for expansion in expansions.iter() {
                report(answer(collision, compression, expansion));
            }
        }
        continuum
    }
}

/// Share of its terms below which the rotation left by compression is rounding (e_mc = 0 stops it).
const NO_ROTATION: f64 = 1e-14;

/// D_thC, exactly zero where compression stops the rotation.
fn rotation_after(collision: &Collision, impulse: Impulse) -> f64 {
    let contact = collision.contact();
    let parts = [
        collision.before().moment,
        contact.d * impulse.normal,
        -contact.e * impulse.tangential,
        contact.f * impulse.moment,
    ];
    let (sum, size): (f64, f64) = (parts.iter().sum(), parts.iter().map(|part| part.abs()).sum());
    if sum.abs() <= NO_ROTATION * size { 0.0 } else { sum }
}

fn answer(collision: &Collision, compression: &Found, expansion: &Found) -> Answer {
    let mode = Mode::Phases { compression: compression.mode, expansion: expansion.mode };
    let answer = Answer::new(collision, compression.impulse + expansion.impulse, mode)
        .with_compression(compression.impulse)
        .with_normal_velocity(collision.contact().velocity_change(expansion.impulse).normal);
    if expansion.mode == PhaseMode::Stick { answer.with_tangential_velocity(0.0) } else { answer }
}

impl Law for Cs {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        let (mut count, mut first) = (0, None);
        let continuum = self.search(collision, |answer| {
            count += 1;
            first.get_or_insert(answer);
        });
        match (continuum, count, first) {
            (true, _, _) => Err(Refusal::Indeterminate(
                "the impulses are not determined: the local matrix is singular and the contact sticks, or the coefficient of I_th vanishes",
            )),
            (false, 1, Some(answer)) => Ok(answer),
            (false, 0, _) => Err(Refusal::NoSolution(
                "no impulses satisfy the friction law and the moment rows of both phases with a positive normal impulse",
            )),
            _ => Err(Refusal::Multiple),
        }
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.law.mu)
    }

    fn all_answers(&self, collision: &Collision) -> Vec<Answer> {
        let mut answers = Vec::new();
        self.search(collision, |answer| answers.push(answer));
        answers
    }
}
