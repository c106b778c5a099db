//! A world answers what a method asks.

use glam::{DMat3, DVec3};

use super::body::Body;
use super::force::Force;
use super::geometry::has_patch;
use super::kinematics::{Pose, rate};
use super::pad::Pad;
use super::stop::Stop;
use super::tree::Links;
use super::world::World;
use crate::joint_rows::write;
use crate::mass::Mass;
use crate::model::{At, Contact, Energy, JointRow, Meeting, Model, Pace, Site, Touch};
use crate::pair_law::PairLaw;
use crate::signal::Jolt;
use crate::tree::Tree;

impl Model for World {
    fn positions(&self) -> usize {
        self.start.q.len()
    }

    fn velocities(&self) -> usize {
        self.start.v.len()
    }

    fn tangents(&self) -> usize {
        2
    }

    fn rate(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        for [i, k] in self.bodies.iter().filter_map(|body| body.coordinates()) {
            rate(&q[i..], &v[k..], &mut out[i..]);
        }
        for [i, k] in self.pads.iter().flat_map(Pad::coordinates) {
            out[i] = v[k];
        }
    }

    fn displace(&self, q: &mut [f64], d: &[f64]) {
        for [i, k] in self.bodies.iter().filter_map(|body| body.coordinates()) {
            let [along, turn] = [k, k + 3].map(|k| DVec3::from_slice(&d[k..]));
            Pose::read(&q[i..]).displaced(along, turn).write(&mut q[i..]);
        }
        for [i, k] in self.pads.iter().flat_map(Pad::coordinates) {
            q[i] += d[k];
        }
    }

    fn mass(&self, q: &[f64], mass: &mut Mass) {
        mass.clear();
        for body in &self.bodies {
            if let Some([i, _]) = body.coordinates() {
                let m = body.mass;
                let along = |m: f64| [m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, m];
                mass.push_inverted(3, &along(m), &along(1.0 / m));
                let r = DMat3::from_quat(Pose::read(&q[i..]).rotation);
                let turned = |local: DMat3| (r * (local * r.transpose())).to_cols_array();
                mass.push_inverted(3, &turned(body.inertia), &turned(body.inverse_inertia));
            }
        }
        self.pads.iter().for_each(|pad| pad.add_mass(mass));
    }

    fn force(&self, at: At, force: &mut [f64]) {
        force.fill(0.0);
        for body in self.bodies.iter().filter(|body| body.is_free()) {
            let k = body.kinematics(at);
            let gyroscopic = k.pose.momentum(body.inertia, k.spin).cross(k.spin);
            k.turn(gyroscopic, force);
            if let Some(start) = k.start {
                let weight = body.mass * self.gravity;
                force[start..start + 3].copy_from_slice(&weight.to_array());
            }
        }
        self.pads.iter().for_each(|pad| pad.add_force(force));
        self.push(at, force);
    }

    fn joints(&self, at: At, rows: &mut Vec<JointRow>) {
        let mut used = 0;
        for (index, joint) in self.joints.iter().enumerate() {
            let [a, b] = self.joined(index, at);
            joint.rows(&a, &b, |error, fill| write(rows, &mut used, index, error, fill));
        }
        rows.truncate(used);
    }

