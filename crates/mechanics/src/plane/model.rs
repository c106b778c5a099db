//! A world answers what a method asks.

use smallvec::SmallVec;

use super::body::Body;
use super::force::Force;
use super::kinematics::Kinematics;
use super::world::World;
use crate::joint_rows::write;
use crate::mass::Mass;
use crate::model::{At, Contact, Energy, JointRow, Model, Pace, Site, Touch};
use crate::pair_law::PairLaw;
use crate::signal::Jolt;

impl Model for World {
    fn positions(&self) -> usize {
        self.start.q.len()
    }

    fn velocities(&self) -> usize {
        self.start.v.len()
    }

    fn tangents(&self) -> usize {
        1
    }

    fn rate(&self, _: &[f64], v: &[f64], rate: &mut [f64]) {
        rate.copy_from_slice(v);
    }

    fn displace(&self, q: &mut [f64], d: &[f64]) {
        q.iter_mut().zip(d).for_each(|(q, d)| *q += d);
    }

    fn mass(&self, q: &[f64], mass: &mut Mass) {
        mass.clear();
        for body in self.bodies.iter().filter(|body| body.is_free()) {
            let (m, j) = (body.mass, body.moment);
            mass.push(3, &[m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, j]);
        }
        self.systems.mass(q, mass);
    }

    fn mass_is_constant(&self) -> bool {
        self.systems.is_empty()
    }

    fn force(&self, at: At, force: &mut [f64]) {
        self.weights(force);
        if !self.forces.is_empty() {
            self.scene(at, |scene| self.forces.iter().for_each(|one| one.add(scene, force)));
        }
        self.systems.force(at, force);
    }

    fn load(&self, at: At, load: &mut [f64]) -> bool {
        if !self.forces.iter().any(Force::has_stiffness) {
            return false;
        }
        self.weights(load);
        let applied = self.forces.iter().filter(|force| matches!(force, Force::Applied { .. }));
        self.scene(at, |scene| applied.for_each(|one| one.add(scene, load)));
        self.systems.force(at, load);
        true
    }

    fn force_depends_on_velocity(&self) -> bool {
        !self.forces.is_empty() || !self.systems.is_empty()
    }

    /// Bodies and springs; what looks at the states of all may feel any of them.
    fn bonds(&self, visit: &mut dyn FnMut(usize, usize)) -> bool {
        if !self.systems.is_empty() || self.forces.iter().any(Force::needs_states) {
            return false;
        }
        for first in self.bodies.iter().filter_map(|body| body.coordinate()) {
            (first + 1..first + 3).for_each(|other| visit(first, other));
        }
        let coordinate = |body: Option<usize>| body.and_then(|body| self.bodies[body].coordinate());
        for force in &self.forces {
            if let [Some(a), Some(b)] = force.bodies().map(coordinate) {
                visit(a, b);
            }
        }
        true
    }

    fn joints(&self, at: At, rows: &mut Vec<JointRow>) {
        let mut used = 0;
        for (index, joint) in self.joints.iter().enumerate() {
            let a = self.bodies[joint.a].kinematics(at);
            let b = joint.b.map_or(Kinematics::WORLD, |b| self.bodies[b].kinematics(at));
            joint.rows(&a, &b, |error, fill| write(rows, &mut used, index, error, fill));
        }
        rows.truncate(used);
    }

    fn sites(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        self.near_sites(t, q, reach, sites, None);
        self.systems.sites(t, q, reach, sites);
    }

    fn sites_of_overlaps(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>, sunk: &mut Vec<Touch>) {
        sunk.clear();
        self.near_sites(t, q, reach, sites, Some(sunk));
        sunk.sort_unstable();
        self.systems.sites(t, q, reach, sites);
    }

    fn gap(&self, site: Site, t: f64, q: &[f64]) -> (f64, u32) {
        self.systems.gap(site.pair, t, q).map_or_else(|| self.site_gap(site, t, q), |gap| (gap, 0))
    }

    fn face_between(&self, site: Site, t: f64, q: &[f64]) -> Option<u32> {
        if self.systems.described(site.pair).is_some() { None } else { self.site_face(site, t, q) }
    }

    fn margin(&self, touch: Touch, t: f64, q: &[f64]) -> f64 {
        if self.systems.described(touch.site.pair).is_some() { f64::INFINITY } else { self.touch_margin(touch, t, q) }
    }

    fn contact(&self, touch: Touch, at: At, contact: &mut Contact) {
        if !self.systems.fill(touch.site.pair, at, contact) {
            self.fill_contact(touch, |body| self.bodies[body].kinematics(at), contact);
        }
    }

    /// Where most bodies touch something each is looked at once.
    fn contacts(&self, touches: &[Touch], at: At, contacts: &mut Vec<Contact>) {
        contacts.resize_with(touches.len(), Contact::default);
        let bodies = if 2 * touches.len() < self.bodies.len() { SmallVec::new() } else { self.kinematics(at) };
        for (touch, contact) in touches.iter().zip(contacts) {
            if bodies.is_empty() {
                self.contact(*touch, at, contact);
            } else if !self.systems.fill(touch.site.pair, at, contact) {
                self.fill_contact(*touch, |body| bodies[body], contact);
            }
        }
    }

