//! A scene that has run.

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::Record;
use carom::simulate::record::{End, EventKind};

pub struct Ran {
    prepared: Prepared,
    pub record: Record,
}

/// Runs a built-in scene with a variant (or none) and changes.
pub fn ran(scene: &str, variant: Option<&str>, changes: &[(&str, &str)]) -> Ran {
    let mut file = SceneFile::parse(builtin(scene).unwrap().text, scene).unwrap();
    if let Some(variant) = variant {
        file.choose_variant(variant).unwrap();
    }
    changes.iter().for_each(|(path, value)| file.set(path, value).unwrap());
    let prepared = Prepared::new(file.read().unwrap()).unwrap();
    let record = prepared.run(None).record;
    Ran { prepared, record }
}

impl Ran {
    /// A measure by its name.
    pub fn measure(&self, name: &str) -> f64 {
        self.prepared.measure(name, &self.record).unwrap()
    }

    /// The times of the events of a kind whose contact is of this joint or body.
    pub fn times(&self, kind: EventKind, whom: &str) -> Vec<f64> {
        let world = self.prepared.world.space().unwrap();
        let name = |pair: u32| carom::mechanics::Model::pair_name(world, pair);
        let of = |touch: &carom::mechanics::Touch| name(touch.site.pair).contains(whom);
        self.record.of_kind(kind).filter(|event| event.touch.as_ref().is_some_and(of)).map(|event| event.t).collect()
    }

    /// What ended the run before its time.
    pub fn verdict(&self) -> &str {
        match &self.record.end {
            End::Verdict(text) => text,
            _ => "",
        }
    }
}
