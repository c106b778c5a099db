//! What a scene must be at each of its values: noted where the values are read, so that a form needs no list of its own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::error::Origin;
use super::node::same_key;
use crate::quantity::Dimension;

/// What a value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// So many numbers.
    Numbers(usize),
    /// A text, or one of several words.
    Word,
    /// True or false.
    Flag,
}

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
    /// What it is made of.
    pub kind: Option<Kind>,
    /// What a number is if nothing is said.
    pub default: Option<f64>,
}

/// A key that a table may have, and what is asked of its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    pub key: String,
    pub demand: Demand,
}

/// What is asked of every value, by where it was said; and, if someone wants to know, of the keys that a table leaves out.
#[derive(Clone, Debug, Default)]
pub(super) struct Demands {
    said: RefCell<BTreeMap<Origin, Demand>>,
    left_out: Option<RefCell<BTreeMap<Origin, Vec<Known>>>>,
}

impl Demand {
    pub fn of(dimension: Dimension) -> Self {
        Self { dimension: Some(dimension), ..Self::default() }
    }

    pub fn range(least: Option<f64>, most: Option<f64>) -> Self {
        Self { least, most, ..Self::default() }
    }

    pub fn words<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        Self { choices: words.map(str::to_owned).collect(), kind: Some(Kind::Word), ..Self::default() }
    }

    pub fn kind(kind: Kind) -> Self {
        Self { kind: Some(kind), ..Self::default() }
    }

    /// Numbers of a dimension.
    pub fn numbers(kind: Kind, dimension: Dimension) -> Self {
        Self { dimension: Some(dimension), ..Self::kind(kind) }
    }

    pub fn default_of(number: f64) -> Self {
        Self { default: Some(number), ..Self::default() }
    }

    /// Adds what another demand says and this one does not.
    fn merge(&mut self, other: &Self) {
        self.dimension = self.dimension.or(other.dimension);
        self.least = self.least.or(other.least);
        self.most = self.most.or(other.most);
        self.kind = self.kind.or(other.kind);
        self.default = self.default.or(other.default);
        if self.choices.is_empty() {
            self.choices.clone_from(&other.choices);
        }
    }
}

impl Demands {
    /// Notes a demand beside those already noted there.
    pub fn note(&self, at: Origin, demand: &Demand) {
        self.said.borrow_mut().entry(at).or_default().merge(demand);
    }

    /// From now on keys that are left out are noted too.
    pub fn listen(&mut self) {
        self.left_out = Some(RefCell::default());
    }

    /// Whether someone wants to know more than what is asked of what is said.
    pub fn listens(&self) -> bool {
        self.left_out.is_some()
    }

    /// Notes which keys a table may have; a second look at the same table may know better.
    pub fn table(&self, at: Origin, keys: &[&str]) {
        let Some(left_out) = self.left_out.as_ref().filter(|_| at != Origin::Nowhere) else { return };
        let mut all = left_out.borrow_mut();
        let before = all.remove(&at).unwrap_or_default();
        let known = |key: &&str| {
            let demand = before.iter().find(|known| known.key == *key).map(|known| known.demand.clone());
            Known { key: (*key).to_owned(), demand: demand.unwrap_or_default() }
        };
        all.insert(at, keys.iter().map(known).collect());
    }

    /// Notes what a key must be that the table there leaves out.
    pub fn miss(&self, at: Origin, key: &str, demand: &Demand) {
        let Some(left_out) = &self.left_out else { return };
        let mut all = left_out.borrow_mut();
        let known = all.get_mut(&at).and_then(|keys| keys.iter_mut().find(|known| same_key(&known.key, key)));
        if let Some(known) = known {
            known.demand.merge(demand);
        }
    }

    /// The keys that the table there may have.
    pub fn keys(&self, at: Origin) -> Vec<Known> {
        self.left_out.as_ref().and_then(|all| all.borrow().get(&at).cloned()).unwrap_or_default()
    }

    /// What is asked of the value said there.
    pub fn of(&self, at: Origin) -> Demand {
        self.said.borrow().get(&at).cloned().unwrap_or_default()
    }
}
