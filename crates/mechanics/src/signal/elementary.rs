//! Functions of time in closed form.

use super::{Jet, Motion};

/// f(t) = value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constant(pub f64);

impl Motion for Constant {
    fn at(&self, _: f64) -> Jet {
        Jet { value: self.0, rate: 0.0, acceleration: 0.0 }
    }
}

/// f(t) = start + rate t + acceleration t^2 / 2.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Uniform {
    /// f(0)
    pub start: f64,
    /// f'(0)
    pub rate: f64,
    /// f''
    pub acceleration: f64,
}

impl Motion for Uniform {
    fn at(&self, t: f64) -> Jet {
        let rate = self.rate + self.acceleration * t;
        Jet { value: self.start + 0.5 * (self.rate + rate) * t, rate, acceleration: self.acceleration }
    }
}

/// f(t) = offset + amplitude sin(omega t + phase).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sinusoid {
    /// Mean value.
    pub offset: f64,
    /// Amplitude.
    pub amplitude: f64,
    /// rad/s
    pub omega: f64,
    /// rad
    pub phase: f64,
}

impl Motion for Sinusoid {
    fn at(&self, t: f64) -> Jet {
        let (sin, cos) = (self.omega * t + self.phase).sin_cos();
        Jet {
            value: self.offset + self.amplitude * sin,
            rate: self.amplitude * self.omega * cos,
            acceleration: -self.amplitude * self.omega * self.omega * sin,
        }
    }
}
