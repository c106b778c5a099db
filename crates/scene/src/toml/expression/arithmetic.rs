//! Numbers, with and without derivatives by time.
//!
//! ```text
//! f(a)'  = f_a a'           f(a)''  = f_a a'' + f_aa a'^2
//! (ab)'  = a'b + ab'        (ab)''  = a''b + 2 a'b' + ab''
//! ```

use carom_mechanics::signal::Jet;

use super::tree::{Binary, Unary};

/// What a tree can be evaluated with.
pub(crate) trait Arithmetic: Copy {
    fn constant(value: f64) -> Self;
    fn value(self) -> f64;
    fn unary(self, function: Unary) -> Self;
    fn binary(self, function: Binary, other: Self) -> Self;
}

fn truth(condition: bool) -> f64 {
    if condition { 1.0 } else { 0.0 }
}

impl Arithmetic for f64 {
    fn constant(value: f64) -> Self {
        value
    }

    fn value(self) -> f64 {
        self
    }

    fn unary(self, function: Unary) -> f64 {
        match function {
            Unary::Negative => -self,
            Unary::Not => truth(self == 0.0),
            Unary::Sin => self.sin(),
            Unary::Cos => self.cos(),
            Unary::Tan => self.tan(),
            Unary::Asin => self.asin(),
            Unary::Acos => self.acos(),
            Unary::Atan => self.atan(),
            Unary::Sinh => self.sinh(),
            Unary::Cosh => self.cosh(),
            Unary::Tanh => self.tanh(),
            Unary::Sqrt => self.sqrt(),
            Unary::Exp => self.exp(),
            Unary::Ln => self.ln(),
            Unary::Abs => self.abs(),
            Unary::Sign => truth(self > 0.0) - truth(self < 0.0),
            Unary::Step => truth(self >= 0.0),
            Unary::Floor => self.floor(),
            Unary::Ceil => self.ceil(),
        }
    }

    fn binary(self, function: Binary, other: f64) -> f64 {
        match function {
            Binary::Add => self + other,
            Binary::Subtract => self - other,
            Binary::Multiply => self * other,
            Binary::Divide => self / other,
            Binary::Modulo => self - other * (self / other).floor(),
            Binary::Power => self.powf(other),
            // Not those of the library, which leave out what is no number.
            Binary::Min if self.is_nan() || other.is_nan() => f64::NAN,
            Binary::Max if self.is_nan() || other.is_nan() => f64::NAN,
            Binary::Min => self.min(other),
            Binary::Max => self.max(other),
            Binary::Atan2 => self.atan2(other),
            Binary::Hypot => self.hypot(other),
            Binary::Less => truth(self < other),
            Binary::LessOrEqual => truth(self <= other),
            Binary::Equal => truth(self == other),
            Binary::Unequal => truth(self != other),
            Binary::And => truth(self != 0.0 && other != 0.0),
            Binary::Or => truth(self != 0.0 || other != 0.0),
        }
    }
}

/// f'(x) and f''(x) of a function of one argument.
fn derivatives(function: Unary, x: f64) -> [f64; 2] {
    match function {
        Unary::Negative => [-1.0, 0.0],
        Unary::Sin => [x.cos(), -x.sin()],
        Unary::Cos => [-x.sin(), -x.cos()],
        Unary::Tan => {
            let slope = 1.0 + x.tan().powi(2);
            [slope, 2.0 * x.tan() * slope]
        }
        Unary::Asin => {
            let square = 1.0 - x * x;
            [1.0 / square.sqrt(), x / (square * square.sqrt())]
        }
        Unary::Acos => derivatives(Unary::Asin, x).map(|slope| -slope),
        Unary::Atan => {
            let slope = 1.0 / (1.0 + x * x);
            [slope, -2.0 * x * slope * slope]
        }
        Unary::Sinh => [x.cosh(), x.sinh()],
        Unary::Cosh => [x.sinh(), x.cosh()],
        Unary::Tanh => {
            let slope = 1.0 - x.tanh().powi(2);
            [slope, -2.0 * x.tanh() * slope]
        }
        Unary::Sqrt => [0.5 / x.sqrt(), -0.25 / (x * x.sqrt())],
        Unary::Exp => [x.exp(), x.exp()],
        Unary::Ln => [1.0 / x, -1.0 / (x * x)],
        Unary::Abs => [if x < 0.0 { -1.0 } else { 1.0 }, 0.0],
        Unary::Not | Unary::Sign | Unary::Step | Unary::Floor | Unary::Ceil => [0.0, 0.0],
    }
}

