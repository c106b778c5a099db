//! The law of a contact: impact law and coefficients, friction of lasting contact, penalty.

use carom_impact::laws;
use carom_impact::{Coefficient, CoefficientError, Coefficients};
use carom_mechanics::{Friction, PairLaw, Penalty, PenaltyGiven};

use super::demand::Demand;
use super::error::Fault;
use super::fields::Fields;
use super::material::{Material, find, read_coefficients};
use super::nearest::nearest;
use crate::quantity::Dimension;

/// The law of contacts that say none: it never creates energy.
const DEFAULT_LAW: &str = "glocker-pfeiffer";

/// Keys of a law. The coefficients are among the keys of the contact.
pub(super) const LAW_KEYS: [&str; 13] = [
    "law",
    "material",
    "friction",
    "slip-speed",
    "penalty",
    "e",
    "mu",
    "mu_static",
    "nu",
    "e_t",
    "e_m",
    "e_mc",
    "e_me",
];

/// Whether a contact says anything about its law.
pub(super) fn says_law(fields: &Fields<'_>) -> bool {
    LAW_KEYS.iter().any(|key| fields.has(key))
}

/// The law of a contact; `penalty` is that of the run.
pub(super) fn law(
    fields: &Fields<'_>,
    materials: &[Material],
    default: Option<PenaltyGiven>,
) -> Result<PairLaw, Fault> {
    let mut coefficients = match fields.text("material")? {
        Some(name) => find(materials, &name, &[]).map_err(|problem| fields.fault("material", problem))?,
        None => own_coefficients(fields, materials)?,
    };
    read_coefficients(fields, &mut coefficients)?;
    if !fields.has("law") {
        coefficients.e = coefficients.e.or(Some(0.0));
        coefficients.mu = coefficients.mu.or(Some(0.0));
    }
    fields.note("law", &Demand::words(laws::CATALOGUE.iter().map(|law| law.name)));
    let name = fields.text("law")?.unwrap_or_else(|| DEFAULT_LAW.to_owned());
    let impact = laws::by_name(&name, &coefficients).map_err(|error| law_fault(fields, &name, &error))?;
    let restitution = coefficients.e.unwrap_or(0.0);
    if !(0.0..=1.0).contains(&restitution) {
        return Err(fields.fault("e", format!("expected a restitution from 0 to 1, got {restitution}")));
    }
    Ok(PairLaw {
        impact,
        restitution,
        friction: friction(fields, &name, &coefficients)?,
        penalty: penalty(fields)?.or(default),
    })
}

/// The coefficients of `materials = [m, m]`: those of the `[[material]]` m, if the scene has it. Coefficients belong to a pair, and those
/// of two materials say nothing of what happens between them.
fn own_coefficients(fields: &Fields<'_>, materials: &[Material]) -> Result<Coefficients, Fault> {
    let both = fields.get("materials").map(|_| fields.pair("materials")).transpose()?.flatten();
    let same = both.filter(|[a, b]| a == b).map(|[name, _]| name);
    let own = same.and_then(|name| materials.iter().find(|material| material.name == name));
    Ok(own.map_or_else(Coefficients::default, |material| material.coefficients))
}

/// Without a contact that says it is the default, nothing rebounds and nothing rubs.
pub(super) fn plain_law(penalty: Option<PenaltyGiven>) -> Result<PairLaw, Fault> {
    let coefficients = Coefficients { e: Some(0.0), mu: Some(0.0), ..Coefficients::default() };
    let impact = laws::by_name(DEFAULT_LAW, &coefficients)
        .map_err(|error| Fault::new(super::error::Origin::Nowhere, "contact", error.to_string()))?;
    Ok(PairLaw { impact, restitution: 0.0, friction: Friction::Coulomb { mu: 0.0 }, penalty })
}

/// An error of a law at the key that causes it.
fn law_fault(fields: &Fields<'_>, name: &str, error: &laws::LawError) -> Fault {
    match error {
        laws::LawError::Unknown { .. } => {
            let near = nearest(name, laws::CATALOGUE.iter().map(|law| law.name));
            let hint = near.map_or(String::new(), |best| format!("; did you mean \"{best}\"?"));
            fields.fault("law", format!("{error}{hint}"))
        }
        laws::LawError::Coefficient(inner) => match inner {
            CoefficientError::Missing { .. } if fields.has("materials") => {
                let advice = "say it here, or name a [[material]] that has it: material = \"NAME\"";
                fields.fault("law", format!("{inner}; two materials have none in common, {advice}"))
            }
            CoefficientError::Missing { .. } => fields.fault("law", inner),
            CoefficientError::OutOfRange { name, .. } => fields.fault(name.as_str(), inner),
            CoefficientError::StaticBelowKinetic { .. } => fields.fault(Coefficient::MuStatic.as_str(), inner),
        },
    }
}

