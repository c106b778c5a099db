//! The tree of an expression and its value.

use carom_mechanics::signal::BodyState;

use super::arithmetic::Arithmetic;

/// A coordinate or velocity of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    X,
    Y,
    Z,
    Angle,
    /// A part of the unit quaternion, the real one first.
    Rotation(usize),
    Vx,
    Vy,
    Vz,
    Wx,
    Wy,
    /// About z, in the plane and in space.
    Spin,
}

/// The names of what may be known of a body, as in trajectory.csv.
pub(crate) type Channels = [(&'static str, Channel)];

impl Channel {
    pub const PLANE: &'static Channels = &[
        ("x", Self::X),
        ("y", Self::Y),
        ("angle", Self::Angle),
        ("vx", Self::Vx),
        ("vy", Self::Vy),
        ("spin", Self::Spin),
    ];

    pub const SPACE: &'static Channels = &[
        ("x", Self::X),
        ("y", Self::Y),
        ("z", Self::Z),
        ("qw", Self::Rotation(0)),
        ("qx", Self::Rotation(1)),
        ("qy", Self::Rotation(2)),
        ("qz", Self::Rotation(3)),
        ("vx", Self::Vx),
        ("vy", Self::Vy),
        ("vz", Self::Vz),
        ("wx", Self::Wx),
        ("wy", Self::Wy),
        ("wz", Self::Spin),
    ];

    fn of(self, state: &BodyState) -> f64 {
        match self {
            Self::X => state.x,
            Self::Y => state.y,
            Self::Z => state.z,
            Self::Angle => state.angle,
            Self::Rotation(part) => state.rotation[part],
            Self::Vx => state.vx,
            Self::Vy => state.vy,
            Self::Vz => state.vz,
            Self::Wx => state.tumble[0],
            Self::Wy => state.tumble[1],
            Self::Spin => state.spin,
        }
    }
}

/// Functions of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Negative,
    Not,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Sqrt,
    Exp,
    Ln,
    Abs,
    Sign,
    /// 1 from zero on, 0 before.
    Step,
    Floor,
    Ceil,
}

/// Functions and operators of two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// a - b floor(a / b)
    Modulo,
    Power,
    Min,
    Max,
    Atan2,
    Hypot,
    Less,
    LessOrEqual,
    Equal,
    Unequal,
    And,
    Or,
}

/// An expression whose names are resolved.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    Number(f64),
    Time,
    State(usize, Channel),
    /// A coordinate of a system.
    Coordinate(usize),
    /// Its velocity.
    Rate(usize),
    Unary(Unary, Box<Tree>),
    Binary(Binary, Box<Tree>, Box<Tree>),
    /// The second if the first is not zero, else the third.
    If(Box<[Tree; 3]>),
}

impl Tree {
    /// A function of one argument; of a number, a number.
    pub fn unary(function: Unary, a: Tree) -> Tree {
        Tree::Unary(function, Box::new(a)).folded()
    }

    /// A function of two arguments; of numbers, a number. What is taken no times, and nothing added, are left out: a variant may need them,
    /// and every evaluation would pay for them.
    pub fn binary(function: Binary, a: Tree, b: Tree) -> Tree {
        let nothing = |tree: &Tree| tree.number() == Some(0.0);
        match function {
            Binary::Multiply if (nothing(&a) || nothing(&b)) && !(a.is_unbounded() || b.is_unbounded()) => {
                Tree::Number(0.0)
            }
            Binary::Add if nothing(&a) && b.number().is_none() => b,
            Binary::Add | Binary::Subtract if nothing(&b) && a.number().is_none() => a,
            _ => Tree::Binary(function, Box::new(a), Box::new(b)).folded(),
        }
    }

    /// Whether it is a number that is infinite or none.
    fn is_unbounded(&self) -> bool {
        self.number().is_some_and(|number| !number.is_finite())
    }

    /// A choice; of a number, or between a number and the same again, what it always is.
    pub fn choice(condition: Tree, yes: Tree, no: Tree) -> Tree {
        match condition {
            _ if yes.number().is_some_and(|number| no.number() == Some(number)) => yes,
            Tree::Number(number) => {
                if number != 0.0 {
                    yes
                } else {
                    no
                }
            }
            condition => Tree::If(Box::new([condition, yes, no])),
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Tree::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn folded(self) -> Tree {
        let constant = match &self {
            Tree::Unary(_, a) => a.number().is_some(),
            Tree::Binary(_, a, b) => a.number().is_some() && b.number().is_some(),
            _ => false,
        };
        if constant { Tree::Number(self.value(0.0, &[])) } else { self }
    }

    /// The value at time `t`, with derivatives by time if `A` carries them (bodies count as constants then).
    pub fn value<A: Arithmetic>(&self, t: A, bodies: &[BodyState]) -> A {
        self.evaluate(&Look { t, bodies, q: &[], v: &[] })
    }

    /// The value where everything is as `look` says.
    pub fn evaluate<A: Arithmetic>(&self, look: &Look<'_, A>) -> A {
        let nothing = || A::constant(f64::NAN);
        match self {
            Tree::Number(number) => A::constant(*number),
            Tree::Time => look.t,
            Tree::State(body, channel) => look.bodies.get(*body).map_or_else(nothing, |s| A::constant(channel.of(s))),
            Tree::Coordinate(i) => look.q.get(*i).copied().unwrap_or_else(nothing),
            Tree::Rate(i) => look.v.get(*i).copied().unwrap_or_else(nothing),
            Tree::Unary(function, a) => a.evaluate(look).unary(*function),
            Tree::Binary(function, a, b) => a.evaluate(look).binary(*function, b.evaluate(look)),
            Tree::If(parts) => {
                let [condition, yes, no] = &**parts;
                let chosen = if condition.evaluate(look).value() != 0.0 { yes } else { no };
                chosen.evaluate(look)
            }
        }
    }

    /// Whether it depends on time and on nothing else.
    pub fn is_of_time(&self) -> bool {
        let state = |part: &Tree| matches!(part, Tree::State(..) | Tree::Coordinate(_) | Tree::Rate(_));
        self.has(|part| *part == Tree::Time) && !self.has(state)
    }

    /// Whether some part of it is of a kind.
    pub fn has(&self, kind: fn(&Tree) -> bool) -> bool {
        kind(self)
            || match self {
                Tree::Unary(_, a) => a.has(kind),
                Tree::Binary(_, a, b) => a.has(kind) || b.has(kind),
                Tree::If(parts) => parts.iter().any(|part| part.has(kind)),
                _ => false,
            }
    }
}

/// What an expression looks at.
pub(crate) struct Look<'a, A> {
    /// Time.
    pub t: A,
    /// The bodies of a world.
    pub bodies: &'a [BodyState],
    /// The coordinates of a system, and their velocities.
    pub q: &'a [A],
    pub v: &'a [A],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_the_same_is_a_number() {
        let early = || Tree::binary(Binary::Less, Tree::Time, Tree::Number(1.0));
        let nothing = Tree::binary(Binary::Multiply, Tree::Number(0.0), Tree::unary(Unary::Sin, Tree::Time));
        assert_eq!(Tree::choice(early(), nothing, Tree::Number(0.0)), Tree::Number(0.0));
        assert!(matches!(Tree::choice(early(), Tree::Number(2.0), Tree::Number(0.0)), Tree::If(_)));
        assert!(matches!(Tree::choice(early(), Tree::Time, Tree::Time), Tree::If(_)), "only numbers are compared");
    }
}
