//! Integrators of y' = f(t, y) with error control and dense output, chosen by name (K8, W10).

mod dop853;
mod dopri5;
mod explicit;
mod fehlberg;
mod radau;

use explicit::Explicit;

/// A system of differential equations whose right-hand side may refuse to answer.
pub trait System {
    /// Why it refuses.
    type Fault;

    /// y' at (t, y).
    fn rate(&mut self, t: f64, y: &[f64], rate: &mut [f64]) -> Result<(), Self::Fault>;

    /// From now on the rates are those of the smooth system that this one is at the point asked last: whoever takes differences must not
    /// step over its kinks.
    fn freeze(&mut self) {}

    /// Ends that.
    fn thaw(&mut self) {}

    /// The components of y in islands, while frozen: the rates of one do not depend on the components of another. One of all n where
    /// nothing is known.
    fn islands(&self, n: usize) -> Vec<Vec<usize>> {
        vec![(0..n).collect()]
    }
}

/// Tolerated error of each component: absolute + relative |y|.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Part that does not depend on y.
    pub absolute: f64,
    /// Part in proportion to |y|.
    pub relative: f64,
}

impl Scale {
    /// The tolerated error of a component between two values.
    pub(crate) fn of(&self, _component: usize, start: f64, end: f64) -> f64 {
        self.absolute + self.relative * start.abs().max(end.abs())
    }
}

/// A one-step method with an error estimate and dense output.
pub trait Integrator<S: System + ?Sized> {
    /// Its name in scenes.
    fn name(&self) -> &'static str;

    /// Order of the error of one step in h, minus one.
    fn order(&self) -> u32;

    /// Whether the dense output is as good as the estimated error says, not only the end of the step.
    fn dense_is_as_good(&self) -> bool;

    /// A step of size h from (t, y) with y' = `rate` there; writes the end and y' at the end. Returns the estimated
    /// error in units of the tolerance: below one the step is good.
    fn attempt(
        &mut self,
        system: &mut S,
        t: f64,
        start: (&[f64], &[f64]),
        h: f64,
        scale: &Scale,
        end: (&mut [f64], &mut [f64]),
    ) -> Result<f64, S::Fault>;

    /// What its estimates may be measured by where the steps, not the estimates, are to have the error asked for.
    fn loosened(&self, scale: &Scale) -> Scale {
        *scale
    }

    /// The step made last, as far as the next one may start from it.
    fn course(&self) -> Vec<f64> {
        Vec::new()
    }

    /// The next steps are expected to go on as the one with this course; empty where nothing is known.
    fn follow(&mut self, _course: &[f64]) {}

    /// Makes the dense output of the last step; must be called before [`Integrator::dense`].
    fn prepare_dense(&mut self, system: &mut S) -> Result<(), S::Fault>;

    /// y at t + theta h of the last step, theta in [0, 1].
    fn dense(&self, theta: f64, y: &mut [f64]);
}

/// The names of the integrators.
pub const INTEGRATORS: [&str; 4] = ["fehlberg", "dopri5", "dop853", "radau"];

/// An integrator by its name.
pub fn by_name<S: System + ?Sized>(name: &str) -> Option<Box<dyn Integrator<S>>> {
    Some(match name {
        "fehlberg" => Box::new(Explicit::new(&fehlberg::FEHLBERG)),
        "dopri5" => Box::new(Explicit::new(&dopri5::DOPRI5)),
        "dop853" => Box::new(Explicit::new(&dop853::DOP853)),
        "radau" => Box::new(radau::Radau::default()),
        _ => return None,
    })
}

/// The factor by which the step may grow or shrink after an error in units of the tolerance.
///
/// 0.9 keeps the next step below the limit, 0.2 and 5 bound changes as usual (Hairer, Norsett, Wanner I, II.4).
pub(crate) fn step_factor(error: f64, order: u32) -> f64 {
    if error == 0.0 {
        return 5.0;
    }
    (0.9 * error.powf(-1.0 / f64::from(order))).clamp(0.2, 5.0)
}

/// Errors below this are far from what is tolerated: the next step may grow whatever the last one said.
const FAR: f64 = 1e-3;