    fn law(&self, pair: u32) -> &PairLaw {
        self.systems.described(pair).map_or_else(|| self.pairs.law(pair), |(_, contact)| &contact.law)
    }

    fn overlap(&self, t: f64, q: &[f64]) -> Option<(f64, String)> {
        let places: Vec<_> = self.bodies.iter().map(|body| body.place(t, q)).collect();
        let (depth, i, j) = self.deepest_overlap(&places)?;
        Some((depth, format!("\"{}\" and \"{}\"", self.bodies[i].name, self.bodies[j].name)))
    }

    fn pair_name(&self, pair: u32) -> String {
        if let Some([system, contact]) = self.system_pair(pair) {
            return format!("\"{system}\" at \"{contact}\"");
        }
        let (first, second) = self.bodies_of_pair(pair);
        format!("\"{}\" and \"{}\"", self.bodies[first].name, self.bodies[second].name)
    }

    fn pace(&self, at: At) -> Pace {
        self.fastest(at)
    }

    fn extent(&self, at: At) -> f64 {
        let places = self.bodies.iter().filter_map(|body| body.coordinate()).flat_map(|i| &at.q[i..i + 2]);
        places.fold(self.systems.extent(at), |most, q| most.max(q.abs()))
    }

    fn is_apart(&self) -> bool {
        self.pairs.apart && self.systems.is_empty()
    }

    fn thickness(&self, pair: Option<u32>) -> f64 {
        let Some(pair) = pair else {
            return self.bodies.iter().map(|body| body.width).fold(f64::INFINITY, f64::min);
        };
        if self.systems.described(pair).is_some() {
            return f64::INFINITY;
        }
        let [a, b] = <[usize; 2]>::from(self.pairs.members(pair)).map(|body| &self.bodies[body]);
        if a.unbounded || b.unbounded { f64::INFINITY } else { a.width.min(b.width) }
    }

    fn closing_speed(&self, at: At) -> f64 {
        if self.systems.is_empty() { self.fastest_together(at) } else { self.fastest(at).speed }
    }

    fn energy(&self, at: At) -> Energy {
        let mut energy = Energy::default();
        for body in &self.bodies {
            if let Some(i) = body.coordinate() {
                let (q, v) = (&at.q[i..i + 3], &at.v[i..i + 3]);
                energy.kinetic += 0.5 * (body.mass * (v[0] * v[0] + v[1] * v[1]) + body.moment * v[2] * v[2]);
                energy.potential -= body.mass * (self.gravity.x * q[0] + self.gravity.y * q[1]);
            }
        }
        if !self.forces.is_empty() {
            energy.potential += self.scene(at, |scene| self.forces.iter().map(|one| one.potential(scene)).sum::<f64>());
        }
        self.systems.energy(at, &mut energy);
        energy
    }

    /// v . F without gravity, plus the rate of the potentials: nothing of springs whose ends nobody moves.
    fn power(&self, at: At) -> f64 {
        let own = self.systems.power(at);
        if self.forces.is_empty() {
            return own;
        }
        let mut push = vec![0.0; at.v.len()];
        let moved = (0..self.bodies.len()).any(|body| self.is_prescribed(body));
        let stored = self.scene(at, |scene| {
            let working = self.forces.iter().filter(|one| moved || one.is_driven());
            working.clone().for_each(|one| one.add(scene, &mut push));
            working.map(|one| one.potential_rate(scene)).sum::<f64>()
        });
        push.iter().zip(at.v).map(|(f, v)| f * v).sum::<f64>() + stored + own
    }

    fn is_driven(&self) -> bool {
        let moved = (0..self.bodies.len()).any(|body| self.is_prescribed(body));
        moved || self.systems.is_driven() || self.forces.iter().any(Force::is_driven)
    }

    fn coordinate_name(&self, coordinate: usize) -> String {
        let owns = |body: &&Body| body.coordinate().is_some_and(|start| (start..start + 3).contains(&coordinate));
        self.bodies
            .iter()
            .find(owns)
            .map_or_else(|| format!("coordinate {coordinate}"), |body| format!("\"{}\"", body.name))
    }

    fn joint_name(&self, joint: usize) -> String {
        self.joints.get(joint).map_or_else(|| format!("joint {joint}"), |joint| format!("joint \"{}\"", joint.name))
    }

    fn kinks(&self, at: At, kinks: &mut Vec<f64>) {
        kinks.clear();
        if self.forces.iter().any(Force::has_kinks) {
            self.scene(at, |scene| self.forces.iter().for_each(|one| one.kinks(scene, kinks)));
        }
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        self.corner_after(t)
    }

    fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.corner_within(t, end)
    }

    fn jolt(&self, before: f64, after: f64) -> Jolt {
        self.jolt_of_motions(before, after)
    }
}
