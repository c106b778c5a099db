//! Built-in scenes run for a check, by the path of `--set`.

use carom_scene::World;
use carom_scene::builtin::{builtin, project};
use carom_scene::toml::SceneFile;
use carom_simulate::Record;
use carom_simulate::record::{Event, EventKind, Sample};

use super::super::extremes::Point;
use super::super::measure::Measure;
use super::super::run::{Prepared, end_word};

/// What a run left; nothing if the scene could not be run, so that its numbers are NaN and no line passes.
pub(super) struct Ran(Option<(Prepared, Record)>);

/// A built-in scene as text to be changed.
pub(super) fn file(scene: &str, changes: &[(&str, &str)]) -> Option<SceneFile> {
    let mut file = match project(scene) {
        Some(project) => SceneFile::of_project(&project.read().ok()?).ok()?,
        None => SceneFile::parse(builtin(scene)?.text, scene).ok()?,
    };
    for (path, value) in changes {
        file.set(path, value).ok()?;
    }
    Some(file)
}

/// Runs a built-in scene with changes.
pub(super) fn run(scene: &str, changes: &[(&str, &str)]) -> Ran {
    Ran(file(scene, changes).and_then(|file| run_file(&file)))
}

/// Runs a scene of a check's own.
pub(super) fn run_text(text: &str) -> Ran {
    Ran(SceneFile::parse(text, "check").ok().and_then(|file| run_file(&file)))
}

fn run_file(file: &SceneFile) -> Option<(Prepared, Record)> {
    let prepared = Prepared::new(file.read().ok()?).ok()?;
    let record = prepared.run(None).record;
    Some((prepared, record))
}

impl Ran {
    /// What ran and its record.
    pub(super) fn parts(&self) -> Option<(&World, &Record)> {
        self.0.as_ref().map(|(prepared, record)| (&prepared.world, record))
    }

    /// A measure by its name, NaN if there is none.
    pub(super) fn measure(&self, name: &str) -> f64 {
        self.0.as_ref().and_then(|(prepared, record)| prepared.measure(name, record).ok()).unwrap_or(f64::NAN)
    }

    /// The values of a measure with their rates over the whole run; none if there is no such measure.
    pub(super) fn points(&self, name: &str) -> Vec<Point> {
        let Some((prepared, record)) = &self.0 else { return Vec::new() };
        let measure = Measure::by_name(name, &prepared.world);
        measure.map_or(Vec::new(), |measure| measure.points(&prepared.world, record, f64::NEG_INFINITY))
    }

    /// A measure at the sample just after an instant; NaN if there is none.
    pub(super) fn after(&self, name: &str, t: f64) -> f64 {
        self.at(name, self.samples().iter().rfind(|sample| sample.t == t))
    }

    /// A measure at the sample just before an instant; NaN if there is none.
    pub(super) fn before(&self, name: &str, t: f64) -> f64 {
        self.at(name, self.samples().iter().find(|sample| sample.t == t))
    }

    fn at(&self, name: &str, sample: Option<&Sample>) -> f64 {
        let (Some((prepared, _)), Some(sample)) = (&self.0, sample) else { return f64::NAN };
        let world = &prepared.world;
        Measure::by_name(name, world).map_or(f64::NAN, |measure| measure.at(world, sample))
    }

    /// Everything recorded; empty if nothing ran.
    pub(super) fn samples(&self) -> &[Sample] {
        self.0.as_ref().map_or(&[], |(_, record)| &record.samples)
    }

    /// Events of a kind.
    pub(super) fn events(&self, kind: EventKind) -> Vec<&Event> {
        self.0.as_ref().map_or(Vec::new(), |(_, record)| record.of_kind(kind).collect())
    }

    /// The time of an event of a kind, counted from 0; NaN if there is none.
    pub(super) fn time(&self, kind: EventKind, number: usize) -> f64 {
        self.events(kind).get(number).map_or(f64::NAN, |event| event.t)
    }

    /// How the run ended.
    pub(super) fn end(&self) -> &'static str {
        self.0.as_ref().map_or("not run", |(_, record)| end_word(record))
    }

    /// Verdict and warnings in one text.
    pub(super) fn said(&self) -> String {
        let Some((_, record)) = &self.0 else { return String::new() };
        let verdict = match &record.end {
            carom_simulate::record::End::Verdict(text) => text.as_str(),
            _ => "",
        };
        [verdict.to_owned(), record.warnings.join("; ")].join(" ")
    }

    /// A measure at the last sample; NaN if there is none.
    pub(super) fn last(&self, name: &str) -> f64 {
        self.at(name, self.samples().last())
    }

    /// Standard deviation of the total energy over the recorded instants.
    pub(super) fn energy_deviation(&self) -> f64 {
        let energies: Vec<f64> = self.samples().iter().map(|sample| sample.energy.total()).collect();
        let count = energies.len() as f64;
        let mean = energies.iter().sum::<f64>() / count;
        (energies.iter().map(|energy| (energy - mean).powi(2)).sum::<f64>() / count).sqrt()
    }

    /// Largest joint error at a recorded instant.
    pub(super) fn joint_error(&self) -> f64 {
        self.0.as_ref().map_or(f64::NAN, |(_, record)| record.counts.joint_error)
    }
}
