//! A run continued from a checkpoint equals the run not stopped, to the last bit; and whatever the bytes, reading them does not panic.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::checkpoint::Checkpoint;
use carom::scene::toml::{SceneFile, Source};
use carom::simulate::{Memory, Record, Snapshot, Watcher};
use proptest::prelude::*;

/// Takes a snapshot at every so many pauses.
#[derive(Debug, Default)]
struct Collector {
    stride: usize,
    inner: Mutex<(usize, Vec<Snapshot>)>,
}

impl Watcher for Collector {
    fn wants(&self, _: f64, _: bool) -> bool {
        let mut inner = self.inner.lock().unwrap();
        inner.0 += 1;
        self.stride > 0 && inner.0.is_multiple_of(self.stride)
    }

    fn keep(&self, snapshot: Snapshot) {
        self.inner.lock().unwrap().1.push(snapshot);
    }
}

fn scene(name: &str, changes: &[(&str, &str)]) -> SceneFile {
    let mut file = SceneFile::parse(builtin(name).unwrap().text, name).unwrap();
    for (path, value) in changes {
        file.set(path, value).unwrap();
    }
    file
}

fn checkpoint(source: Source, snapshot: Snapshot) -> Checkpoint {
    Checkpoint { source, out: PathBuf::from("out"), every: 0.1, wall_time: 0.0, snapshot }
}

