//! Runs an invariant on random cases, counts those checked, and compares numbers relative to the scale of the case.

use carom_impact::{Impulse, Outcome, Status, Velocity};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use crate::case::{Case, largest};

/// Relative deviation allowed, times the condition number of the case ([`Case::condition`]).
/// The references are computed plainly in doubles: a few dozen operations of 1.1e-16 each, magnified by the condition number,
/// and by the ratio (up to 100) between velocities of the sampler.
pub const TOLERANCE: f64 = 1e-13;

/// Cases drawn per case wanted before a sampler counts as unable to meet the condition.
const DRAWS_PER_CASE: usize = 500;

/// How many checked cases each invariant gets.
pub fn wanted() -> usize {
    std::env::var("CAROM_CASES").map_or(20_000, |n| n.parse().unwrap())
}

/// One case under test.
pub struct Trial<'a> {
    pub case: &'a Case,
    id: &'static str,
    condition: f64,
    worst: &'a mut f64,
}

/// Draws cases until enough were checked. `test` returns false if the case does not meet the condition of the invariant.
pub fn check(id: &'static str, sample: impl Fn(&mut Pcg64) -> Case, mut test: impl FnMut(&mut Trial) -> bool) {
    let wanted = wanted();
    let mut rng = random(id);
    let (mut checked, mut drawn, mut worst) = (0, 0, 0.0);
    while checked < wanted && drawn < wanted * DRAWS_PER_CASE {
        drawn += 1;
        let case = sample(&mut rng);
        let condition = case.condition();
        checked += usize::from(test(&mut Trial { case: &case, id, condition, worst: &mut worst }));
    }
    println!("{id}: {checked} checked of {drawn} drawn, worst {worst:.1e} of the condition number");
    assert_eq!(checked, wanted, "{id}: the sampler met the condition too rarely");
}

/// The generator of an invariant: its seed is its name.
pub fn random(id: &str) -> Pcg64 {
    let seed = id.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(257).wrapping_add(byte.into()));
    Pcg64::seed_from_u64(seed)
}

impl Trial<'_> {
    /// The outcome of a law, which must be `ok`.
    pub fn ok(&self, law: &str) -> Outcome {
        let outcome = self.case.resolve(law);
        self.holds(law, "status ok", outcome.status == Status::Ok);
        outcome
    }

    /// A statement about the case.
    pub fn holds(&self, law: &str, what: &str, truth: bool) {
        let outcome = || self.case.resolve(law);
        assert!(truth, "{}: not so: {what}\nlaw {law}\n{:#?}\n{:#?}", self.id, self.case, outcome());
    }

    /// |got - want| is rounding.
    pub fn close(&mut self, law: &str, what: &str, got: f64, want: f64, scale: f64) {
        self.deviation(law, what, [got, want], (got - want).abs(), scale);
    }

    /// value <= limit up to rounding.
    pub fn at_most(&mut self, law: &str, what: &str, value: f64, limit: f64, scale: f64) {
        self.deviation(law, what, [value, limit], (value - limit).max(0.0), scale);
    }

    fn deviation(&mut self, law: &str, what: &str, numbers: [f64; 2], off: f64, scale: f64) {
        let relative = if off == 0.0 { 0.0 } else { off / (scale * self.condition) };
        *self.worst = self.worst.max(relative);
        // A NaN is not rounding either, hence the form of the test.
        let rounding = relative <= TOLERANCE && numbers.iter().all(|number| number.is_finite());
        assert!(
            rounding,
            "{}: {what}, law {law}: {:?} against {:?}, off by {relative:.3e} of the condition number {:.3e} and scale {scale:.3e}\n{:#?}",
            self.id, numbers[0], numbers[1], self.condition, self.case
        );
    }

    /// Two impulses are one.
    pub fn same_impulse(&mut self, law: &str, got: Impulse, want: Impulse) {
        let scale = self.case.impulse_scale(got).max(self.case.impulse_scale(want));
        let (got, want) = (self.case.weighed_impulse(got), self.case.weighed_impulse(want));
        self.same_parts(law, ["I_N", "I_T", "I_th"], got, want, scale);
    }

    /// Two velocities after are one.
    pub fn same_velocity(&mut self, law: &str, got: Velocity, want: Velocity) {
        let before = self.case.weighed_velocity(self.case.before);
        let (got, want) = (self.case.weighed_velocity(got), self.case.weighed_velocity(want));
        let scale = largest(before).max(largest(got)).max(largest(want));
        self.same_parts(law, ["D_NE", "D_TE", "D_thE"], got, want, scale);
    }

    fn same_parts(&mut self, law: &str, names: [&str; 3], got: [f64; 3], want: [f64; 3], scale: f64) {
        for ((name, got), want) in names.into_iter().zip(got).zip(want) {
            self.close(law, name, got, want, scale);
        }
    }

    /// All these laws give one answer.
    pub fn agree(&mut self, laws: &[&str]) {
        let first = self.ok(laws[0]);
        for law in &laws[1..] {
            let other = self.ok(law);
            self.same_impulse(law, other.impulse, first.impulse);
            self.same_velocity(law, other.after, first.after);
        }
    }

    /// The energy of an answer does not grow.
    pub fn no_gain(&mut self, law: &str, outcome: &Outcome) {
        let scale = self.case.energy_scale(outcome.impulse);
        self.at_most(law, "dT <= 0", outcome.energy.total(), 0.0, scale);
    }
}
