//! Impacts by a method that has a rule of its own and does not follow the law of a pair: time stepping and penalty.
//!
//! Where rule and law give the same velocities there is nothing to say: kinds of restitution differ only with friction and where normal and
//! tangential impulses feel each other, and a disc on a floor is the same by most laws. So both are asked at the impacts of a run.

use crate::record::Record;
use carom_impact::laws::{BuiltIn, Kane, Stronge};
use carom_impact::{Coefficients, Contact, Law, Velocity, resolve, space};
use carom_mechanics::PairLaw;
use glam::DVec2;

/// Velocities that differ by less than this part of those before are the same: far above rounding and what paths of impulses are off by.
const SAME: f64 = 1e-6;

/// What a method does at an impact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Newton's restitution with Coulomb friction on the velocities after the step: Kane's law.
    Step,
    /// A stiff spring with damping and friction along the way: close to Stronge's law.
    Spring,
}

impl Rule {
    /// The law that the rule is, with the coefficients of a pair.
    fn law(self, pair: &PairLaw) -> Option<BuiltIn> {
        let mu = pair.friction.slipping(f64::INFINITY);
        let mu_static = pair.friction.sticking().map(|most| most.max(mu));
        let given = Coefficients { e: Some(pair.restitution), mu: Some(mu), mu_static, ..Coefficients::default() };
        match self {
            Self::Step => Kane::new(&given).ok().map(BuiltIn::Kane),
            Self::Spring => Stronge::new(&given).ok().map(BuiltIn::Stronge),
        }
    }

    /// What is done, in words.
    fn says(self) -> &'static str {
        match self {
            Self::Step => "stepping takes Newton's restitution with Coulomb friction on the velocities after the step",
            Self::Spring => "penalty takes a spring with damping, and friction along its way",
        }
    }
}

/// Warns, once for each law, that an impact was not by the law of its pair; `whom` are the two bodies in words, `g` is what impulses do
/// along the directions of the contact (normal first, by rows), `before` its velocities along them.
pub(crate) fn warn(
    record: &mut Record,
    (t, whom): (f64, &dyn Fn() -> String),
    (rule, pair): (Rule, &PairLaw),
    (g, before): (&[f64], &[f64]),
) {
    let name = pair.impact.name();
    let end = format!(" and not the law {name} of the pair, which gives other velocities; events follow it");
    let told = |record: &Record| record.warnings.iter().any(|text| text.ends_with(&end));
    let Some(own) = rule.law(pair) else { return };
    if own.name() == name || told(record) || !differs([&pair.impact, &own], g, before) {
        return;
    }
    let (whom, says) = (whom(), rule.says());
    record.warnings.push(format!("at t = {t} s, at the impact of {whom}, {says},{end}"));
}

/// Whether two laws give different velocities. Contacts without tangents, on a line, have none that could differ.
fn differs(laws: [&BuiltIn; 2], g: &[f64], before: &[f64]) -> bool {
    let dim = before.len();
    if before[0] >= 0.0 || (1..dim).all(|i| g[i * dim + i] <= 0.0) {
        return false;
    }
    let after = |law| if dim == 2 { in_plane(law, g, before) } else { in_space(law, g, before) };
    let speed = before.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    match laws.map(after) {
        [Some(a), Some(b)] => a.iter().zip(&b).any(|(a, b)| (a - b).abs() > SAME * speed),
        [a, b] => a.is_some() || b.is_some(),
    }
}

fn in_plane(law: &BuiltIn, g: &[f64], before: &[f64]) -> Option<[f64; 3]> {
    let most = (g[0] * g[3]).max(0.0).sqrt();
    let local = Contact { a: g[0], b: (-g[1]).clamp(-most, most), c: g[3], d: 0.0, e: 0.0, f: 0.0 };
    let before = Velocity { normal: before[0], tangential: before[1], moment: 0.0 };
    let outcome = resolve(law, &carom_impact::Collision::new(local, before).ok()?);
    outcome.has_numbers().then_some([outcome.after.normal, outcome.after.tangential, 0.0])
}

fn in_space(law: &BuiltIn, g: &[f64], before: &[f64]) -> Option<[f64; 3]> {
    let rows = [0, 1, 2].map(|i| [0, 1, 2].map(|j| g[3 * i + j]));
    let before = space::Velocity { normal: before[0], tangential: DVec2::new(before[1], before[2]) };
    let law = space::Law::from_plane(*law).ok()?;
    let outcome = space::resolve(&law, &space::Collision::new(rows, before).ok()?);
    let after = outcome.answers.first()?.answer.after;
    Some([after.normal, after.tangential.x, after.tangential.y])
}