    fn tree(&self) -> Option<Box<dyn Tree + '_>> {
        Links::new(self).map(|links| Box::new(links) as Box<dyn Tree>)
    }

    fn sites(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        self.near_sites(t, q, reach, sites, None);
        self.near_stops(t, q, reach, sites);
        self.near_pads(q, reach, sites);
    }

    fn sites_of_overlaps(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>, sunk: &mut Vec<Touch>) {
        sunk.clear();
        self.near_sites(t, q, reach, sites, Some(sunk));
        sunk.sort_unstable();
        self.near_stops(t, q, reach, sites);
        self.near_pads(q, reach, sites);
    }

    fn gap(&self, site: Site, t: f64, q: &[f64]) -> (f64, u32) {
        match (self.stop(site.pair), self.pad(site.pair)) {
            (Some(stop), _) => (self.stop_gap(stop, site.feature, t, q), 0),
            (None, Some(pad)) => (pad.gap(q), 0),
            (None, None) => self.site_gap(site, t, q),
        }
    }

    fn touches(&self, at: At, time: f64, least: f64, touches: &mut Vec<(Touch, f64)>) {
        self.near_touches(at, time, least, touches);
        let mut stops = Vec::new();
        self.near_stops(at.t, at.q, least, &mut stops);
        self.near_pads(at.q, least, &mut stops);
        touches.extend(stops.iter().map(|&site| (Touch { site, face: 0 }, self.gap(site, at.t, at.q).0)));
    }

    fn is_apart(&self) -> bool {
        self.pairs.apart && self.stops.is_empty()
    }

    fn is_sharp(&self, pair: u32) -> bool {
        if self.joint_of_pair(pair).is_some() {
            return false;
        }
        let (first, second) = self.bodies_of_pair(pair);
        let of_second = || self.bodies[second].solids.iter();
        self.bodies[first].solids.iter().any(|a| of_second().any(|b| has_patch(a, b)))
    }

    fn margin(&self, touch: Touch, t: f64, q: &[f64]) -> f64 {
        if self.joint_of_pair(touch.site.pair).is_some() { f64::INFINITY } else { self.touch_margin(touch, t, q) }
    }

    fn companions(&self, site: Site, companions: &mut Vec<Site>) {
        companions.clear();
        if self.joint_of_pair(site.pair).is_none() {
            self.points_of_rim(site, companions);
        }
    }

    fn take_turns(&self, one: Touch, other: Touch) -> bool {
        one.site.pair == other.site.pair
            && self.joint_of_pair(one.site.pair).is_none()
            && (self.is_end_of(one, other) || self.is_end_of(other, one))
    }

    fn contact(&self, touch: Touch, at: At, contact: &mut Contact) {
        match (self.stop(touch.site.pair), self.pad(touch.site.pair)) {
            (Some(stop), _) => {
                let [a, b] = self.joined(stop.joint, at);
                stop.fill(touch.site.feature != 0, &self.joints[stop.joint], &a, &b, contact);
            }
            (None, Some(pad)) => {
                let [a, b] = self.joined(pad.joint, at);
                pad.fill(&self.joints[pad.joint], [&a, &b], at.q, contact);
            }
            (None, None) => self.fill_contact(touch, at, contact),
        }
    }

    fn meetings(&self, touches: &[(Touch, f64)], at: At, visit: &mut dyn FnMut(Touch, &Meeting)) -> bool {
        if self.joints.is_empty() {
            self.visit_meetings(touches, at, visit);
        }
        self.joints.is_empty()
    }

    fn law(&self, pair: u32) -> &PairLaw {
        let own = self.stop(pair).map(|stop| &stop.law).or_else(|| self.pad(pair).map(|pad| &pad.law));
        own.unwrap_or_else(|| self.pairs.law(pair))
    }

    fn pair_name(&self, pair: u32) -> String {
        if let Some(joint) = self.joint_of_pair(pair) {
            let what = if self.pad(pair).is_some() { "friction" } else { "stops" };
            return format!("the {what} of {}", self.joint_name(joint));
        }
        let (first, second) = self.bodies_of_pair(pair);
        format!("\"{}\" and \"{}\"", self.bodies[first].name, self.bodies[second].name)
    }

    /// Pairs of sharp polyhedra, and those with a cylinder, whose rims may come to others so suddenly that no step sees it.
    fn overlap(&self, t: f64, q: &[f64]) -> Option<(f64, String)> {
        let (depth, i, j) = self.deepest_unseen(t, q)?;
        Some((depth, format!("\"{}\" and \"{}\"", self.bodies[i].name, self.bodies[j].name)))
    }

    fn pace(&self, at: At) -> Pace {
        self.fastest(at)
    }

    fn extent(&self, at: At) -> f64 {
        let places = self.bodies.iter().filter_map(|body| body.coordinates()).flat_map(|[i, _]| &at.q[i..i + 3]);
        places.fold(0.0, |most, q| most.max(q.abs()))
    }

    fn energy(&self, at: At) -> Energy {
        let mut energy = Energy::default();
        for body in self.bodies.iter().filter(|body| body.is_free()) {
            let k = body.kinematics(at);
            let turning = k.spin.dot(k.pose.momentum(body.inertia, k.spin));
            energy.kinetic += 0.5 * (body.mass * k.velocity.length_squared() + turning);
            energy.potential -= body.mass * self.gravity.dot(k.pose.position);
        }
        if !self.forces.is_empty() {
            energy.potential += self.scene(at, |scene| self.forces.iter().map(|one| one.potential(scene)).sum::<f64>());
        }
        energy
    }

    /// v . F without gravity, plus the rate of the potentials.
    fn power(&self, at: At) -> f64 {
        if self.forces.is_empty() && self.rubs.is_empty() {
            return 0.0;
        }
        let mut push = vec![0.0; at.v.len()];
        self.push(at, &mut push);
        let stored = self.scene(at, |scene| self.forces.iter().map(|one| one.potential_rate(scene)).sum::<f64>());
        push.iter().zip(at.v).map(|(f, v)| f * v).sum::<f64>() + stored
    }

    fn is_driven(&self) -> bool {
        (0..self.bodies.len()).any(|body| self.is_prescribed(body))
            || !self.rubs.is_empty()
            || self.forces.iter().any(Force::is_driven)
    }

    fn coordinate_name(&self, coordinate: usize) -> String {
        let owns = |body: &&Body| body.coordinates().is_some_and(|[_, start]| (start..start + 6).contains(&coordinate));
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

impl World {
    /// Whether there are springs, applied forces or friction of joints.
    pub(super) fn pushes(&self) -> bool {
        !self.forces.is_empty() || !self.rubs.is_empty()
    }

    /// Adds springs, applied forces and the friction of joints.
    pub(super) fn push(&self, at: At, force: &mut [f64]) {
        if !self.forces.is_empty() {
            self.scene(at, |scene| self.forces.iter().for_each(|one| one.add(scene, force)));
        }
        for rub in &self.rubs {
            let [a, b] = self.joined(rub.joint, at);
            rub.add(&self.joints[rub.joint], [&a, &b], at.v, force);
        }
    }

    fn stop_gap(&self, stop: &Stop, feature: u32, t: f64, q: &[f64]) -> f64 {
        let still = vec![0.0; self.start.v.len()];
        let [a, b] = self.joined(stop.joint, At { t, q, v: &still });
        stop.gap(feature != 0, &self.joints[stop.joint], &a, &b)
    }

    /// Adds the stops with a gap of at most `reach`; they come after all pairs of bodies.
    fn near_stops(&self, t: f64, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        for (stop, pair) in self.stops.iter().zip(self.first_stop()..) {
            for feature in [0, 1] {
                if self.stop_gap(stop, feature, t, q) <= reach {
                    sites.push(Site { pair, feature });
                }
            }
        }
    }

    /// Adds the pads, which come after all stops.
    fn near_pads(&self, q: &[f64], reach: f64, sites: &mut Vec<Site>) {
        let pads = self.pads.iter().zip(self.first_pad()..).filter(|(pad, _)| pad.gap(q) <= reach);
        sites.extend(pads.map(|(_, pair)| Site { pair, feature: 0 }));
    }
}