/// The same from the error of an accepted step and that of the one before. Where stability limits the steps and not accuracy, errors jump;
/// the memory keeps a step from being tried too long again and again. 0.97 keeps equal errors at what 0.9 keeps them without a memory,
/// 0.9^order. `before` is zero where there was none, as after an event: then the next step may be what this one says.
///
/// Source: Gustafsson, *ACM Trans. Math. Softw.* 17 (1991), with the exponents of Hairer, Wanner II, IV.2.
pub(crate) fn remembering_factor(error: f64, before: f64, order: u32) -> f64 {
    if error < FAR || before == 0.0 {
        return step_factor(error, order);
    }
    let power = |error: f64, exponent: f64| error.max(FAR).powf(exponent / f64::from(order));
    (0.97 * power(error, -0.7) * power(before, 0.4)).clamp(0.2, 5.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bodies of Kepler's problem on an ellipse.
    struct Kepler;

    impl System for Kepler {
        type Fault = std::convert::Infallible;

        fn rate(&mut self, _t: f64, y: &[f64], rate: &mut [f64]) -> Result<(), Self::Fault> {
            let cube = (y[0] * y[0] + y[1] * y[1]).powf(1.5);
            rate.copy_from_slice(&[y[2], y[3], -y[0] / cube, -y[1] / cube]);
            Ok(())
        }
    }

    /// Error after one revolution with fixed steps, at the end and largest of the dense output against itself at the middle.
    fn revolution(name: &str, steps: usize) -> (f64, f64) {
        let mut method = by_name::<Kepler>(name).unwrap();
        let start = [0.8, 0.0, 0.0, (1.2_f64 / 0.8).sqrt()];
        let (mut y, mut rate) = (start, [0.0; 4]);
        let h = std::f64::consts::TAU / steps as f64;
        // Tight, so that the iterations of implicit methods do not show in the order.
        let scale = Scale { absolute: 1e-10, relative: 0.0 };
        Kepler.rate(0.0, &y, &mut rate).unwrap();
        let mut inside = 0.0_f64;
        for k in 0..steps {
            let (mut end, mut end_rate) = ([0.0; 4], [0.0; 4]);
            let mut half = ([0.0; 4], [0.0; 4]);
            let t = k as f64 * h;
            method.attempt(&mut Kepler, t, (&y, &rate), 0.5 * h, &scale, (&mut half.0, &mut half.1)).unwrap();
            method.attempt(&mut Kepler, t, (&y, &rate), h, &scale, (&mut end, &mut end_rate)).unwrap();
            method.prepare_dense(&mut Kepler).unwrap();
            let mut middle = [0.0; 4];
            method.dense(0.5, &mut middle);
            inside = inside.max((0..4).fold(0.0, |m: f64, j| m.max((middle[j] - half.0[j]).abs())));
            (y, rate) = (end, end_rate);
        }
        ((0..4).fold(0.0, |m: f64, j| m.max((y[j] - start[j]).abs())), inside)
    }

    #[test]
    fn every_integrator_has_its_order_and_dense_output() {
        // Observed order between n and 2 n steps; half an order below the claim allows for the tail of the asymptotics.
        for (name, n, order, dense_order) in
            [("fehlberg", 200, 5.0, 4.0), ("dopri5", 200, 5.0, 5.0), ("dop853", 30, 8.0, 8.0), ("radau", 100, 5.0, 4.0)]
        {
            let (coarse, coarse_inside) = revolution(name, n);
            let (fine, fine_inside) = revolution(name, 2 * n);
            assert!((coarse / fine).log2() > order - 0.5, "{name}: {coarse:e} {fine:e}");
            assert!(
                (coarse_inside / fine_inside).log2() > dense_order - 0.5,
                "{name}: {coarse_inside:e} {fine_inside:e}"
            );
        }
    }

    /// y' = -k (y - cos t) - sin t: y = cos t, stiff.
    struct Stiff(f64);

    impl System for Stiff {
        type Fault = std::convert::Infallible;

        fn rate(&mut self, t: f64, y: &[f64], rate: &mut [f64]) -> Result<(), Self::Fault> {
            rate[0] = -self.0 * (y[0] - t.cos()) - t.sin();
            Ok(())
        }
    }

    #[test]
    fn radau_takes_large_steps_on_a_stiff_equation() {
        let mut method = by_name::<Stiff>("radau").unwrap();
        let mut system = Stiff(1e8);
        let scale = Scale { absolute: 1e-8, relative: 1e-8 };
        let (mut y, mut rate) = ([1.0], [0.0]);
        for k in 0..20 {
            let t = 0.1 * f64::from(k);
            system.rate(t, &y, &mut rate).unwrap();
            let (mut end, mut end_rate) = ([0.0], [0.0]);
            let error = method.attempt(&mut system, t, (&y, &rate), 0.1, &scale, (&mut end, &mut end_rate)).unwrap();
            assert!(error < 1e6);
            y = end;
        }
        // The stage order 3 leaves h^4 / k; an explicit method would need steps of 1e-8.
        assert!((y[0] - 2.0_f64.cos()).abs() < 1e-7, "{}", y[0]);
    }
}
