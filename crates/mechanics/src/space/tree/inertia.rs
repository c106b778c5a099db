//! Inertias of a body and all that hangs on it, as seen at a joint: symmetric matrices over (alpha, w').
//!
//! ```text
//!     (force, torque) = [A  B; B^T  C] (alpha, w')
//! ```

use glam::{DMat3, DVec3};

/// A symmetric matrix of three rows.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Symmetric {
    xx: f64,
    xy: f64,
    xz: f64,
    yy: f64,
    yz: f64,
    zz: f64,
}

impl Symmetric {
    /// R J R^T.
    #[inline]
    pub fn turned(r: &DMat3, j: &DMat3) -> Self {
        let m = *r * *j;
        // Entry (i, j) of (R J) R^T by the columns of R J and of R.
        let ([a, b, c], [u, v, w]) = ([m.x_axis, m.y_axis, m.z_axis], [r.x_axis, r.y_axis, r.z_axis]);
        Self {
            xx: a.x * u.x + b.x * v.x + c.x * w.x,
            xy: a.x * u.y + b.x * v.y + c.x * w.y,
            xz: a.x * u.z + b.x * v.z + c.x * w.z,
            yy: a.y * u.y + b.y * v.y + c.y * w.y,
            yz: a.y * u.z + b.y * v.z + c.y * w.z,
            zz: a.z * u.z + b.z * v.z + c.z * w.z,
        }
    }

    #[inline]
    pub fn times(&self, v: DVec3) -> DVec3 {
        DVec3::new(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )
    }

    /// The columns.
    #[inline]
    fn columns(&self) -> [DVec3; 3] {
        [
            DVec3::new(self.xx, self.xy, self.xz),
            DVec3::new(self.xy, self.yy, self.yz),
            DVec3::new(self.xz, self.yz, self.zz),
        ]
    }

    /// Adds factor u u^T.
    #[inline]
    fn add_square(&mut self, factor: f64, u: DVec3) {
        let f = factor * u;
        self.xx += f.x * u.x;
        self.xy += f.x * u.y;
        self.xz += f.x * u.z;
        self.yy += f.y * u.y;
        self.yz += f.y * u.z;
        self.zz += f.z * u.z;
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        self.xx += other.xx;
        self.xy += other.xy;
        self.xz += other.xz;
        self.yy += other.yy;
        self.yz += other.yz;
        self.zz += other.zz;
    }
}

/// A, B by its columns, and C.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Articulated {
    along: Symmetric,
    mixed: [DVec3; 3],
    turn: Symmetric,
}

impl Articulated {
    /// Becomes a body of this mass, with its centre of mass at -r from the joint and this inertia about the joint: A = m, B = m [r]x.
    #[inline]
    pub fn begin(&mut self, mass: f64, r: DVec3, turn: Symmetric) {
        self.along = Symmetric { xx: mass, xy: 0.0, xz: 0.0, yy: mass, yz: 0.0, zz: mass };
        let m = mass * r;
        self.mixed = [DVec3::new(0.0, m.z, -m.y), DVec3::new(-m.z, 0.0, m.x), DVec3::new(m.y, -m.x, 0.0)];
        self.turn = turn;
    }

    /// (force, torque) of (alpha, w').
    #[inline]
    pub fn times(&self, &[alpha, turn]: &[DVec3; 2]) -> [DVec3; 2] {
        let [x, y, z] = self.mixed;
        [
            self.along.times(alpha) + x * turn.x + y * turn.y + z * turn.z,
            DVec3::new(x.dot(alpha), y.dot(alpha), z.dot(alpha)) + self.turn.times(turn),
        ]
    }

    /// (force, torque) of a turn alone.
    #[inline]
    pub fn times_turn(&self, turn: DVec3) -> [DVec3; 2] {
        let [x, y, z] = self.mixed;
        [x * turn.x + y * turn.y + z * turn.z, self.turn.times(turn)]
    }

    /// Takes out u u^T / d.
    #[inline]
    pub fn release(&mut self, &[along, turn]: &[DVec3; 2], inverse: f64) {
        self.along.add_square(-inverse, along);
        self.turn.add_square(-inverse, turn);
        let f = -inverse * along;
        let [x, y, z] = &mut self.mixed;
        *x += f * turn.x;
        *y += f * turn.y;
        *z += f * turn.z;
    }

    /// Adds what another one is at a joint that is at d from its own: X^T A X with X (alpha, w') = (alpha - d x w', w').
    #[inline]
    pub fn add_shifted(&mut self, other: &Self, d: DVec3) {
        let [x, y, z] = other.along.columns();
        let [p, q, r] = other.mixed;
        // B - A [d]x.
        let (u, v, w) = (p - (d.z * y - d.y * z), q - (d.x * z - d.z * x), r - (d.y * x - d.x * y));
        self.mixed[0] += u;
        self.mixed[1] += v;
        self.mixed[2] += w;
        // C + ([d]x B)^T + [d]x (B - A [d]x).
        let (p, q, r) = (d.cross(p), d.cross(q), d.cross(r));
        let (u, v, w) = (d.cross(u), d.cross(v), d.cross(w));
        self.turn.add(&other.turn);
        self.turn.xx += p.x + u.x;
        self.turn.xy += p.y + v.x;
        self.turn.xz += p.z + w.x;
        self.turn.yy += q.y + v.y;
        self.turn.yz += q.z + w.y;
        self.turn.zz += r.z + w.z;
        self.along.add(&other.along);
    }

    /// A^-1 of a force.
    pub fn along(&self, force: DVec3) -> DVec3 {
        let [x, y, z] = self.along.columns();
        DMat3::from_cols(x, y, z).inverse() * force
    }
}
