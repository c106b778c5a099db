//! Systems in minimal coordinates within a world: their coordinates come after those of the bodies, their contacts are pairs
//! numbered after those of the bodies.

use super::world::World;
use crate::error::{Subject, WorldError};
use crate::mass::Mass;
use crate::model::Start;
use crate::model::{At, Contact, Energy, Pace, Site};
use crate::system::{Minimal, MinimalContact, MinimalDescription};

/// The systems of a world.
#[derive(Debug, Clone, Default)]
pub(super) struct Systems {
    /// Each with its first coordinate.
    all: Vec<(usize, Minimal)>,
    /// Number of the first contact's pair.
    first_pair: u32,
    /// System and contact of each pair from there on.
    contacts: Vec<(usize, usize)>,
}

impl Systems {
    /// The systems of a world of so many bodies; adds their coordinates to its start.
    pub fn new(given: &[MinimalDescription], bodies: usize, start: &mut Start) -> Result<Self, WorldError> {
        let mut systems = Self { first_pair: (bodies * bodies) as u32, ..Self::default() };
        for (index, description) in given.iter().enumerate() {
            let system = Minimal::new(description.clone(), start.t).map_err(|error| {
                WorldError::new(Subject::System(description.name.clone()), error.field, error.message)
            })?;
            systems.contacts.extend((0..system.contacts().len()).map(|contact| (index, contact)));
            let first = start.q.len();
            start.q.extend_from_slice(system.start().0);
            start.v.extend_from_slice(system.start().1);
            systems.all.push((first, system));
        }
        Ok(systems)
    }

    /// The part of an instant that is a system's own.
    fn own<'a>(&self, (first, system): &(usize, Minimal), at: At<'a>) -> At<'a> {
        let range = *first..first + system.coordinates().len();
        At { t: at.t, q: &at.q[range.clone()], v: &at.v[range] }
    }

    /// First coordinate, system and contact of a pair.
    fn contact(&self, pair: u32) -> Option<(usize, &Minimal, usize)> {
        let index = pair.checked_sub(self.first_pair)? as usize;
        let &(system, contact) = self.contacts.get(index)?;
        let (first, system) = &self.all[system];
        Some((*first, system, contact))
    }

    /// The description of the contact of a pair, and the system it belongs to.
    pub fn described(&self, pair: u32) -> Option<(&Minimal, &MinimalContact)> {
        self.contact(pair).map(|(_, system, contact)| (system, &system.contacts()[contact]))
    }

    pub fn mass(&self, q: &[f64], mass: &mut Mass) {
        for (first, system) in &self.all {
            let n = system.coordinates().len();
            mass.push(n, &system.mass_matrix(&q[*first..first + n]));
        }
    }

    pub fn force(&self, at: At, force: &mut [f64]) {
        for one in &self.all {
            let range = one.0..one.0 + one.1.coordinates().len();
            one.1.force(self.own(one, at), &mut force[range]);
        }
    }

    pub fn energy(&self, at: At, energy: &mut Energy) {
        for one in &self.all {
            let own = one.1.energy(self.own(one, at));
            energy.kinetic += own.kinetic;
            energy.potential += own.potential;
        }
    }

    pub fn power(&self, at: At) -> f64 {
        self.all.iter().map(|one| one.1.power(self.own(one, at))).sum()
    }

    pub fn is_driven(&self) -> bool {
        self.all.iter().any(|(_, system)| system.is_driven())
    }

    /// Adds the sites with a gap of at most `reach`.
    pub fn sites(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        for pair in (self.first_pair..).take(self.contacts.len()) {
            if self.gap(pair, t, q).is_some_and(|gap| gap <= reach) {
                sites.push(Site { pair, feature: 0 });
            }
        }
    }

    /// The gap of a pair that is a contact of a system.
    pub fn gap(&self, pair: u32, t: f64, q: &[f64]) -> Option<f64> {
        let (first, system, contact) = self.contact(pair)?;
        Some(system.gap(contact, t, &q[first..first + system.coordinates().len()]))
    }

    /// Fills the contact of a pair; false if it is none of a system.
    pub fn fill(&self, pair: u32, at: At, out: &mut Contact) -> bool {
        let Some((first, system, contact)) = self.contact(pair) else { return false };
        let range = first..first + system.coordinates().len();
        system.fill(contact, At { t: at.t, q: &at.q[range.clone()], v: &at.v[range] }, first, out);
        true
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The largest coordinate.
    pub fn extent(&self, at: At) -> f64 {
        let own = self.all.iter().flat_map(|one| self.own(one, at).q);
        own.fold(0.0, |most, q| most.max(q.abs()))
    }

    pub fn pace(&self, at: At) -> Pace {
        let mut pace = Pace { speed: 0.0, size: f64::INFINITY };
        for one in &self.all {
            pace.speed = pace.speed.max(one.1.speed(self.own(one, at)));
            pace.size = pace.size.min(one.1.size());
        }
        pace
    }

    pub fn next_corner(&self, t: f64) -> Option<f64> {
        self.all.iter().filter_map(|(_, system)| system.next_corner(t)).reduce(f64::min)
    }

    pub fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.all.iter().filter_map(|(_, system)| system.corner_before(t, end)).reduce(f64::min)
    }
}

impl World {
    /// The systems in minimal coordinates, each with its first coordinate.
    pub fn systems(&self) -> &[(usize, Minimal)] {
        &self.systems.all
    }

    /// The names of system and contact of a pair that is a contact of a system.
    pub fn system_pair(&self, pair: u32) -> Option<[&str; 2]> {
        self.systems.described(pair).map(|(system, contact)| [system.name(), contact.name.as_str()])
    }

    /// The pairs that are contacts of systems.
    pub fn system_pairs(&self) -> impl Iterator<Item = u32> {
        (self.systems.first_pair..).take(self.systems.contacts.len())
    }

    /// The lines drawn for a system at an instant.
    pub fn system_lines(&self, system: usize, at: At) -> Vec<Vec<[f64; 2]>> {
        self.systems.all.get(system).map_or_else(Vec::new, |one| one.1.lines(self.systems.own(one, at)))
    }
}