/// A value as its bits: Debug writes the shortest text that reads back as the same number, the sign of zero included.
fn bits(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

/// The first difference of two records.
fn difference(one: &Record, other: &Record) -> Option<String> {
    let samples = one.samples.iter().zip(&other.samples).find(|(a, b)| bits(a) != bits(b));
    let events = one.events.iter().zip(&other.events).find(|(a, b)| bits(a) != bits(b));
    match (samples, events) {
        (Some((a, b)), _) => Some(format!("{a:?} and {b:?}")),
        (_, Some((a, b))) => Some(format!("{a:?} and {b:?}")),
        _ if bits(one) != bits(other) => {
            Some(format!("{:?} {:?} and {:?} {:?}", one.counts, one.end, other.counts, other.end))
        }
        _ => None,
    }
}

/// Runs a scene with and without snapshots, goes on from each through the bytes of a file, and compares all records. Returns the snapshots.
fn compare(name: &str, changes: &[(&str, &str)], wanted: usize) -> Vec<Snapshot> {
    let file = scene(name, changes);
    let prepared = Prepared::new(file.read().unwrap()).unwrap();
    let counter = Collector::default();
    let whole = prepared.run_watched(None, Some(&counter)).record;
    let pauses = counter.inner.into_inner().unwrap().0;
    let collector = Collector { stride: (pauses / wanted).max(1), ..Collector::default() };
    let watched = prepared.run_watched(None, Some(&collector)).record;
    assert_eq!(difference(&whole, &watched), None, "{name}: taking checkpoints changes the run");
    let snapshots = collector.inner.into_inner().unwrap().1;
    assert!(snapshots.len() >= wanted.min(pauses), "{name}: {} of {pauses}", snapshots.len());
    for snapshot in &snapshots {
        let t = snapshot.t;
        let bytes = checkpoint(file.source(), snapshot.clone()).to_bytes().unwrap();
        let read = Checkpoint::from_bytes(&bytes).unwrap();
        let again = Prepared::new(SceneFile::from_source(&read.source).unwrap().read().unwrap()).unwrap();
        let record = again.resume(read.snapshot, None, None).unwrap().record;
        assert_eq!(difference(&record, &whole), None, "{name} {changes:?}: other bits from t = {t} on");
    }
    snapshots
}

fn closed(snapshot: &Snapshot) -> usize {
    if let Memory::Events { closed, .. } = &snapshot.memory { closed.len() } else { 0 }
}

#[test]
fn events_go_on_with_the_same_bits_in_bouncing_and_at_rest() {
    let snapshots = compare("bouncing-ball", &[], 40);
    let bouncing = |s: &&Snapshot| s.record.counts.impacts > 20 && closed(s) == 0;
    assert!(snapshots.iter().any(|s| bouncing(&s)), "no checkpoint amid the bounces");
    assert!(snapshots.iter().any(|s| closed(s) > 0), "no checkpoint at rest");
}

#[test]
fn events_go_on_with_the_same_bits_in_stick_and_slip() {
    // Few steps are made while it sticks.
    let snapshots = compare("belt-stick-slip", &[("run.until", "20")], 60);
    let grips = snapshots.iter().filter_map(|s| match &s.memory {
        Memory::Events { closed, .. } => closed.first().map(|c| c.grip),
        _ => None,
    });
    let sticking = grips.clone().filter(|grip| *grip == carom::simulate::Grip::Stick).count();
    assert!(sticking > 0 && sticking < snapshots.len(), "{sticking} of {} stick", snapshots.len());
}

#[test]
fn events_go_on_with_the_same_bits_in_a_crowd_with_joints_and_with_every_integrator() {
    compare("bin-of-thirty", &[("run.until", "0.3")], 3);
    compare("trebuchet", &[], 8);
    compare("ball-on-oscillating-table", &[], 10);
    for integrator in ["fehlberg", "dop853", "radau"] {
        compare("double-pendulum", &[("run.integrator", integrator)], 8);
    }
}

#[test]
fn a_run_that_ends_in_a_verdict_does_so_again() {
    // The guard against endless chattering ends this one.
    let snapshots = compare("bouncing-ball", &[("run.most-events", "8")], 5);
    assert!(snapshots.len() >= 5);
}

#[test]
fn stepping_goes_on_with_the_same_bits() {
    for (name, until) in [("bouncing-ball", "2"), ("dominoes", "0.3"), ("belt-stick-slip", "5"), ("trebuchet", "0.5")] {
        compare(name, &[("run.method", "stepping"), ("run.until", until)], 8);
    }
}

#[test]
fn penalty_goes_on_with_the_same_bits() {
    for (name, until) in [("bouncing-ball", "0.6"), ("block-on-incline", "0.05"), ("double-pendulum", "0.2")] {
        compare(name, &[("run.method", "penalty"), ("run.until", until), ("run.tolerance", "1e-6")], 8);
    }
    compare("bar-drop", &[("run.method", "penalty"), ("run.integrator", "radau"), ("run.tolerance", "1e-6")], 5);
}

#[test]
fn every_method_goes_on_with_the_same_bits_past_corners_of_motions() {
    let folded = ("motion.table.y", "= A*abs(sin(omega*t))");
    for (method, until) in [("events", "5"), ("stepping", "1"), ("penalty", "0.3")] {
        let changes = [folded, ("run.method", method), ("run.until", until), ("run.tolerance", "1e-8")];
        compare("ball-on-oscillating-table", &changes, 10);
    }
}

#[test]
fn a_checkpoint_where_a_run_was_interrupted_goes_on_too() {
    /// Interrupts after so many pauses and keeps the last snapshot.
    #[derive(Debug)]
    struct Stopper {
        flag: AtomicBool,
        left: Mutex<usize>,
        kept: Mutex<Option<Snapshot>>,
    }
    impl Watcher for Stopper {
        fn wants(&self, _: f64, last: bool) -> bool {
            let mut left = self.left.lock().unwrap();
            *left = left.saturating_sub(1);
            self.flag.store(*left == 0, Ordering::Relaxed);
            last
        }

        fn keep(&self, snapshot: Snapshot) {
            *self.kept.lock().unwrap() = Some(snapshot);
        }
    }
    let prepared = Prepared::new(scene("bar-drop", &[]).read().unwrap()).unwrap();
    let whole = prepared.run_watched(None, None).record;
    let stopper = Stopper { flag: AtomicBool::new(false), left: Mutex::new(8), kept: Mutex::new(None) };
    let part = prepared.run_watched(Some(&stopper.flag), Some(&stopper)).record;
    assert_eq!(part.end, carom::simulate::record::End::Interrupted);
    assert!(part.samples.len() < whole.samples.len() && !part.samples.is_empty());
    let snapshot = stopper.kept.into_inner().unwrap().unwrap();
    assert_eq!(difference(&prepared.resume(snapshot, None, None).unwrap().record, &whole), None);
}

#[test]
fn a_checkpoint_of_another_scene_is_refused() {
    let snapshot = compare("bar-drop", &[], 3).pop().unwrap();
    let other = Prepared::new(scene("trebuchet", &[]).read().unwrap()).unwrap();
    let error = other.resume(snapshot, None, None).unwrap_err();
    assert_eq!(error, "it is not of this scene, which has 9 coordinates");
}

/// The bytes of a small checkpoint.
fn small() -> Vec<u8> {
    let file = scene("bouncing-ball", &[("run.every", "0")]);
    let prepared = Prepared::new(file.read().unwrap()).unwrap();
    let collector = Collector { stride: 30, ..Collector::default() };
    prepared.run_watched(None, Some(&collector));
    let snapshot = collector.inner.into_inner().unwrap().1.swap_remove(0);
    checkpoint(file.source(), snapshot).to_bytes().unwrap()
}

#[test]
fn every_damaged_byte_and_every_cut_is_noticed() {
    let bytes = small();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(Checkpoint::from_bytes(&damaged).is_err(), "byte {place}");
        assert!(Checkpoint::from_bytes(&bytes[..place]).is_err(), "cut at {place}");
    }
    assert!(Checkpoint::from_bytes(&[&bytes[..], b"x"].concat()).is_err());
}

