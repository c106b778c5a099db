//! What parameters measure, inferred from the values that they are part of: in `position = [0, "= -half_width - gap"]` both are lengths, in
//! `"= amplitude*sin(2*pi*f*t)"` f is a frequency.
//!
//! Every expression is an equation between powers of metre, kilogram and second. Sums have one measure, of products the only unknown factor is
//! what is left, functions of angles take angles. The equations are gone through until nothing new is found; what stays open has no unit.

use super::expression::{Binary, Channel, Names, Tree, Unary, parse};
use crate::quantity::{self, Dimension};

/// Times the equations are gone through: chains of parameters are short.
const PASSES: usize = 12;

/// Of numbers without length, mass and time, and of one per second.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sort {
    Plain,
    Angle,
    /// Turns, not radians.
    Turns,
}

/// Powers of metre, kilogram and second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Measure {
    powers: [f64; 3],
    sort: Sort,
}

const NUMBER: Measure = Measure { powers: [0.0; 3], sort: Sort::Plain };
const ANGLE: Measure = Measure { powers: [0.0; 3], sort: Sort::Angle };

impl Measure {
    fn of(dimension: Dimension) -> Self {
        let (powers, sort) = match dimension {
            Dimension::None => ([0, 0, 0], Sort::Plain),
            Dimension::Angle => ([0, 0, 0], Sort::Angle),
            Dimension::Length => ([1, 0, 0], Sort::Plain),
            Dimension::Mass => ([0, 1, 0], Sort::Plain),
            Dimension::Time => ([0, 0, 1], Sort::Plain),
            Dimension::Velocity => ([1, 0, -1], Sort::Plain),
            Dimension::AngularVelocity => ([0, 0, -1], Sort::Angle),
            Dimension::Frequency => ([0, 0, -1], Sort::Turns),
            Dimension::Acceleration => ([1, 0, -2], Sort::Plain),
            Dimension::Force => ([1, 1, -2], Sort::Plain),
            Dimension::Torque => ([2, 1, -2], Sort::Plain),
            Dimension::Torsion => ([2, 1, -2], Sort::Angle),
            Dimension::TorsionDamping => ([2, 1, -1], Sort::Angle),
            Dimension::Stiffness => ([0, 1, -2], Sort::Plain),
            Dimension::Damping => ([0, 1, -1], Sort::Plain),
            Dimension::Density => ([-2, 1, 0], Sort::Plain),
            Dimension::SolidDensity => ([-3, 1, 0], Sort::Plain),
            Dimension::Moment => ([2, 1, 0], Sort::Plain),
        };
        Self { powers: powers.map(f64::from), sort }
    }

    /// The dimension with these powers, if there is one; what turns is in radians unless it is known to be in turns.
    fn dimension(self) -> Option<Dimension> {
        let same = |dimension: &Dimension| Self::of(*dimension).powers == self.powers;
        let alike = Dimension::ALL.into_iter().filter(same).find(|dimension| Self::of(*dimension).sort == self.sort);
        let turning = Self::of(Dimension::AngularVelocity);
        if self.powers == turning.powers && self.sort == Sort::Plain {
            return Some(Dimension::AngularVelocity);
        }
        alike.or_else(|| Dimension::ALL.into_iter().find(same))
    }

    fn times(self, other: Self, power: f64) -> Self {
        let powers = std::array::from_fn(|k| self.powers[k] + power * other.powers[k]);
        Self { powers, sort: Sort::Plain }
    }

    fn to_the(self, power: f64) -> Self {
        if power == 1.0 { self } else { NUMBER.times(self, power) }
    }
}

/// A parameter as it is said.
pub(super) struct Said<'s> {
    pub name: &'s str,
    /// Its expressions without the =, those of a list all, or its text with a unit.
    pub expressions: Vec<&'s str>,
    pub quantity: Option<&'s str>,
    /// What its uses alone say.
    pub known: Option<Dimension>,
}

