//! Sliding contacts whose friction pulls them closed (Painleve): a contact that gives way has an answer all the same, but it is that of its
//! stiffness.
//!
//! ```text
//!     D_N' = p N + b,   p = G_NN - mu G_NT s / |s|
//! ```
//!
//! With p < 0 a force N grows without end until the slip stops, at a pace of sqrt(k |p|).

use super::run::Soft;
use crate::hold::terms::directions;
use crate::record::Record;
use carom_mechanics::Model;

/// By this word the sentence is known.
const DEPENDS: &str = "what follows depends on the stiffness of the contact";

/// p counts as negative below this part of G_NN: rounding.
const NEGATIVE: f64 = -1e-9;

/// Warns, once, of a contact whose friction pulls it closed.
pub(super) fn warn<M: Model + ?Sized>(soft: &mut Soft<'_, M>, t: f64, record: &mut Record) {
    let slides = |k: &usize| soft.forces[*k].tangential.iter().any(|force| *force != 0.0);
    let sliding: Vec<usize> = (0..soft.forces.len()).filter(slides).collect();
    if sliding.is_empty() || record.warnings.iter().any(|text| text.ends_with(DEPENDS)) {
        return;
    }
    let tangents = soft.model.tangents();
    for k in sliding {
        let of_contact: Vec<_> = directions(&soft.terms.contacts[k], tangents).collect();
        let g = soft.response.matrix(&soft.terms, &of_contact);
        let force = &soft.forces[k];
        let pull: f64 = (0..tangents).map(|a| g[1 + a] * force.tangential[a] / force.normal).sum();
        if g[0] + pull < NEGATIVE * g[0] {
            let whom = soft.model.pair_name(force.touch.site.pair);
            record.warnings.push(format!(
                "at t = {t} s the friction of {whom} pulls their contact closed (Painleve, p = {:.6e}): {DEPENDS}",
                g[0] + pull
            ));
            return;
        }
    }
}
