//! Mass and inertia of a body of space.

use carom_mechanics::space::description::MassDescription;
use carom_mechanics::space::possible_moments;
use glam::{DMat3, DVec3};

use super::super::error::Fault;
use super::super::fields::Fields;
use super::super::said::PolyhedronSaid;
use crate::quantity::Dimension;

/// Keys of mass and inertia.
pub(super) const MASS_KEYS: [&str; 4] = ["mass", "density", "moments", "inertia"];

/// `mass` or `density`; `moments` (principal, along the axes of the body) or `inertia` (a matrix). Without mass and density, those
/// of the polyhedron.
pub(super) fn mass(fields: &Fields<'_>, polyhedron: Option<&PolyhedronSaid>) -> Result<MassDescription, Fault> {
    let given = MassDescription {
        mass: fields.positive("mass", Dimension::Mass)?,
        density: fields.positive("density", Dimension::SolidDensity)?,
        inertia: inertia(fields)?,
    };
    if given.mass.is_some() && given.density.is_some() {
        return Err(fields.fault("density", "give either mass or density, not both"));
    }
    match polyhedron {
        Some(polyhedron) if given == MassDescription::default() => Ok(scaled(polyhedron)),
        _ => Ok(given),
    }
}

fn inertia(fields: &Fields<'_>) -> Result<Option<DMat3>, Fault> {
    let moments = fields.array::<3>("moments", Dimension::Moment)?;
    let Some(rows) = fields.list("inertia")? else {
        if let Some(moment) = moments.into_iter().flatten().find(|moment| *moment <= 0.0) {
            return Err(fields.fault("moments", format!("expected three numbers above 0, got {moment}")));
        }
        let moments = moments.map(possible_moments).transpose().map_err(|problem| fields.fault("moments", problem))?;
        return Ok(moments.map(|moments| DMat3::from_diagonal(DVec3::from_array(moments))));
    };
    if moments.is_some() {
        return Err(fields.fault("inertia", "give either moments or inertia, not both"));
    }
    let row = |node| {
        let row = super::super::fields::vector::<DVec3>(node, Dimension::Moment, fields.scope);
        row.map_err(|problem| fields.fault("inertia", problem))
    };
    let [a, b, c] = rows else {
        return Err(fields.fault("inertia", format!("expected three rows of three numbers, got {}", rows.len())));
    };
    Ok(Some(DMat3::from_cols(row(a)?, row(b)?, row(c)?).transpose()))
}

/// Mass and moments of a polyhedron after scaling: with k = rho s_x s_y s_z the mass is k m; of the second moments
/// S_x = (J_y + J_z - J_x)/2 (and cyclic) each is k s_x^2 S_x, and J_x = S_y + S_z.
fn scaled(polyhedron: &PolyhedronSaid) -> MassDescription {
    let Some(mass) = polyhedron.mass else { return MassDescription::of_density(polyhedron.density) };
    let scale = polyhedron.scale;
    let k = polyhedron.density * scale[0] * scale[1] * scale[2];
    let diagonal = polyhedron.moments.map(|[x, y, z]| {
        if scale == [1.0; 3] {
            return DVec3::new(k * x, k * y, k * z);
        }
        let second = [y + z - x, z + x - y, x + y - z];
        let [a, b, c]: [f64; 3] = std::array::from_fn(|axis| 0.5 * k * scale[axis] * scale[axis] * second[axis]);
        DVec3::new(b + c, c + a, a + b)
    });
    MassDescription { mass: Some(k * mass), density: None, inertia: diagonal.map(DMat3::from_diagonal) }
}
