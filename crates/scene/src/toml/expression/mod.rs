//! Expressions of parameters, of time and of the state of the bodies: `= 2*radius + gap`, `= 0.1*sin(3*t)`, `= -40*bar.angle`.
//!
//! ```text
//! number  1  0.5  1e-3                     name     a parameter, pi, t, i; name[index]; body.x, 'body 2'.spin
//! a + b   a - b   a * b   a / b   a % b    a ^ b    a < b  <=  >  >=  ==  !=    a && b    a || b    !a    f(a, ..)
//! ```
//!
//! Comparisons are 1 or 0. An expression is read into a tree of our own because motions need its first and second derivative
//! exactly, also through `if`, `min` and `abs`, and an integrator needs the instants where it is not smooth. Length and depth
//! are bounded, so that no text can exhaust the stack.

mod after;
mod arithmetic;
mod corners;
mod field;
mod folds;
mod lex;
mod parse;
mod search;
mod signal;
mod tree;

pub(super) use field::ExpressionField;
pub(super) use parse::{Names, parse};
pub(super) use signal::{ExpressionMotion, ExpressionSignal};
pub(super) use tree::{Binary, Channel, Channels, Tree, Unary};
