//! Bodies that feel each other at an instant, by forces, joints or contacts, and those that do not.

use crate::algebra::islands::Islands;
use crate::hold::terms::Terms;
use carom_mechanics::Model;

/// The components of y = (q, v) in islands. `None` where it is not known who feels whom, or positions are not one for one those of the
/// velocities, as in space.
pub(super) fn of<M: Model + ?Sized>(model: &M, terms: &Terms) -> Option<Vec<Vec<usize>>> {
    let n = model.velocities();
    if model.positions() != n {
        return None;
    }
    let mut islands = Islands::default();
    islands.reset(2 * n);
    if !model.bonds(&mut |a, b| islands.join(a, b)) {
        return None;
    }
    (0..n).for_each(|i| islands.join(i, n + i));
    let contacts = terms.contacts.iter().map(|contact| &contact.along_normal);
    for along in terms.joints.iter().map(|joint| &joint.direction).chain(contacts) {
        along.row.entries().windows(2).for_each(|pair| islands.join(pair[0].0, pair[1].0));
    }
    islands.list(0);
    Some(islands.groups().map(<[usize]>::to_vec).collect())
}