/// What parameters measure, given the expressions that are asked for something: those that are found and were not known.
pub(super) fn infer(parameters: &[Said], equations: &[(String, Dimension)]) -> Vec<Option<Dimension>> {
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    let read = |text: &str| parse(text, &mut Placeholders { names: &names }).ok();
    let of_parameter = |(k, parameter): (usize, &Said)| -> Vec<(usize, Tree)> {
        parameter.expressions.iter().filter_map(|text| Some((k, read(text)?))).collect()
    };
    let own: Vec<(usize, Tree)> = parameters.iter().enumerate().flat_map(of_parameter).collect();
    let asked: Vec<(Tree, Measure)> =
        equations.iter().filter_map(|(text, dimension)| Some((read(text)?, Measure::of(*dimension)))).collect();
    let mut inference = Inference { known: parameters.iter().map(start).collect() };
    for _ in 0..PASSES {
        let before = inference.known.clone();
        for (tree, want) in &asked {
            inference.demand(tree, *want);
        }
        for (k, tree) in &own {
            match inference.known[*k] {
                Some(want) => inference.demand(tree, want),
                None if tree.number().is_some() => {}
                None => inference.known[*k] = inference.measure(tree),
            }
            inference.explore(tree);
        }
        if inference.known == before {
            break;
        }
    }
    let found = |(parameter, known): (&Said, &Option<Measure>)| match parameter.known {
        Some(_) => None,
        None => known.and_then(Measure::dimension),
    };
    parameters.iter().zip(&inference.known).map(found).collect()
}

/// What is known of a parameter before any equation.
fn start(parameter: &Said) -> Option<Measure> {
    let with_unit = |text: &str| {
        let plain = quantity::parse(text, Dimension::None).is_ok();
        let found = Dimension::ALL.into_iter().find(|dimension| quantity::parse(text, *dimension).is_ok());
        found.filter(|_| !plain)
    };
    parameter.known.or_else(|| parameter.quantity.and_then(with_unit)).map(Measure::of)
}

/// Parameters stand for themselves: `Tree::Coordinate(k)` is parameter k.
struct Placeholders<'n> {
    names: &'n [&'n str],
}

impl Names for Placeholders<'_> {
    fn plain(&mut self, name: &str) -> Result<Tree, String> {
        match name {
            "pi" => Ok(Tree::Number(std::f64::consts::PI)),
            "t" => Ok(Tree::Time),
            "i" => Ok(Tree::Number(1.0)),
            _ => self.names.iter().position(|known| *known == name).map(Tree::Coordinate).ok_or_else(String::new),
        }
    }

    fn element(&mut self, name: &str, _: f64) -> Result<Tree, String> {
        self.plain(name)
    }

    fn list(&mut self, _: &str) -> Result<Vec<f64>, String> {
        Err(String::new())
    }

    fn state(&mut self, _: &str, channel: &str) -> Result<Tree, String> {
        let all = Channel::PLANE.iter().chain(Channel::SPACE);
        let found = all.into_iter().find(|(name, _)| *name == channel);
        found.map(|(_, channel)| Tree::State(0, *channel)).ok_or_else(String::new)
    }
}

/// What is known of each parameter.
struct Inference {
    known: Vec<Option<Measure>>,
}

impl Inference {
    /// Takes note that an expression measures something.
    fn demand(&mut self, tree: &Tree, want: Measure) {
        match tree {
            Tree::Coordinate(k) => {
                if let Some(known @ None) = self.known.get_mut(*k) {
                    *known = Some(want);
                }
            }
            Tree::Unary(Unary::Negative | Unary::Abs | Unary::Floor | Unary::Ceil, a) => self.demand(a, want),
            Tree::Unary(Unary::Sqrt, a) => self.demand(a, want.to_the(2.0)),
            Tree::Binary(
                Binary::Add | Binary::Subtract | Binary::Min | Binary::Max | Binary::Modulo | Binary::Hypot,
                a,
                b,
            ) => {
                self.demand(a, want);
                self.demand(b, want);
            }
            Tree::Binary(Binary::Multiply | Binary::Divide, ..) => self.demand_product(tree, want),
            Tree::Binary(Binary::Power, a, b) => {
                if let Some(power) = b.number().filter(|power| *power != 0.0) {
                    self.demand(a, want.to_the(1.0 / power));
                }
            }
            Tree::If(parts) => parts[1..].iter().for_each(|part| self.demand(part, want)),
            _ => {}
        }
        self.explore(tree);
    }

