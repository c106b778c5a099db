//! Where labels go: of many candidates the one that covers least.

use super::canvas::Pixel;

/// A rectangle that may be turned, as the room of a label or of a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    pub(super) centre: Pixel,
    pub(super) half: (f64, f64),
    /// Angle of its long side from the x axis, clockwise as the sheet's y goes down (rad).
    pub(super) angle: f64,
}

/// What labels should stay clear of.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    /// Labels and markers: must not be covered.
    pub(super) rooms: Vec<Room>,
    /// Names: must not be covered, nor continued by another name, with which they would read as one formula.
    pub(super) names: Vec<Room>,
    /// Lines: had better not be crossed, each at its own cost.
    pub(super) segments: Vec<(Pixel, Pixel, f64)>,
}

/// Cost of a pixel of overlap with a label or marker.
const OVERLAP: f64 = 30.0;
/// Least distance of two names along their lines [px].
const APART: f64 = 24.0;
/// Markers this near the start of a leader line do not hinder it [px].
const NEAR: f64 = 3.0;
/// Cost of a leader line behind a label or marker.
const LEADER_OVER: f64 = 120.0;

impl Room {
    /// An upright room.
    pub(super) fn upright(centre: Pixel, half: (f64, f64)) -> Self {
        Self { centre, half, angle: 0.0 }
    }

    /// The same, wider by a distance all round.
    fn grown(&self, by: f64) -> Self {
        Self { half: (self.half.0 + by, self.half.1 + by), ..*self }
    }

    fn axes(&self) -> [Pixel; 2] {
        let (sin, cos) = self.angle.sin_cos();
        [(cos, sin), (-sin, cos)]
    }

    /// Corners in order.
    pub(super) fn corners(&self) -> [Pixel; 4] {
        let [u, v] = self.axes();
        [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)].map(|(a, b)| {
            let (x, y) = (a * self.half.0, b * self.half.1);
            (self.centre.0 + x * u.0 + y * v.0, self.centre.1 + x * u.1 + y * v.1)
        })
    }

    /// How deep two rooms overlap (separating axes); zero or less if they are apart.
    pub(super) fn depth(&self, other: &Self) -> f64 {
        let corners = (self.corners(), other.corners());
        let axes = self.axes().into_iter().chain(other.axes());
        let depth = axes.map(|axis| {
            let (low, high) = span(&corners.0, axis);
            let (other_low, other_high) = span(&corners.1, axis);
            (high - other_low).min(other_high - low)
        });
        depth.fold(f64::INFINITY, f64::min)
    }

    /// True if a segment passes through.
    pub(super) fn is_crossed(&self, (from, to): (Pixel, Pixel)) -> bool {
        let [u, v] = self.axes();
        let local = |p: Pixel| {
            let (x, y) = (p.0 - self.centre.0, p.1 - self.centre.1);
            (x * u.0 + y * u.1, x * v.0 + y * v.1)
        };
        let (a, b) = (local(from), local(to));
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        for (at, along, half) in [(a.0, b.0 - a.0, self.half.0), (a.1, b.1 - a.1, self.half.1)] {
            if along.abs() < 1e-12 {
                if at.abs() > half {
                    return false;
                }
                continue;
            }
            let (one, other) = ((-half - at) / along, (half - at) / along);
            start = start.max(one.min(other));
            end = end.min(one.max(other));
        }
        start < end
    }
}

