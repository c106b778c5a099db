//! What contacts of a crowd begin with where their names are new: the impulses of those beside them that are gone.
//!
//! A face that lies on a face touches it in the corners of the patch they share. A turn by rounding makes another corner or a crossing of
//! edges of the same place; without its impulse a wall that stands would be shaken at every step.

use super::crowd::DIM;
use super::run::Stepper;
use carom_mechanics::{Model, Touch};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Least cosine between the normals of a contact and of its heir: contacts round a corner are others.
const ALIKE: f64 = 0.9;

/// Where a contact was, and the directions of its impulse: normal and tangents.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    point: [f64; 3],
    directions: [[f64; 3]; DIM],
}

impl Place {
    /// The vector of an impulse.
    fn vector(&self, impulse: &[f64]) -> DVec3 {
        self.directions.iter().zip(impulse).map(|(u, r)| *r * DVec3::from_array(*u)).sum()
    }
}

/// An impulse without a contact: the pair, the place and the vector.
pub(super) struct Legacy {
    pair: u32,
    place: Place,
    vector: DVec3,
}

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// The impulses of contacts of the last step that are no more; to be asked before the contacts of this step get theirs.
    pub(super) fn estate(&self) -> Vec<Legacy> {
        let all = self.last.iter().zip(&self.places).zip(self.impulses.chunks_exact(DIM));
        let gone = all.filter(|((touch, _), impulse)| impulse[0] > 0.0 && self.touches.binary_search(touch).is_err());
        gone.map(|((touch, place), impulse)| Legacy {
            pair: touch.site.pair,
            place: *place,
            vector: place.vector(impulse),
        })
        .collect()
    }

    /// Gives them to the nearest contacts of the same pairs that look the same way.
    pub(super) fn inherit(&mut self, estate: &[Legacy]) {
        let meets = &self.crowd.meets;
        self.places.clear();
        self.places.extend(meets.iter().map(|meet| Place { point: meet.point, directions: meet.directions }));
        for legacy in estate {
            let Some(k) = heir(legacy, &self.touches, &self.places) else { continue };
            for (r, u) in self.impulses[DIM * k..].iter_mut().zip(&self.places[k].directions) {
                *r += legacy.vector.dot(DVec3::from_array(*u));
            }
            self.kept[k] = !self.jolted;
        }
    }
}

/// The nearest contact of the same pair that looks the same way.
fn heir(legacy: &Legacy, touches: &[Touch], places: &[Place]) -> Option<usize> {
    let first = touches.partition_point(|touch| touch.site.pair < legacy.pair);
    let end = first + touches[first..].partition_point(|touch| touch.site.pair == legacy.pair);
    let [point, normal] = [legacy.place.point, legacy.place.directions[0]].map(DVec3::from_array);
    let alike = |k: &usize| DVec3::from_array(places[*k].directions[0]).dot(normal) >= ALIKE;
    let away = |k: &usize| DVec3::from_array(places[*k].point).distance_squared(point);
    (first..end).filter(alike).min_by(|a, b| away(a).total_cmp(&away(b)))
}