#[test]
fn foreign_and_old_files_are_told_apart() {
    let bytes = small();
    let text = |from: &str, to: &str| {
        let end = bytes.iter().position(|b| *b == b'\n').unwrap();
        let header = String::from_utf8(bytes[..end].to_vec()).unwrap().replacen(from, to, 1);
        Checkpoint::from_bytes(&[header.as_bytes(), &bytes[end..]].concat()).unwrap_err()
    };
    assert!(Checkpoint::from_bytes(b"PK\x03\x04").unwrap_err().contains("no checkpoint of carom"));
    assert!(Checkpoint::from_bytes(b"t,x\n0,1\n").unwrap_err().contains("no checkpoint of carom"));
    assert!(text("checkpoint 1", "checkpoint 7").contains("format 7"));
    assert!(text(env!("CARGO_PKG_VERSION"), "0.0.1").contains("of carom 0.0.1"));
}

/// The file with other content and a checksum that fits.
fn signed(content: &[u8]) -> Vec<u8> {
    let sum = content
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    let header = format!("carom checkpoint 1 {} {} {sum:016x}\n", env!("CARGO_PKG_VERSION"), content.len());
    [header.as_bytes(), content].concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Content that was forged with a good checksum is refused or gone on from, without a panic.
    #[test]
    fn forged_content_is_answered(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        static BYTES: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
        let bytes = BYTES.get_or_init(small);
        let start = bytes.iter().position(|b| *b == b'\n').unwrap() + 1;
        let mut content = bytes[start..].to_vec();
        for (place, byte) in edits {
            let place = place.index(content.len());
            content[place] = byte;
        }
        let Ok(read) = Checkpoint::from_bytes(&signed(&content)) else { return Ok(()) };
        let Ok(file) = SceneFile::from_source(&read.source) else { return Ok(()) };
        let Ok(Ok(prepared)) = file.read().map(Prepared::new) else { return Ok(()) };
        let stop = AtomicBool::new(true);
        let _ = prepared.resume(read.snapshot, Some(&stop), None);
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Checkpoint::from_bytes(&bytes).is_err());
        prop_assert!(Checkpoint::from_bytes(&signed(&bytes)).is_err());
    }
}