/// True if two segments cross.
fn crosses((a, b): (Pixel, Pixel), (c, d): (Pixel, Pixel)) -> bool {
    let side = |p: Pixel, q: Pixel, r: Pixel| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Projection of corners on an axis.
fn span(corners: &[Pixel; 4], axis: Pixel) -> (f64, f64) {
    let along = corners.map(|corner| corner.0 * axis.0 + corner.1 * axis.1);
    (along.into_iter().fold(f64::INFINITY, f64::min), along.into_iter().fold(f64::NEG_INFINITY, f64::max))
}

impl Obstacles {
    /// What a label in a room would cover, as a cost.
    pub(super) fn cost(&self, room: &Room) -> f64 {
        let wide = room.grown(2.0);
        let covered: f64 = self.rooms.iter().map(|other| wide.depth(other).max(0.0)).sum();
        let long = Room { half: (room.half.0 + APART, room.half.1 + 3.0), ..*room };
        let continued: f64 = self.names.iter().map(|other| long.depth(other).max(0.0)).sum();
        let crossed = self.segments.iter().filter(|(from, to, _)| wide.is_crossed((*from, *to)));
        OVERLAP * (covered + continued) + crossed.map(|(_, _, cost)| cost).sum::<f64>()
    }

    /// What a leader line would cross, as a cost: labels and markers, but not those around its start.
    pub(super) fn leader_cost(&self, (from, to): (Pixel, Pixel)) -> f64 {
        let around = |room: &Room| Room::upright(from, (0.5, 0.5)).depth(&room.grown(NEAR)) > 0.0;
        let crossed = self.rooms.iter().filter(|room| !around(room) && room.grown(1.5).is_crossed((from, to)));
        let lines = self.segments.iter().filter(|(start, end, _)| crosses((from, to), (*start, *end)));
        LEADER_OVER * crossed.count() as f64 + lines.map(|(_, _, cost)| 0.3 * cost).sum::<f64>()
    }

    /// The cheapest of candidates, each with a cost of its own; the first of equals.
    pub(super) fn best<T>(&self, candidates: impl Iterator<Item = (Room, f64, T)>) -> Option<(Room, f64, T)> {
        let priced = candidates.map(|(room, own, what)| (room, own + self.cost(&room), what));
        priced.fold(None, |best, new| match best {
            Some((_, cost, _)) if cost <= new.1 => best,
            _ => Some(new),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_of_turned_rooms() {
        let one = Room::upright((0.0, 0.0), (10.0, 2.0));
        let turned = Room { centre: (0.0, 9.0), half: (10.0, 2.0), angle: std::f64::consts::FRAC_PI_2 };
        assert!((one.depth(&turned) - 3.0).abs() < 1e-12);
        let apart = Room { centre: (0.0, 13.0), ..turned };
        assert!(one.depth(&apart) < 0.0);
    }

    #[test]
    fn segments_through_a_room_are_seen() {
        let room = Room { centre: (5.0, 5.0), half: (4.0, 1.0), angle: std::f64::consts::FRAC_PI_4 };
        assert!(room.is_crossed(((0.0, 10.0), (10.0, 0.0))));
        assert!(!room.is_crossed(((0.0, 4.0), (4.0, 8.0))));
        assert!(!room.is_crossed(((20.0, 20.0), (30.0, 30.0))));
    }

    #[test]
    fn a_name_does_not_continue_another() {
        let first = Room::upright((0.0, 0.0), (30.0, 7.0));
        let obstacles = Obstacles { names: vec![first], ..Default::default() };
        assert!(obstacles.cost(&Room::upright((70.0, 0.0), (30.0, 7.0))) > 0.0);
        assert!(obstacles.cost(&Room::upright((0.0, 20.0), (30.0, 7.0))) == 0.0);
    }

    #[test]
    fn a_leader_behind_a_label_costs() {
        let label = Room::upright((20.0, 0.0), (9.0, 9.0));
        let obstacles = Obstacles { rooms: vec![label], ..Default::default() };
        assert!(obstacles.leader_cost(((0.0, 0.0), (40.0, 0.0))) > 0.0);
        assert!(obstacles.leader_cost(((0.0, 0.0), (0.0, 40.0))) == 0.0);
    }

    #[test]
    fn the_free_candidate_wins() {
        let taken = Room::upright((0.0, 0.0), (5.0, 5.0));
        let obstacles = Obstacles { rooms: vec![taken], ..Default::default() };
        let candidates = [(taken, 0.0, "taken"), (Room::upright((20.0, 0.0), (5.0, 5.0)), 1.0, "free")];
        assert_eq!(obstacles.best(candidates.into_iter()).unwrap().2, "free");
    }
}
