//! The coefficients of Fehlberg's pair of order 4(5), stepped with order 5; dense output by cubic Hermite interpolation.
//!
//! Source: Fehlberg, NASA TR R-315 (1969); used by seeds 000 (7.3) and 001 (6.4).

use super::explicit::{Estimate, Tableau};

/// Order 5 with an error estimate of order 4.
pub(super) const FEHLBERG: Tableau = Tableau {
    name: "fehlberg",
    order: 5,
    stages: 6,
    c: &[0.0, 0.25, 0.375, 12.0 / 13.0, 1.0, 0.5, 1.0],
    a: &A,
    b: A[6],
    estimate: Estimate::One(&[1.0 / 360.0, 0.0, -128.0 / 4275.0, -2197.0 / 75240.0, 1.0 / 50.0, 2.0 / 55.0, 0.0]),
    dense: &[],
};

const A: [&[f64]; 7] = [
    &[],
    &[0.25],
    &[3.0 / 32.0, 9.0 / 32.0],
    &[1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0],
    &[439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0],
    &[-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0],
    &[16.0 / 135.0, 0.0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0],
];
