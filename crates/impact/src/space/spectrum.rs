//! Functions on [-1, 1] by their values at Gauss's nodes: integrals to the end, to every node and to any point.

use std::sync::LazyLock;

/// Nodes of a panel.
pub(super) const NODES: usize = 20;

/// Values of a function at the nodes.
pub(super) type Values = [f64; NODES];

/// Nodes, weights and matrices; computed once.
pub(super) struct Gauss {
    pub nodes: Values,
    weights: Values,
    /// Row i integrates from -1 to node i.
    to_node: [Values; NODES],
    /// Row m gives the coefficient of the Legendre polynomial P_m.
    spectrum: [Values; NODES],
}

pub(super) static GAUSS: LazyLock<Gauss> = LazyLock::new(Gauss::new);

/// P_0 .. P_NODES at x.
fn legendre(x: f64) -> [f64; NODES + 1] {
    let mut p = [1.0; NODES + 1];
    p[1] = x;
    for m in 1..NODES {
        p[m + 1] = ((2 * m + 1) as f64 * x * p[m] - m as f64 * p[m - 1]) / (m as f64 + 1.0);
    }
    p
}

/// The integral of P_m from -1, by the polynomials at its end.
fn integrated(p: &[f64; NODES + 1], x: f64, m: usize) -> f64 {
    if m == 0 { x + 1.0 } else { (p[m + 1] - p[m - 1]) / (2 * m + 1) as f64 }
}

impl Gauss {
    fn new() -> Self {
        let nodes: Values = std::array::from_fn(root);
        let polynomials = nodes.map(legendre);
        let weights = std::array::from_fn(|j| {
            let (x, before) = (nodes[j], polynomials[j][NODES - 1]);
            2.0 * (1.0 - x * x) / (NODES as f64 * before).powi(2)
        });
        let weights: Values = weights;
        let spectrum: [Values; NODES] =
            std::array::from_fn(|m| std::array::from_fn(|j| 0.5 * (2 * m + 1) as f64 * weights[j] * polynomials[j][m]));
        let to_node = std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..NODES).map(|m| spectrum[m][j] * integrated(&polynomials[i], nodes[i], m)).sum())
        });
        Self { nodes, weights, to_node, spectrum }
    }

    /// The integral over the whole panel.
    pub fn whole(&self, values: &Values) -> f64 {
        dot(&self.weights, values)
    }

    /// The integrals from -1 to every node.
    pub fn to_nodes(&self, values: &Values) -> Values {
        std::array::from_fn(|i| dot(&self.to_node[i], values))
    }

    /// The size of the last two Legendre coefficients: what is missing beyond them is smaller.
    pub fn last(&self, values: &Values) -> f64 {
        dot(&self.spectrum[NODES - 1], values).abs() + dot(&self.spectrum[NODES - 2], values).abs()
    }

    /// The Legendre coefficients.
    pub fn spectrum(&self, values: &Values) -> Spectrum {
        Spectrum(std::array::from_fn(|m| dot(&self.spectrum[m], values)))
    }
}

/// Legendre coefficients of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spectrum(Values);

impl Spectrum {
    /// The integral from -1 to x.
    pub fn integral(&self, x: f64) -> f64 {
        let p = legendre(x);
        self.0.iter().enumerate().map(|(m, a)| a * integrated(&p, x, m)).sum()
    }
}

/// Node j: a root of P_NODES by Newton, from the usual estimate.
fn root(j: usize) -> f64 {
    let n = NODES as f64;
    let mut x = -(std::f64::consts::PI * (j as f64 + 0.75) / (n + 0.5)).cos();
    for _ in 0..10 {
        let p = legendre(x);
        let slope = n * (x * p[NODES] - p[NODES - 1]) / (x * x - 1.0);
        x -= p[NODES] / slope;
    }
    x
}

fn dot(a: &Values, b: &Values) -> f64 {
    // Four sums side by side: one alone waits for itself.
    let mut sums = [0.0; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for i in 0..4 {
            sums[i] += a[i] * b[i];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integrals_of_an_exponential() {
        let values = GAUSS.nodes.map(f64::exp);
        let want = |x: f64| x.exp() - (-1.0_f64).exp();
        assert!((GAUSS.whole(&values) - want(1.0)).abs() < 1e-14);
        for (x, got) in GAUSS.nodes.iter().zip(GAUSS.to_nodes(&values)) {
            assert!((got - want(*x)).abs() < 1e-14);
        }
        assert!((GAUSS.spectrum(&values).integral(0.3) - want(0.3)).abs() < 1e-14);
        assert!(GAUSS.last(&values) < 1e-14 && GAUSS.last(&GAUSS.nodes.map(f64::abs)) > 1e-4);
    }
}
