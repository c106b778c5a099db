//! The boundary of a convex shape: straight lines and circles, in the frame of the body (origin at the centre of mass).
//!
//! A vertex is a circle of radius zero, a round end or an arc is a circle of which only a sector belongs to the
//! boundary, a disc is a whole circle. The sector of a vertex is its cone of outward normals; so the sectors of all
//! circles and the normals of all lines together go round once.

use glam::DVec2;

/// Two faces whose distances differ by less than this part of the size count as equally near: a thousand times the
/// error with which an exact method holds positions, and as much as bodies may overlap at the start.
pub(crate) const TIE: f64 = 1e-9;

/// The angle from one vector counter-clockwise to another, in (-pi, pi]; exact also for directions that nearly agree,
/// where an arc cosine would lose half the digits.
pub(crate) fn angle_between(from: DVec2, to: DVec2) -> f64 {
    from.perp_dot(to).atan2(from.dot(to))
}

/// The directions within `half` of `middle`; infinite for a whole circle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sector {
    /// Unit vector.
    pub middle: DVec2,
    /// Half the angle.
    pub half: f64,
}

impl Sector {
    /// All directions.
    pub const ALL: Self = Self { middle: DVec2::X, half: f64::INFINITY };

    /// From the direction of one unit vector counter-clockwise to that of another, less than a full turn.
    pub fn between(from: DVec2, to: DVec2) -> Self {
        let mut angle = angle_between(from, to);
        // A turn by less than rounding the wrong way is no turn.
        if angle < -1e-12 {
            angle += std::f64::consts::TAU;
        }
        let half = 0.5 * angle.max(0.0);
        Self { middle: DVec2::from_angle(half).rotate(from), half }
    }

    /// Angle by which a direction lies outside; negative inside.
    pub fn excess(&self, direction: DVec2) -> f64 {
        if self.half.is_infinite() {
            return f64::NEG_INFINITY;
        }
        angle_between(self.middle, direction).abs() - self.half
    }

    /// Whether a direction lies inside or so little outside that the two points differ by less than rounding (1e-9
    /// squared).
    pub fn faces(&self, direction: DVec2) -> bool {
        self.excess(direction) <= 1e-9
    }

    /// Unit vectors of its two ends; for a whole circle there are none.
    pub fn ends(&self) -> Option<[DVec2; 2]> {
        let end = |angle: f64| DVec2::from_angle(angle).rotate(self.middle);
        self.half.is_finite().then(|| [end(-self.half), end(self.half)])
    }

    /// The same sector in a frame turned by `rotation`.
    pub fn turned(&self, rotation: DVec2) -> Self {
        Self { middle: rotation.rotate(self.middle), half: self.half }
    }
}

/// A straight face from `start` along z x normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    /// Its first point going counter-clockwise round the shape.
    pub start: DVec2,
    /// Outward unit normal.
    pub normal: DVec2,
    /// Infinite for a half-space.
    pub length: f64,
}

impl Line {
    /// The face from one point to another.
    pub fn between(start: DVec2, end: DVec2) -> Self {
        let along = (end - start).normalize_or(DVec2::X);
        Self { start, normal: -along.perp(), length: start.distance(end) }
    }

    /// Signed distance of a point, positive outside.
    pub fn distance(&self, point: DVec2) -> f64 {
        self.normal.dot(point - self.start)
    }

    /// How far the foot of a point is from the nearer end, negative outside; infinite for a line without ends.
    pub fn inset(&self, point: DVec2) -> f64 {
        if self.length.is_infinite() {
            return f64::INFINITY;
        }
        let along = self.normal.perp().dot(point - self.start);
        along.min(self.length - along)
    }
}

/// A side of an outline as seen from a corner at one of its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Edge {
    /// Its other end.
    pub end: DVec2,
    /// The centre of an arc.
    pub arc: Option<DVec2>,
}

/// The sides that meet at a sharp corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Edges {
    /// The one before it and the one after it, counter-clockwise.
    Two([Edge; 2]),
    /// A rod without thickness, whose other end this is.
    Rod(DVec2),
}

/// A round face or a vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Circle {
    /// Centre.
    pub centre: DVec2,
    /// Zero for a vertex.
    pub radius: f64,
    /// The directions from the centre that belong to the boundary.
    pub sector: Sector,
    /// Whether the whole circle lies in the material (round ends and corners; not the shallow arc of a lens).
    pub inside: bool,
    /// The sides that meet at a sharp vertex; empty for a point and for what is round.
    pub edges: Option<Edges>,
}

