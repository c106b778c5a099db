//! The collision a user types: local matrix or rod, velocities, coefficients, material.

use carom::case::{Case, Geometry, Motion};
use carom::impact::build::{Rod, RodEnd};
use carom::impact::{Coefficients, Contact, Velocity, material};
use carom::scene::quantity::{self, Dimension, QuantityError};
use clap::{Args, ValueEnum};
use glam::DVec2;

use crate::failure::Failure;

/// Contact, motion and coefficients. Lengths, masses, angles and velocities may carry a unit (45deg, 63.5mm, 60km/h).
#[derive(Args)]
pub(crate) struct CaseArguments {
    /// A of the local inverse mass matrix [1/kg]
    #[arg(long, help_heading = "Contact", value_parser = plain, allow_hyphen_values = true)]
    a: Option<f64>,
    /// B, minus the coupling of normal and tangential motion [1/kg]
    #[arg(long, help_heading = "Contact", value_parser = plain, allow_hyphen_values = true)]
    b: Option<f64>,
    /// C [1/kg]
    #[arg(long, help_heading = "Contact", value_parser = plain, allow_hyphen_values = true)]
    c: Option<f64>,
    /// D,E,F of a contact that transmits a moment
    #[arg(long, help_heading = "Contact", value_name = "D,E,F", value_parser = triple, allow_hyphen_values = true)]
    moment_matrix: Option<[f64; 3]>,
    /// Angle of a uniform rod that meets a plane with one end [rad, or 45deg]
    #[arg(long, help_heading = "Contact", value_parser = angle, allow_hyphen_values = true, conflicts_with_all = ["a", "b", "c", "moment_matrix"])]
    rod_angle: Option<f64>,
    /// Mass of the rod in kg; 1 if absent
    #[arg(long, help_heading = "Contact", value_parser = mass, allow_hyphen_values = true)]
    rod_mass: Option<f64>,
    /// Length of the rod in m; 1 if absent
    #[arg(long, help_heading = "Contact", value_parser = length, allow_hyphen_values = true)]
    rod_length: Option<f64>,
    /// Which end of the rod touches
    #[arg(long, help_heading = "Contact", value_enum)]
    rod_end: Option<End>,

    /// Normal velocity before, negative when approaching [m/s]
    #[arg(long, help_heading = "Motion before", value_parser = velocity, allow_hyphen_values = true)]
    vn: Option<f64>,
    /// Tangential velocity before [m/s]; 0 if absent
    #[arg(long, help_heading = "Motion before", value_parser = velocity, allow_hyphen_values = true)]
    vt: Option<f64>,
    /// Relative angular velocity D_th before [rad/s]; 0 if absent
    #[arg(long, help_heading = "Motion before", value_parser = angular_velocity, allow_hyphen_values = true)]
    vm: Option<f64>,
    /// Velocity X,Y of the rod's mass centre instead of --vn and --vt [m/s]
    #[arg(long, help_heading = "Motion before", value_name = "X,Y", value_parser = velocity_pair,
          conflicts_with_all = ["vn", "vt", "vm"], allow_hyphen_values = true)]
    rod_velocity: Option<[f64; 2]>,
    /// Angular velocity of the rod with --rod-velocity [rad/s]
    #[arg(long, help_heading = "Motion before", value_parser = angular_velocity, allow_hyphen_values = true)]
    rod_spin: Option<f64>,

    /// Restitution e, from 0 to 1
    #[arg(long, help_heading = "Coefficients", value_parser = plain, allow_hyphen_values = true)]
    e: Option<f64>,
    /// Friction mu; for the law of Brach alone the signed ratio I_T/I_N
    #[arg(long, help_heading = "Coefficients", value_parser = plain, allow_hyphen_values = true)]
    mu: Option<f64>,
    /// Static friction (kane); mu if absent
    #[arg(long, alias = "mu_static", help_heading = "Coefficients", value_parser = plain, allow_hyphen_values = true)]
    mu_static: Option<f64>,
    /// Reversible share of the friction impulse (glocker-pfeiffer-reversible, cs)
    #[arg(long, help_heading = "Coefficients", value_parser = plain, allow_hyphen_values = true)]
    nu: Option<f64>,
    /// Tangential restitution (walton, chatterjee-ruina, glocker-pfeiffer-reversible, cs)
    #[arg(long, alias = "e_t", help_heading = "Coefficients", value_parser = plain, allow_hyphen_values = true)]
    e_t: Option<f64>,
    /// Moment coefficient (brach)
    #[arg(long, alias = "e_m", help_heading = "Coefficients", value_parser = plain, allow_hyphen_values = true)]
    e_m: Option<f64>,
    /// Moment coefficient of compression (cs)
    #[arg(long, alias = "e_mc", help_heading = "Coefficients", value_parser = plain, allow_hyphen_values = true)]
    e_mc: Option<f64>,
    /// Moment coefficient of expansion (cs)
    #[arg(long, alias = "e_me", help_heading = "Coefficients", value_parser = plain, allow_hyphen_values = true)]
    e_me: Option<f64>,
    /// Measured coefficients by name (see `carom materials`); those given here win
    #[arg(long, help_heading = "Coefficients", value_name = "NAME")]
    material: Option<String>,
}