/// The law whose mu has a sign.
const SIGNED: &str = "brach";

#[derive(Clone, Copy)]
enum FrictionKind {
    Coulomb,
    StaticKinetic,
    Exponential,
    Regularised,
    Falling,
    Smoothed,
}

const FRICTION: [(&str, FrictionKind); 6] = [
    ("coulomb", FrictionKind::Coulomb),
    ("static-kinetic", FrictionKind::StaticKinetic),
    ("exponential", FrictionKind::Exponential),
    ("regularised", FrictionKind::Regularised),
    ("falling", FrictionKind::Falling),
    ("smoothed", FrictionKind::Smoothed),
];

fn friction(fields: &Fields<'_>, law: &str, coefficients: &Coefficients) -> Result<Friction, Fault> {
    let mu = coefficients.mu.unwrap_or(0.0);
    // Laws without friction do not look at it, lasting contact does. The signed impulse ratio of Brach's law has the size of a coefficient.
    if mu < 0.0 && law != SIGNED {
        return Err(fields.fault("mu", format!("expected a coefficient of friction of 0 or more, got {mu}")));
    }
    let mu = mu.abs();
    let mu_static = coefficients.mu_static.unwrap_or(mu);
    if mu_static < mu {
        return Err(fields.fault("mu_static", format!("expected at least mu = {mu}, got {mu_static}")));
    }
    let default = if mu_static > mu { FrictionKind::StaticKinetic } else { FrictionKind::Coulomb };
    let kind = fields.choice("friction", &FRICTION)?.unwrap_or(default);
    if fields.has("mu_static") && mu_static > mu && matches!(kind, FrictionKind::Coulomb | FrictionKind::Smoothed) {
        let problem = "this kind of friction has only mu: leave mu_static out, or take friction = \"static-kinetic\"";
        return Err(fields.fault("mu_static", problem));
    }
    let speed = fields.positive("slip-speed", Dimension::Velocity)?;
    let speed = || speed.ok_or_else(|| fields.missing("slip-speed"));
    Ok(match kind {
        FrictionKind::Coulomb => Friction::Coulomb { mu },
        FrictionKind::StaticKinetic => Friction::StaticKinetic { mu_static, mu },
        FrictionKind::Exponential => Friction::Exponential { mu_static, mu, speed: speed()? },
        FrictionKind::Regularised => Friction::Regularised { mu_static, mu, speed: speed()? },
        FrictionKind::Falling => Friction::Falling { mu_static, mu, speed: speed()? },
        FrictionKind::Smoothed => Friction::Smoothed { mu, speed: speed()? },
    })
}

/// Depth at which damping is full unless said otherwise: small against bodies, large against rounding [m].
const DAMPING_DEPTH: f64 = 1e-5;
/// Slip below which friction is smoothed unless said otherwise [m/s].
const SLIP_SPEED: f64 = 1e-3;

/// `penalty = { stiffness, exponent, damping, damping-depth, slip-speed }`: with a stiffness a spring of its own, without damping unless that
/// is given; without one those of the method with what is given in their place.
pub(super) fn penalty(fields: &Fields<'_>) -> Result<Option<PenaltyGiven>, Fault> {
    const KEYS: [&str; 5] = ["stiffness", "exponent", "damping", "damping-depth", "slip-speed"];
    let Some(inside) = fields.child("penalty", &KEYS)? else { return Ok(None) };
    let stiffness = inside.positive("stiffness", Dimension::Stiffness)?;
    let given = PenaltyGiven {
        stiffness,
        exponent: inside.positive("exponent", Dimension::None)?,
        damping: Some(inside.not_negative_or("damping", Dimension::Damping, 0.0)?).filter(|_| inside.has("damping")),
        damping_depth: inside.positive("damping-depth", Dimension::Length)?,
        slip_speed: inside.positive("slip-speed", Dimension::Velocity)?,
    };
    if stiffness.is_none() && given.exponent.is_some() {
        return Err(inside.missing("stiffness"));
    }
    let rest = |stiffness| Penalty {
        stiffness,
        exponent: 1.0,
        damping: 0.0,
        damping_depth: DAMPING_DEPTH,
        slip_speed: SLIP_SPEED,
    };
    Ok(Some(stiffness.map_or(given, |stiffness| given.over(rest(stiffness)).into())))
}