    /// The only unknown factor of a product is what is left.
    fn demand_product(&mut self, tree: &Tree, want: Measure) {
        let (mut factors, mut number) = (Vec::new(), 1.0);
        collect(tree, 1.0, &mut factors, &mut number);
        let (mut left, mut open) = (want, None);
        for (factor, power) in factors {
            match (self.measure(factor), open) {
                (Some(measure), _) => left = left.times(measure, -power),
                (None, None) => open = Some((factor, power)),
                (None, Some(_)) => return,
            }
        }
        let Some((factor, power)) = open else { return };
        let turns = number / std::f64::consts::TAU;
        left.sort = match want.sort {
            Sort::Angle if number != 1.0 && (turns - turns.round()).abs() < 1e-9 => Sort::Turns,
            sort => sort,
        };
        self.demand(factor, Measure { sort: left.sort, ..left.to_the(1.0 / power) });
    }

    /// What functions and comparisons inside an expression ask of their arguments, whatever the whole is.
    fn explore(&mut self, tree: &Tree) {
        match tree {
            Tree::Unary(function, a) => match function {
                Unary::Sin | Unary::Cos | Unary::Tan => self.demand(a, ANGLE),
                Unary::Negative
                | Unary::Abs
                | Unary::Sqrt
                | Unary::Sign
                | Unary::Step
                | Unary::Floor
                | Unary::Ceil
                | Unary::Not => {
                    self.explore(a);
                }
                _ => self.demand(a, NUMBER),
            },
            Tree::Binary(function, a, b) => {
                if !matches!(function, Binary::Multiply | Binary::Divide | Binary::Power | Binary::And | Binary::Or) {
                    self.equal(a, b);
                }
                self.explore(a);
                self.explore(b);
            }
            Tree::If(parts) => parts.iter().for_each(|part| self.explore(part)),
            _ => {}
        }
    }

    /// Both sides of a sum or a comparison measure the same.
    fn equal(&mut self, a: &Tree, b: &Tree) {
        for (one, other) in [(a, b), (b, a)] {
            let measure = if one.number().is_some() { None } else { self.measure(one) };
            if let Some(measure) = measure
                && self.measure(other).is_none()
            {
                self.demand(other, measure);
            }
        }
    }

    /// What an expression measures, if that is known.
    fn measure(&self, tree: &Tree) -> Option<Measure> {
        match tree {
            Tree::Number(_) => Some(NUMBER),
            Tree::Time => Some(Measure::of(Dimension::Time)),
            Tree::State(_, channel) => Some(Measure::of(of_channel(*channel))),
            Tree::Coordinate(k) => self.known.get(*k).copied().flatten(),
            Tree::Rate(_) => None,
            Tree::Unary(Unary::Negative | Unary::Abs | Unary::Floor | Unary::Ceil, a) => self.measure(a),
            Tree::Unary(Unary::Sqrt, a) => Some(self.measure(a)?.to_the(0.5)),
            Tree::Unary(Unary::Asin | Unary::Acos | Unary::Atan, _) | Tree::Binary(Binary::Atan2, ..) => Some(ANGLE),
            Tree::Unary(..) => Some(NUMBER),
            Tree::Binary(Binary::Multiply, a, b) => Some(self.measure(a)?.times(self.measure(b)?, 1.0)),
            Tree::Binary(Binary::Divide, a, b) => Some(self.measure(a)?.times(self.measure(b)?, -1.0)),
            Tree::Binary(Binary::Power, a, b) => Some(self.measure(a)?.to_the(b.number()?)),
            Tree::Binary(
                Binary::Less | Binary::LessOrEqual | Binary::Equal | Binary::Unequal | Binary::And | Binary::Or,
                ..,
            ) => Some(NUMBER),
            Tree::Binary(_, a, b) => self.first_measure(a, b),
            Tree::If(parts) => self.first_measure(&parts[1], &parts[2]),
        }
    }