/// f(a) from f, f_a and f_aa.
fn chain(a: Jet, value: f64, [slope, bend]: [f64; 2]) -> Jet {
    if a.rate == 0.0 && a.acceleration == 0.0 {
        // Also where the slope is infinite: sqrt(0).
        return Jet::constant(value);
    }
    // What does not move does not bend: (t^2)^1.5 at t = 0, where the bend is infinite.
    let bent = if a.rate == 0.0 { 0.0 } else { bend * a.rate * a.rate };
    Jet { value, rate: slope * a.rate, acceleration: slope * a.acceleration + bent }
}

fn multiply(a: Jet, b: Jet) -> Jet {
    Jet {
        value: a.value * b.value,
        rate: a.rate * b.value + a.value * b.rate,
        acceleration: a.acceleration * b.value + 2.0 * a.rate * b.rate + a.value * b.acceleration,
    }
}

fn add(a: Jet, b: Jet, sign: f64) -> Jet {
    Jet {
        value: a.value + sign * b.value,
        rate: a.rate + sign * b.rate,
        acceleration: a.acceleration + sign * b.acceleration,
    }
}

fn divide(a: Jet, b: Jet) -> Jet {
    let value = a.value / b.value;
    let rate = (a.rate - value * b.rate) / b.value;
    Jet { value, rate, acceleration: (a.acceleration - 2.0 * rate * b.rate - value * b.acceleration) / b.value }
}

/// a^b: by the rule of powers for a constant exponent, else exp(b ln a).
fn power(a: Jet, b: Jet) -> Jet {
    let (x, n) = (a.value, b.value);
    if b.rate != 0.0 || b.acceleration != 0.0 {
        return multiply(b, a.unary(Unary::Ln)).unary(Unary::Exp);
    }
    let slope = if n == 0.0 { 0.0 } else { n * x.powf(n - 1.0) };
    let bend = if n == 0.0 || n == 1.0 { 0.0 } else { n * (n - 1.0) * x.powf(n - 2.0) };
    chain(a, x.powf(n), [slope, bend])
}

/// The angle of (x, y): theta' = (x y' - y x')/r^2.
fn atan2(y: Jet, x: Jet) -> Jet {
    let square = x.value * x.value + y.value * y.value;
    let rate = (x.value * y.rate - y.value * x.rate) / square;
    let growth = 2.0 * (x.value * x.rate + y.value * y.rate) / square;
    let second = (x.value * y.acceleration - y.value * x.acceleration) / square;
    Jet { value: y.value.atan2(x.value), rate, acceleration: second - growth * rate }
}

impl Arithmetic for Jet {
    fn constant(value: f64) -> Self {
        Jet { value, rate: 0.0, acceleration: 0.0 }
    }

    fn value(self) -> f64 {
        self.value
    }

    fn unary(self, function: Unary) -> Jet {
        chain(self, self.value.unary(function), derivatives(function, self.value))
    }

    fn binary(self, function: Binary, other: Jet) -> Jet {
        match function {
            Binary::Add => add(self, other, 1.0),
            Binary::Subtract => add(self, other, -1.0),
            Binary::Multiply => multiply(self, other),
            Binary::Divide => divide(self, other),
            Binary::Modulo => {
                let turns = Jet::constant((self.value / other.value).floor());
                add(self, multiply(other, turns), -1.0)
            }
            Binary::Power => power(self, other),
            Binary::Min => {
                if other.value < self.value || other.value.is_nan() {
                    other
                } else {
                    self
                }
            }
            Binary::Max => {
                if other.value > self.value || other.value.is_nan() {
                    other
                } else {
                    self
                }
            }
            Binary::Atan2 => atan2(self, other),
            Binary::Hypot => add(multiply(self, self), multiply(other, other), 1.0).unary(Unary::Sqrt),
            _ => Jet::constant(self.value.binary(function, other.value)),
        }
    }
}
