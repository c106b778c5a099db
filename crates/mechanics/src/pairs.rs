//! Pairs of bodies: their numbers, orientation and laws.
//!
//! Bodies i < j of n form the pair i n + j. The number names the pair in every [`Site`](crate::Site); which of the two
//! is the first is a matter of orientation: as named in the description of the pair's law, otherwise the one that moves
//! by itself, otherwise i.

use std::collections::{BTreeMap, BTreeSet};

use crate::description::ContactsDescription;
use crate::error::{Subject, WorldError, no_body};
use crate::pair_law::PairLaw;

/// What stands for the size of bodies where nothing touches anything, in radians: a quarter of it is turned in one step. What turns further
/// in one is followed less well than a loose tolerance makes believe: of j_chain5 at the tolerance 1e-4 an eighth of a radian leaves less than 1e-6 m,
/// a quarter leaves 1e-5 m.
pub(crate) const TURNED: f64 = 0.5;

/// The law of one pair and its orientation.
#[derive(Debug, Clone)]
struct Own {
    law: PairLaw,
    /// Whether body j comes first.
    reversed: bool,
}

/// All pairs of a world.
#[derive(Debug, Clone)]
pub(crate) struct Pairs {
    law: PairLaw,
    own: BTreeMap<u32, Own>,
    excluded: BTreeSet<u32>,
    free: Vec<bool>,
    /// Whether no pair touches.
    pub apart: bool,
}

impl Pairs {
    /// Pairs of bodies of which `free` says which move by themselves.
    pub fn new(law: PairLaw, free: Vec<bool>) -> Self {
        Self { law, own: BTreeMap::new(), excluded: BTreeSet::new(), free, apart: false }
    }

    /// The number of the pair of two bodies in any order.
    pub fn number(&self, a: usize, b: usize) -> u32 {
        (a.min(b) * self.free.len() + a.max(b)) as u32
    }

    /// Bodies i < j of a pair.
    pub fn members(&self, pair: u32) -> (usize, usize) {
        (pair as usize / self.free.len(), pair as usize % self.free.len())
    }

    /// First and second body of a pair.
    pub fn oriented(&self, pair: u32) -> (usize, usize) {
        let (i, j) = self.members(pair);
        let reversed = self.own.get(&pair).map_or(!self.free[i] && self.free[j], |own| own.reversed);
        if reversed { (j, i) } else { (i, j) }
    }

    /// Gives a pair its own law and orientation. False if it has one already.
    fn set_law(&mut self, first: usize, second: usize, law: PairLaw) -> bool {
        self.own.insert(self.number(first, second), Own { law, reversed: first > second }).is_none()
    }

    /// Lets two bodies pass through each other, or touch again.
    pub fn set_excluded(&mut self, a: usize, b: usize, excluded: bool) {
        let pair = self.number(a, b);
        if excluded {
            self.excluded.insert(pair);
        } else {
            self.excluded.remove(&pair);
        }
    }

    /// Whether two bodies i < j may touch.
    pub fn touch(&self, i: usize, j: usize) -> bool {
        !self.apart && (self.free[i] || self.free[j]) && !self.excluded.contains(&self.number(i, j))
    }

    /// The law of a pair.
    pub fn law(&self, pair: u32) -> &PairLaw {
        self.own.get(&pair).map_or(&self.law, |own| &own.law)
    }

    /// Takes the laws and exclusions of a description; `find` gives the number of a body by its name.
    pub fn describe(
        &mut self,
        given: &ContactsDescription,
        find: impl Fn(&str) -> Option<usize>,
    ) -> Result<(), WorldError> {
        let both = |[a, b]: &[String; 2], field: &str| {
            let fail = |message: String| WorldError::new(Subject::Pair(a.clone(), b.clone()), field, message);
            let find = |name: &str| find(name).ok_or_else(|| fail(no_body(name)));
            let (i, j) = (find(a)?, find(b)?);
            if i == j { Err(fail("a body has no contact with itself".into())) } else { Ok((i, j)) }
        };
        self.apart = given.apart;
        for pair in &given.pairs {
            let (first, second) = both(&pair.between, "between")?;
            if !self.set_law(first, second, pair.law.clone()) {
                let [a, b] = pair.between.clone();
                return Err(WorldError::new(Subject::Pair(a, b), "between", "this pair has two laws"));
            }
        }
        for (list, excluded, field) in [(&given.excluded, true, "excluded"), (&given.included, false, "included")] {
            for names in list {
                let (a, b) = both(names, field)?;
                self.set_excluded(a, b, excluded);
            }
        }
        Ok(())
    }
}
