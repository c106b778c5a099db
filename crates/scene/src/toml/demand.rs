//! What a scene must be at each of its values: noted where the values are read, so that a form needs no list of its own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::error::Origin;
use crate::quantity::Dimension;

/// What is asked of one value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Demand {
    /// What it measures.
    pub dimension: Option<Dimension>,
    /// Its least value.
    pub least: Option<f64>,
    /// Its largest value.
    pub most: Option<f64>,
    /// The words it may be.
    pub choices: Vec<String>,
}

/// What is asked of every value, by where it was said.
#[derive(Clone, Debug, Default)]
pub(super) struct Demands(RefCell<BTreeMap<Origin, Demand>>);

impl Demand {
    pub fn of(dimension: Dimension) -> Self {
        Self { dimension: Some(dimension), ..Self::default() }
    }

    pub fn range(least: Option<f64>, most: Option<f64>) -> Self {
        Self { least, most, ..Self::default() }
    }

    pub fn words<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        Self { choices: words.map(str::to_owned).collect(), ..Self::default() }
    }
}

impl Demands {
    /// Notes a demand beside those already noted there.
    pub fn note(&self, at: Origin, demand: &Demand) {
        let mut all = self.0.borrow_mut();
        let known = all.entry(at).or_default();
        known.dimension = known.dimension.or(demand.dimension);
        known.least = known.least.or(demand.least);
        known.most = known.most.or(demand.most);
        if known.choices.is_empty() {
            known.choices.clone_from(&demand.choices);
        }
    }

    /// What is asked of the value said there.
    pub fn of(&self, at: Origin) -> Demand {
        self.0.borrow().get(&at).cloned().unwrap_or_default()
    }
}
