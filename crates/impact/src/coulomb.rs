//! Coulomb friction at an end state: the algebraic problem behind Kane, Walton and the compression of Glocker-Pfeiffer.
//!
//! Given b > 0 (normal velocity to be gained) and w (tangential velocity to be undone), find I_N > 0 and I_T with
//!
//! ```text
//! A I_N - B I_T = b
//! v = w - B I_N + C I_T        v = 0  and |I_T| <= mu_static I_N      (stick)
//!                          or  v != 0 and I_T = -sign(v) mu I_N       (slip)
//! ```
//!
//! For det > 0 and mu_static >= mu exactly one solution exists (`laws.md`, section 2): with I_T = -sigma I_N the
//! velocity v(sigma) falls strictly on A + sigma B > 0. For det = 0 the velocity v = w - (B/A) b does not depend on the
//! impulses at all: the friction force may have no way to hold it, or a continuum of ways.

use crate::accurate::{difference_of_products, sign};
use crate::{Collision, Impulse, Refusal};

/// Share of its terms below which a velocity counts as zero in the singular case.
pub(crate) const SINGULAR_TIE: f64 = 1e-12;

/// The impulse and whether it sticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndState {
    pub(crate) impulse: Impulse,
    /// None if it sticks, else sign(v) of the slip.
    pub(crate) slip: Option<f64>,
}

/// The friction of a contact: kinetic and static coefficient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Friction {
    pub(crate) mu: f64,
    pub(crate) mu_static: f64,
}

/// Solves the end-state problem for the contact of a collision.
pub(crate) fn solve(collision: &Collision, b: f64, w: f64, friction: Friction) -> Result<EndState, Refusal> {
    if collision.is_singular() {
        return solve_singular(collision, b, w, friction);
    }
    // det times the sticking impulses.
    let (normal, tangential) = sticking_numerators(collision, b, w);
    if normal > 0.0 && tangential.abs() <= friction.mu_static * normal {
        return Ok(EndState { impulse: sticking(collision, b, w), slip: None });
    }
    let s = if normal > 0.0 { -sign(tangential) } else { sign(collision.contact().b) };
    Ok(slip(s, b / stiffness(collision, s * friction.mu), friction.mu))
}

/// det times the impulses with A I_N - B I_T = b and w - B I_N + C I_T = 0.
fn sticking_numerators(collision: &Collision, b: f64, w: f64) -> (f64, f64) {
    let contact = collision.contact();
    (difference_of_products(contact.c, b, contact.b, w), difference_of_products(contact.b, b, contact.a, w))
}

/// The impulse with A I_N - B I_T = b and w - B I_N + C I_T = 0, for a regular matrix.
pub(crate) fn sticking(collision: &Collision, b: f64, w: f64) -> Impulse {
    let (normal, tangential) = sticking_numerators(collision, b, w);
    Impulse::planar(normal / collision.det(), tangential / collision.det())
}

/// A + sigma B, accurate when nearly zero.
pub(crate) fn stiffness(collision: &Collision, sigma: f64) -> f64 {
    difference_of_products(collision.contact().a, 1.0, -sigma, collision.contact().b)
}

fn slip(s: f64, normal: f64, mu: f64) -> EndState {
    EndState { impulse: Impulse::planar(normal, -s * mu * normal), slip: Some(s) }
}

fn solve_singular(collision: &Collision, b: f64, w: f64, friction: Friction) -> Result<EndState, Refusal> {
    let contact = collision.contact();
    let coupled = contact.b / contact.a * b;
    let v = w - coupled;
    if v.abs() <= SINGULAR_TIE * (w.abs() + coupled.abs()) {
        if friction.mu_static == 0.0 {
            return Ok(EndState { impulse: Impulse::planar(b / contact.a, 0.0), slip: None });
        }
        return Err(Refusal::Indeterminate(
            "the local matrix is singular and the contact sticks: any friction impulse within the cone gives the same motion",
        ));
    }
    let s = sign(v);
    let stiffness = stiffness(collision, s * friction.mu);
    if stiffness <= SINGULAR_TIE * contact.a {
        return Err(Refusal::NoSolution(
            "the local matrix is singular and friction outweighs the normal impulse: no positive normal impulse separates the bodies",
        ));
    }
    Ok(slip(s, b / stiffness, friction.mu))
}
