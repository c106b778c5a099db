//! The exact method: smooth motion between events, every event located, impacts and changes of contact decided by complementarity.
//!
//! 1. Between events the closed contacts are held and the friction of each is known (`smooth`).
//! 2. Steps are short enough for forces that vary while nothing moves (`standstill`). Gaps, contact forces, friction limits and slips are watched (`watch`); those that a first look (`glance`) does not find clear of
//!    zero are looked at closely, and their first zero is located (`locate`; of what passes zero and comes back, `dip`; where hyperstatic contacts begin to move, `departure`).
//! 3. There the state is settled (`settle`): impacts first (`impact`), then the accelerations decide which contacts
//!    hold, stick and slip (`modes`), without those that others can do without (`let_go`); where a crowd has no forces that do, a short implicit step gets over the jam (`bridge`).
//! 4. Steps end just before the corners of motions and forces; where a motion changes its velocity at once, joints and contacts are struck (`corner`).
//! 5. Rows that are due within a step come from its dense output, or end it (`rows`).

mod advance;
mod balance;
mod bridge;
mod checks;
mod coast;
mod corner;
mod crowd;
mod decided;
mod departure;
mod dip;
mod first_step;
mod follow;
mod forces;
mod glance;
mod hover;
mod impact;
mod impact_in_space;
mod indeterminate;
mod leap;
mod let_go;
mod local;
mod locate;
mod modes;
mod nearby;
mod paradox;
mod poisson;
mod project;
mod restless;
mod rim;
mod rows;
mod run;
mod settle;
mod standstill;
mod stride;
mod tip;
mod told;
mod turn_round;
mod undecided;
mod watch;

pub use crowd::Crowd;
pub(crate) use indeterminate::at_start;
pub use restless::Restless;
pub(crate) use run::resume;
pub use run::{State, run};