impl Circle {
    /// A vertex between two sides, with its cone of normals.
    pub fn vertex(centre: DVec2, sector: Sector, edges: [Edge; 2]) -> Self {
        Self { centre, radius: 0.0, sector, inside: true, edges: Some(Edges::Two(edges)) }
    }

    /// Whether the point of the circle in a direction belongs to the body: within the sector, or anywhere if the whole circle lies in the
    /// material. The rest of a shallow arc's circle, its centre too, may be far outside.
    pub fn belongs(&self, direction: DVec2) -> bool {
        self.inside || self.sector.faces(direction)
    }

    /// Unit vector from the centre to a point and the distance; the middle of the sector if they coincide.
    pub fn direction(&self, point: DVec2) -> (DVec2, f64) {
        let d = point - self.centre;
        let distance = d.length();
        if distance > 0.0 { (d / distance, distance) } else { (self.sector.middle, 0.0) }
    }
}

/// What kind of set the boundary encloses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Convex, with an inside.
    Solid,
    /// A segment without thickness: two lines, one for each side.
    Thin,
    /// Everything behind one line.
    HalfSpace,
    /// Everything outside one circle.
    Hollow,
}

/// The boundary of a shape. Faces are numbered: lines first, then circles.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outline {
    /// Straight faces.
    pub lines: Vec<Line>,
    /// Round faces and vertices.
    pub circles: Vec<Circle>,
    /// What it encloses.
    pub kind: Kind,
    /// Largest distance of a point of the shape from the origin of the body; infinite if it has no end.
    pub reach: f64,
    /// Radius of the shape itself: what is small is small compared with it.
    pub size: f64,
}

/// The middle of the centres that lie in the material: that of a shallow arc may be far away.
fn middle(circles: &[Circle]) -> DVec2 {
    let within: Vec<DVec2> = circles.iter().filter(|circle| circle.inside).map(|circle| circle.centre).collect();
    within.iter().sum::<DVec2>() / within.len().max(1) as f64
}

/// A face by its number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Face<'a> {
    /// Straight.
    Line(&'a Line),
    /// Round or a vertex.
    Circle(&'a Circle),
}

impl Outline {
    /// An outline of faces, with its extent.
    pub fn new(kind: Kind, lines: Vec<Line>, circles: Vec<Circle>) -> Self {
        let mut outline = Self { lines, circles, kind, reach: f64::INFINITY, size: 1.0 };
        let middle = middle(&outline.circles);
        let far = |from: DVec2| outline.circles.iter().map(|c| farthest(c, from)).fold(0.0, f64::max);
        match kind {
            Kind::Solid | Kind::Thin => (outline.reach, outline.size) = (far(DVec2::ZERO), far(middle)),
            Kind::Hollow => outline.size = outline.circles.iter().map(|c| c.radius).fold(0.0, f64::max),
            Kind::HalfSpace => {}
        }
        outline
    }

    /// A face by its number.
    pub fn face(&self, face: u32) -> Option<Face<'_>> {
        let face = face as usize;
        match self.lines.get(face) {
            Some(line) => Some(Face::Line(line)),
            None => self.circles.get(face - self.lines.len()).map(Face::Circle),
        }
    }

    /// Whether the boundary is one whole circle or a point.
    pub fn is_round(&self) -> bool {
        self.lines.is_empty()
    }

    /// The least width of a solid; infinite for others: what has no thickness at all has sides that are told apart otherwise.
    pub fn width(&self) -> f64 {
        if self.kind != Kind::Solid {
            return f64::INFINITY;
        }
        let across = |u: DVec2| self.support(u) + self.support(-u);
        let lines = self.lines.iter().map(|line| across(line.normal));
        let arcs = self.circles.iter().filter(|circle| circle.radius > 0.0).map(|circle| across(circle.sector.middle));
        lines.chain(arcs).fold(f64::INFINITY, f64::min)
    }

    /// Largest u . p over the shape; infinite without end.
    pub fn support(&self, u: DVec2) -> f64 {
        if matches!(self.kind, Kind::HalfSpace | Kind::Hollow) {
            return f64::INFINITY;
        }
        let of = |c: &Circle| if c.belongs(u) { u.dot(c.centre) + c.radius } else { f64::NEG_INFINITY };
        self.circles.iter().map(of).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Distance from a point to the farthest point of a sector.
fn farthest(circle: &Circle, from: DVec2) -> f64 {
    let (away, distance) = circle.direction(from);
    match circle.sector.ends() {
        Some(ends) if circle.sector.excess(-away) > 0.0 => {
            ends.iter().map(|&end| from.distance(circle.centre + circle.radius * end)).fold(0.0, f64::max)
        }
        _ => distance + circle.radius,
    }
}