/// Which end of the rod touches.
#[derive(Clone, Copy, ValueEnum)]
enum End {
    Left,
    Right,
}

fn plain(text: &str) -> Result<f64, QuantityError> {
    quantity::parse(text, Dimension::None)
}

fn angle(text: &str) -> Result<f64, QuantityError> {
    quantity::parse(text, Dimension::Angle)
}

fn mass(text: &str) -> Result<f64, QuantityError> {
    quantity::parse(text, Dimension::Mass)
}

fn length(text: &str) -> Result<f64, QuantityError> {
    quantity::parse(text, Dimension::Length)
}

fn velocity(text: &str) -> Result<f64, QuantityError> {
    quantity::parse(text, Dimension::Velocity)
}

fn angular_velocity(text: &str) -> Result<f64, QuantityError> {
    quantity::parse(text, Dimension::AngularVelocity)
}

/// Numbers separated by commas, as many as the array holds.
fn list<const N: usize>(text: &str, dimension: Dimension) -> Result<[f64; N], String> {
    let parts: Result<Vec<f64>, QuantityError> = text.split(',').map(|part| quantity::parse(part, dimension)).collect();
    let parts = parts.map_err(|error| error.to_string())?;
    let count = parts.len();
    parts.try_into().map_err(|_| format!("{count} numbers; expected {N}, separated by commas"))
}

fn triple(text: &str) -> Result<[f64; 3], String> {
    list(text, Dimension::None)
}

fn velocity_pair(text: &str) -> Result<[f64; 2], String> {
    list(text, Dimension::Velocity)
}

impl CaseArguments {
    /// The case as typed.
    pub(crate) fn case(&self) -> Result<Case, Failure> {
        self.case_with_angle(None)
    }

    /// The case as typed, with a rod's angle that is given elsewhere (by the axis of a map).
    pub(crate) fn case_with_angle(&self, angle: Option<f64>) -> Result<Case, Failure> {
        let angle = self.rod_angle.or(angle.filter(|_| self.a.is_none() && self.c.is_none()));
        Ok(Case { geometry: self.geometry(angle)?, motion: self.motion(angle)?, coefficients: self.coefficients()? })
    }

    /// The material named, if any.
    pub(crate) fn material(&self) -> Option<&str> {
        self.material.as_deref()
    }

