//! Forces that are no numbers: an expression of the scene has no value there.

use carom_mechanics::{At, Model};

/// How far behind an instant forces are looked at, as part of the time: an expression may end just there.
const JUST_BEHIND: f64 = 1e-9;

/// The verdict on forces of an instant if one of them is not finite.
pub(crate) fn of_forces<M: Model + ?Sized>(model: &M, t: f64, forces: &[f64]) -> Option<String> {
    let coordinate = forces.iter().position(|force| !force.is_finite())?;
    let (whom, force) = (model.coordinate_name(coordinate), forces[coordinate]);
    Some(format!("at t = {t} s the force on {whom} is {force} from here on: look at its expression"))
}

/// The same where no step of size h can be made: of the forces here, at its end, and just behind.
pub(crate) fn of_step<M: Model + ?Sized>(model: &M, At { t, q, v }: At, h: f64) -> Option<String> {
    let mut forces = vec![0.0; v.len()];
    [0.0, h, JUST_BEHIND * (1.0 + t.abs())].into_iter().find_map(|after| {
        model.force(At { t: t + after, q, v }, &mut forces);
        of_forces(model, t, &forces)
    })
}
