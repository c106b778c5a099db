//! The pictures of a run: well formed, with what they should show, small also for huge records.

use std::fs;
use std::path::Path;

use carom_scene::output::{Animation, Cast, PlotOptions, write_animation, write_run};
use carom_simulate::record::Record;
use proptest::prelude::*;

use super::demo;
use super::reading::{parse, points, text_of, with_class};

fn draw(folder: &Path, cast: &Cast<'_>, record: &Record) {
    write_run(folder, cast, record, &demo::INFO, PlotOptions { impulse_planes: 2, ..Default::default() }).unwrap();
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("plots").join(format!("{name}.svg"))).unwrap()
}

fn count(text: &str, class: &str) -> usize {
    with_class(&parse(text), class).len()
}

#[test]
fn a_bouncing_ball_has_its_lines_jumps_and_stems() {
    let folder = tempfile::tempdir().unwrap();
    let law = demo::law();
    draw(folder.path(), &demo::ball_cast(&law), &demo::ball(121));
    let picture = |name| read(folder.path(), name);
    // Two panels of one body; energies; one pair in two panels; a portrait of each coordinate in which it moves.
    for (name, series) in [("displacement", 2), ("velocity", 2), ("angle", 1), ("angular-velocity", 1), ("energy", 3)] {
        assert_eq!(count(&picture(name), "series"), series, "{name}");
    }
    assert_eq!((count(&picture("impulses"), "series"), count(&picture("phase"), "series")), (2, 3));
    // The velocity jumps twice in y, the place never; kinetic and total energy jump at both impacts.
    assert_eq!((count(&picture("velocity"), "jump"), count(&picture("displacement"), "jump")), (2, 0));
    assert_eq!(count(&picture("energy"), "jump"), 4);
    let strobe = picture("stroboscopic");
    assert_eq!((count(&strobe, "figure"), count(&strobe, "ground"), count(&strobe, "trail")), (25, 1, 1));
    assert_eq!(count(&picture("impulse-plane-0001"), "conic"), 1);
    assert!(!folder.path().join("plots/contact-forces.svg").exists());
}

#[test]
fn of_many_bodies_a_few_and_the_range_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let law = demo::law();
    let (names, record) = demo::crowd(12, 500);
    draw(folder.path(), &demo::crowd_cast(&names, &law), &record);
    let text = read(folder.path(), "displacement");
    assert_eq!((count(&text, "series"), count(&text, "band")), (14, 2));
    assert!(parse(&text).descendants().any(|node| text_of(node).starts_with("12 bodies can move")));
    assert_eq!(count(&read(folder.path(), "contact-forces"), "series"), 16);
    let document = parse(&text);
    let legend = document.descendants().filter(|node| node.has_tag_name("text") && text_of(*node).starts_with("disc-"));
    assert_eq!(legend.count(), 7);
}

#[test]
fn a_huge_record_makes_small_pictures_soon() {
    let folder = tempfile::tempdir().unwrap();
    let law = demo::law();
    let (names, record) = demo::crowd(3, 200_000);
    let start = std::time::Instant::now();
    draw(folder.path(), &demo::crowd_cast(&names, &law), &record);
    // About a second alone on a machine; the bound only catches work that grows with the square.
    assert!(start.elapsed().as_secs() < 60);
    for name in ["displacement", "velocity", "energy", "phase", "contact-forces", "stroboscopic"] {
        let text = read(folder.path(), name);
        assert!(text.len() < 2_000_000, "{name}: {} bytes", text.len());
    }
    let text = read(folder.path(), "velocity");
    for line in with_class(&parse(&text), "series") {
        // Two points a pixel column of a plot 706 px wide, and one column more at each end.
        assert!(points(line).len() <= 2 * 710);
    }
}

#[test]
fn lines_stay_within_their_frames() {
    let folder = tempfile::tempdir().unwrap();
    let law = demo::law();
    draw(folder.path(), &demo::ball_cast(&law), &demo::ball(40));
    for name in ["displacement", "velocity", "energy", "phase"] {
        let text = read(folder.path(), name);
        for line in with_class(&parse(&text), "series") {
            assert!(points(line).iter().all(|(x, y)| (76.0..=782.0).contains(x) && *y > 40.0), "{name}");
        }
    }
}

/// Numbers as a diverging run leaves them behind.
fn wild() -> impl Strategy<Value = f64> {
    prop_oneof![
        5 => -2.0..2.0_f64,
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::MAX, f64::MIN, 1e-320, 1e300, -1e17, 0.0]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn no_number_spoils_a_picture(numbers in prop::collection::vec(wild(), 40), time in wild()) {
        let folder = tempfile::tempdir().unwrap();
        let law = demo::law();
        let mut record = demo::ball(13);
        let places = record.samples.iter_mut().flat_map(|sample| sample.q.iter_mut().chain(&mut sample.v));
        places.step_by(3).zip(&numbers).for_each(|(place, number)| *place = *number);
        record.samples[14].t = time;
        record.samples[3].energy.kinetic = numbers[39];
        let cast = demo::ball_cast(&law);
        draw(folder.path(), &cast, &record);
        for entry in fs::read_dir(folder.path().join("plots")).unwrap() {
            parse(&fs::read_to_string(entry.unwrap().path()).unwrap());
        }
        // A film, or a reason why there is none.
        let animation = Animation { width: 120, speed: 2.0, ..Default::default() };
        let _ = write_animation(&folder.path().join("film.gif"), &cast, &record, &animation);
    }
}
