//! Limits every solver obeys: tolerance, iterations, time and an interrupt.

use crate::error::InputError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Iterations between two looks at the clock. Reading it costs about 25 ns, a pivot of a small problem
/// about 50 ns; larger values make the time limit coarser.
const CLOCK_STRIDE: usize = 16;

/// When a solver stops.
#[derive(Debug, Clone)]
pub struct Settings<'a> {
    /// Largest residual that counts as solved, in the residual of the problem class (no unit).
    /// Smaller values cost iterations; below about 1e-14 rounding may never let a solver reach it.
    pub tolerance: f64,
    /// Iterations, sweeps or pivots allowed to one method. `None` leaves it to the method.
    pub max_iterations: Option<usize>,
    /// Wall-clock time allowed to one call. `None` means no limit.
    pub time_limit: Option<Duration>,
    /// Set to true from another thread to stop at the next iteration.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Default for Settings<'_> {
    /// Tolerance 1e-9, iterations left to the method, at most ten seconds, no interrupt.
    fn default() -> Self {
        Self { tolerance: 1e-9, max_iterations: None, time_limit: Some(Duration::from_secs(10)), interrupt: None }
    }
}

impl Settings<'_> {
    /// The same with another tolerance.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The same with a limit of iterations per method.
    #[must_use]
    pub fn with_max_iterations(mut self, iterations: usize) -> Self {
        self.max_iterations = Some(iterations);
        self
    }

    /// The same with a time limit.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }

    /// The same without a limit of time: what a run finds must not depend on how busy the machine is.
    #[must_use]
    pub fn untimed(mut self) -> Self {
        self.time_limit = None;
        self
    }

    /// The settings make sense, or an error naming the one that does not.
    pub fn check(&self) -> Result<(), InputError> {
        if self.tolerance > 0.0 && self.tolerance.is_finite() {
            Ok(())
        } else {
            Err(InputError::Setting { name: "tolerance", value: self.tolerance, allowed: "positive and finite" })
        }
    }
}

/// Why a method stopped without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The allowed iterations were used.
    Iterations,
    /// The allowed time was used.
    Time,
    /// The interrupt flag was set.
    Interrupt,
    /// The method could make no more progress (singular pivot, no descent, rounding).
    Stalled,
    /// The method met an unbounded direction.
    Ray,
}

/// Watches the limits during one call.
#[derive(Debug)]
pub(crate) struct Clock<'a> {
    deadline: Option<Instant>,
    interrupt: Option<&'a AtomicBool>,
    started: Instant,
}

impl<'a> Clock<'a> {
    /// Starts to count now.
    pub fn start(settings: &Settings<'a>) -> Self {
        let started = Instant::now();
        Self {
            deadline: settings.time_limit.and_then(|limit| started.checked_add(limit)),
            interrupt: settings.interrupt,
            started,
        }
    }

    /// The reason to stop now, if there is one; looks at the clock on every call.
    pub fn stop(&self) -> Option<Stop> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupt);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Stop::Time),
            _ => None,
        }
    }

    /// As [`Clock::stop`], but looks at the clock only on some iterations.
    pub fn stop_at(&self, iteration: usize) -> Option<Stop> {
        if iteration.is_multiple_of(CLOCK_STRIDE) { self.stop() } else { None }
    }

    /// An error if `count` iterations are as many as allowed, or if it is time to stop.
    pub fn check(&self, count: usize, limit: usize) -> Result<(), Stop> {
        if count >= limit {
            return Err(Stop::Iterations);
        }
        self.stop_at(count).map_or(Ok(()), Err)
    }

    /// The same settings with the time that is left.
    pub fn rest_of(&self, settings: &Settings<'a>) -> Settings<'a> {
        let time_limit = settings.time_limit.map(|limit| limit.saturating_sub(self.elapsed()));
        Settings { time_limit, ..settings.clone() }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
