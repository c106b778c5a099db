//! Mass and inertia of a body, and which moments a body can have.
//!
//! Principal moments are sums of second moments of the mass, J_x = S_y + S_z and cyclic, with S >= 0. Hence none is above the sum of the
//! two others; equal to it only where the body is flat.

use glam::{DMat3, DVec3};

use super::description::BodyDescription;
use super::geometry::{Volume, principal};
use crate::error::{Bad, named};
use crate::magnitude::Magnitude;

/// A principal moment below this part of the largest is zero.
const NO_MOMENT: f64 = 1e-14;

/// Moments of a flat body as they are printed, with two digits: 0.33, 0.33 and 0.67.
const ROUNDED: f64 = 0.02;

/// Three principal moments, if a body can have them.
pub fn possible_moments(moments: [f64; 3]) -> Result<[f64; 3], String> {
    let [x, y, z] = moments;
    let largest = x.max(y).max(z);
    let others = x + y + z - largest;
    if largest <= (1.0 + ROUNDED) * others {
        return Ok(moments);
    }
    Err(format!(
        "no body has the principal moments {x}, {y} and {z}: expected none above the sum of the two others, got {largest} above {others}"
    ))
}

/// Mass and inertia about the centre of mass.
pub(super) fn mass_and_inertia(given: &BodyDescription, volumes: &Volume, centre: DVec3) -> Result<(f64, DMat3), Bad> {
    let weighed = given.shapes.iter().all(|shape| shape.density.is_some()) && !given.shapes.is_empty();
    let mass = match (given.mass.mass, given.mass.density) {
        (Some(_), Some(_)) => return Err(("mass", "give either mass or density, not both".into())),
        (Some(mass), None) => mass,
        (None, None) if !weighed => return Err(("mass", "a body that moves needs a mass or a density".into())),
        _ if volumes.volume > 0.0 => volumes.volume,
        _ => return Err(("density", "the shapes have no volume: give the mass".into())),
    };
    named("mass", Magnitude::MASS.positive(mass))?;
    let inertia = match given.mass.inertia {
        Some(inertia) => inertia,
        None if volumes.volume > 0.0 => volumes.inertia_about(centre) * (mass / volumes.volume),
        None => return Err(("moments", "cannot be computed without a shape that has a volume: give them".into())),
    };
    named("moments", check_inertia(inertia)).map(|inertia| (mass, inertia))
}

/// A symmetric matrix with positive principal moments.
fn check_inertia(inertia: DMat3) -> Result<DMat3, String> {
    let entries = inertia.to_cols_array();
    let largest = entries.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if !inertia.is_finite() {
        return Err("must be finite numbers".into());
    }
    let skew = (inertia - inertia.transpose()).to_cols_array();
    if skew.iter().any(|x| x.abs() > 1e-9 * largest) {
        return Err("must be a symmetric matrix".into());
    }
    let symmetric = (inertia + inertia.transpose()) * 0.5;
    let (moments, _) = principal(symmetric);
    if moments.min_element() <= NO_MOMENT * largest {
        let [x, y, z] = moments.to_array();
        return Err(format!("the principal moments of inertia must be positive, got {x}, {y}, {z}"));
    }
    moments.to_array().into_iter().try_for_each(|moment| Magnitude::MOMENT.positive(moment).map(|_| ()))?;
    possible_moments(moments.to_array()).map(|_| symmetric)
}