    /// Of two that measure the same: a number stands for anything.
    fn first_measure(&self, a: &Tree, b: &Tree) -> Option<Measure> {
        match (a.number(), b.number()) {
            (Some(_), Some(_)) => Some(NUMBER),
            (Some(_), None) => self.measure(b),
            (None, Some(_)) => self.measure(a),
            (None, None) => self.measure(a).or_else(|| self.measure(b)),
        }
    }
}

/// The factors of a product with their powers, and the number among them.
fn collect<'t>(tree: &'t Tree, power: f64, factors: &mut Vec<(&'t Tree, f64)>, number: &mut f64) {
    match tree {
        Tree::Number(value) => *number *= value.powf(power),
        Tree::Unary(Unary::Negative, a) => collect(a, power, factors, number),
        Tree::Binary(Binary::Multiply, a, b) => {
            collect(a, power, factors, number);
            collect(b, power, factors, number);
        }
        Tree::Binary(Binary::Divide, a, b) => {
            collect(a, power, factors, number);
            collect(b, -power, factors, number);
        }
        Tree::Binary(Binary::Power, a, b) => match b.number().filter(|exponent| *exponent != 0.0) {
            Some(exponent) => collect(a, power * exponent, factors, number),
            None => factors.push((tree, power)),
        },
        _ => factors.push((tree, power)),
    }
}

fn of_channel(channel: Channel) -> Dimension {
    match channel {
        Channel::X | Channel::Y | Channel::Z => Dimension::Length,
        Channel::Angle => Dimension::Angle,
        Channel::Rotation(_) => Dimension::None,
        Channel::Vx | Channel::Vy | Channel::Vz => Dimension::Velocity,
        Channel::Wx | Channel::Wy | Channel::Spin => Dimension::AngularVelocity,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What parameters without an expression measure by one equation.
    fn one(text: &str, dimension: Dimension, names: &[&str]) -> Vec<Option<Dimension>> {
        let said = |name: &&'static str| Said { name, expressions: Vec::new(), quantity: None, known: None };
        let names: Vec<&'static str> = names.iter().map(|name| &*name.to_string().leak()).collect();
        infer(&names.iter().map(said).collect::<Vec<_>>(), &[(text.to_owned(), dimension)])
    }

    #[test]
    fn sums_products_and_functions() {
        let [length, angle] = [Dimension::Length, Dimension::Angle].map(Some);
        assert_eq!(one("-(a + 2*b)/3", Dimension::Length, &["a", "b"]), [length, length]);
        assert_eq!(one("l*cos(theta) + 0.1", Dimension::Length, &["l", "theta"]), [length, angle]);
        assert_eq!(one("a*sin(w*t)", Dimension::Length, &["a", "w"]), [length, Some(Dimension::AngularVelocity)]);
        assert_eq!(one("a*sin(2*pi*f*t)", Dimension::Length, &["a", "f"]), [length, Some(Dimension::Frequency)]);
        assert_eq!(one("sqrt(2*g*h)", Dimension::Velocity, &["g", "h"]), [None, None]);
        assert_eq!(one("if(x > 1, x, y)", Dimension::Mass, &["x", "y"]), [Some(Dimension::Mass); 2]);
    }

    #[test]
    fn parameters_that_follow_from_others() {
        let plain = |name| Said { name, expressions: Vec::new(), quantity: None, known: None };
        let all = [
            plain("g"),
            Said { expressions: vec!["m*g"], ..plain("weight") },
            Said { quantity: Some("2 kg"), ..plain("m") },
            Said { expressions: vec!["weight/k"], ..plain("sag") },
            plain("k"),
        ];
        let equations = [("weight".to_owned(), Dimension::Force), ("-sag".to_owned(), Dimension::Length)];
        let found = infer(&all, &equations);
        let expected =
            [Dimension::Acceleration, Dimension::Force, Dimension::Mass, Dimension::Length, Dimension::Stiffness];
        assert_eq!(found, expected.map(Some));
    }
}