    fn geometry(&self, angle: Option<f64>) -> Result<Geometry, Failure> {
        if let Some(angle) = angle {
            warn_of_degrees(angle);
            let rod = Rod { mass: self.rod_mass.unwrap_or(1.0), length: self.rod_length.unwrap_or(1.0), angle };
            let end = match self.rod_end {
                Some(End::Right) => RodEnd::Right,
                _ => RodEnd::Left,
            };
            warn_of_rod_below(&rod, end);
            return Ok(Geometry::Rod(rod, end));
        }
        if self.rod_mass.is_some() || self.rod_length.is_some() || self.rod_end.is_some() {
            return Err(
                Failure::input("a rod needs its angle").advise("give --rod-angle, for example --rod-angle 45deg")
            );
        }
        let (Some(a), Some(c)) = (self.a, self.c) else {
            let missing = match (self.a, self.c) {
                (Some(_), None) => "the contact lacks --c",
                (None, Some(_)) => "the contact lacks --a",
                _ => "the contact is missing",
            };
            return Err(Failure::input(missing).advise(
                "give its matrix with --a, --b and --c, or a rod with --rod-angle (for example --rod-angle 45deg)",
            ));
        };
        let [d, e, f] = self.moment_matrix.unwrap_or_default();
        Ok(Geometry::Local(Contact { a, b: self.b.unwrap_or(0.0), c, d, e, f }))
    }

    fn motion(&self, angle: Option<f64>) -> Result<Motion, Failure> {
        if let Some([x, y]) = self.rod_velocity {
            if angle.is_none() {
                return Err(
                    Failure::input("--rod-velocity needs a rod").advise("give --rod-angle, or --vn and --vt instead")
                );
            }
            return Ok(Motion::OfBody { velocity: DVec2::new(x, y), spin: self.rod_spin.unwrap_or(0.0) });
        }
        if self.rod_spin.is_some() {
            return Err(Failure::input("--rod-spin goes with --rod-velocity")
                .advise("beside --vn and --vt the relative angular velocity is --vm"));
        }
        let normal = self.vn.ok_or_else(|| {
            Failure::input("the velocity before is missing").advise(
                "give --vn (negative when approaching) and --vt, or the motion of a rod with --rod-velocity X,Y",
            )
        })?;
        let velocity = Velocity { normal, tangential: self.vt.unwrap_or(0.0), moment: self.vm.unwrap_or(0.0) };
        Ok(Motion::AtContact(velocity))
    }

    fn coefficients(&self) -> Result<Coefficients, Failure> {
        let preset = match &self.material {
            None => Coefficients::default(),
            Some(name) => {
                let known: Vec<_> = material::MATERIALS.iter().map(|material| material.name).collect();
                let found = material::by_name(name).ok_or_else(|| {
                    Failure::input(format!("there is no material \"{name}\"; there are {}", known.join(", ")))
                })?;
                found.coefficients
            }
        };
        Ok(Coefficients {
            e: self.e.or(preset.e),
            mu: self.mu.or(preset.mu),
            mu_static: self.mu_static.or(preset.mu_static),
            nu: self.nu.or(preset.nu),
            e_t: self.e_t.or(preset.e_t),
            e_m: self.e_m.or(preset.e_m),
            e_mc: self.e_mc.or(preset.e_mc),
            e_me: self.e_me.or(preset.e_me),
        })
    }
}

/// The other end of a rod that touches with this one must lie above the plane.
fn warn_of_rod_below(rod: &Rod, end: RodEnd) {
    let height = if end == RodEnd::Left { rod.angle.sin() } else { -rod.angle.sin() };
    // Rounding of the sine of half a turn.
    if height < -1e-12 {
        eprintln!("note: the rod's other end lies below the plane; change the sign of its angle or --rod-end");
    }
}

/// An angle beyond one turn was probably meant in degrees.
pub(crate) fn warn_of_degrees(angle: f64) {
    if angle.abs() > std::f64::consts::TAU {
        eprintln!("note: the rod's angle is {angle} rad, more than one turn; write {angle}deg if degrees were meant");
    }
}
