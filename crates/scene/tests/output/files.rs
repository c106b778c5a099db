//! The folder of a run: names, tables, events, summary; all or nothing.

use std::fs;
use std::path::Path;

use carom_scene::output::{PlotOptions, write_run};
use carom_simulate::record::ContactForce;
use serde_json::Value;

use super::demo;

fn write_ball(folder: &Path, rows: usize, options: PlotOptions) -> Vec<String> {
    let law = demo::law();
    let written = write_run(folder, &demo::ball_cast(&law), &demo::ball(rows), &demo::INFO, options).unwrap();
    let name = |path: &std::path::PathBuf| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
    written.iter().map(name).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Cells of a CSV line, quotes undone.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut inside) = (Vec::new(), String::new(), false);
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if inside && characters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => inside = !inside,
            ',' if !inside => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(character),
        }
    }
    cells.push(cell);
    cells
}

#[test]
fn the_table_reads_back_as_the_record() {
    let folder = tempfile::tempdir().unwrap();
    write_ball(folder.path(), 13, PlotOptions::default());
    let text = fs::read_to_string(folder.path().join("trajectory.csv")).unwrap();
    let mut lines = text.lines();
    let b = "ball, \"red\"";
    let mut expected = vec!["t".to_owned()];
    expected.extend(["x", "y", "angle", "vx", "vy", "spin"].map(|column| format!("{b}.{column}")));
    expected.extend(["energy.kinetic", "energy.potential", "energy.total"].map(str::to_owned));
    assert_eq!(cells(lines.next().unwrap()), expected);
    let record = demo::ball(13);
    assert_eq!(text.lines().count(), record.samples.len() + 1);
    for (line, sample) in lines.zip(&record.samples) {
        let numbers: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        let mut expected = vec![sample.t];
        expected.extend(sample.q.iter().chain(&sample.v));
        expected.extend([sample.energy.kinetic, sample.energy.potential, sample.energy.total()]);
        assert_eq!(numbers, expected);
    }
}

#[test]
fn the_first_rows_are_these() {
    let folder = tempfile::tempdir().unwrap();
    write_ball(folder.path(), 13, PlotOptions::default());
    let text = fs::read_to_string(folder.path().join("trajectory.csv")).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[1], "0,0,1.35,0,0.25,0,0,0.03125,12.5,12.53125");
    // Before and after the first impact: the velocity jumps, the place does not.
    assert_eq!(rows[6], "0.5,0.5,0.1,0,0.25,-5,0,12.53125,0,12.53125");
    assert_eq!(rows[7], "0.5,0.5,0.1,0,0.25,2.5,1,3.15875,0,3.15875");
}

#[test]
fn events_have_the_keys_and_types_of_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    write_ball(folder.path(), 13, PlotOptions::default());
    let text = fs::read_to_string(folder.path().join("events.jsonl")).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.len(), 4);
    let first = &events[0];
    let expected = serde_json::json!({
        "t": 0.5, "kind": "impact", "bodies": ["ball, \"red\"", "floor"], "point": [0.5, 0.0], "normal": [0.0, 1.0],
        "law": "glocker-pfeiffer",
        "before": {"normal": -5.0, "tangential": 0.25, "moment": 0.0},
        "after": {"normal": 2.5, "tangential": 0.0, "moment": 0.0},
        "impulse": {"normal": 7.5, "tangential": -0.125, "moment": 0.0},
        "phases": {
            "compression": {"normal": 5.0, "tangential": -0.125, "moment": 0.0},
            "expansion": {"normal": 2.5, "tangential": 0.0, "moment": 0.0},
        },
        "mode": "C:stick,E:stick", "energy_change": -9.375, "warnings": ["energy-created"],
    });
    assert_eq!(first, &expected);
    let keys: Vec<_> = events[2].as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["bodies", "kind", "normal", "point", "t"]);
    assert_eq!(events[3]["text"], "no answer: \"jamming\"");
    assert_eq!((&events[3]["bodies"], &events[3]["point"]), (&serde_json::json!([]), &Value::Null));
    assert!(text.starts_with("{\"t\":0.5,\"kind\":\"impact\",\"bodies\""));
}

#[test]
fn the_summary_tells_how_it_went() {
    let folder = tempfile::tempdir().unwrap();
    write_ball(folder.path(), 13, PlotOptions::default());
    let summary: Value = serde_json::from_slice(&fs::read(folder.path().join("summary.json")).unwrap()).unwrap();
    assert_eq!((&summary["scene"], &summary["method"]), (&"two-bounces".into(), &"events".into()));
    assert_eq!((&summary["end"], &summary["verdict"]), (&"verdict".into(), &"jamming at t = 1.2 s".into()));
    assert_eq!((&summary["end_time"], &summary["wall_time"]), (&1.2.into(), &0.25.into()));
    assert_eq!(summary["counts"]["events"]["impact"], 2);
    assert_eq!((&summary["counts"]["steps"], &summary["counts"]["samples"]), (&12.into(), &15.into()));
    assert_eq!(summary["residuals"]["complementarity"], 1e-13);
    assert_eq!(summary["energy_drift"], 1e-12);
    assert_eq!(summary["warnings"][0], "Kane's law created energy");
    assert_eq!(summary["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn space_has_more_columns_and_two_tangents() {
    let folder = tempfile::tempdir().unwrap();
    let (cast, record) = demo::space();
    write_run(folder.path(), &cast, &record, &demo::INFO, PlotOptions::default()).unwrap();
    let table = fs::read_to_string(folder.path().join("trajectory.csv")).unwrap();
    let columns = "x y z qw qx qy qz vx vy vz wx wy wz".split(' ').map(|column| format!("top.{column}"));
    let header = columns.collect::<Vec<_>>().join(",");
    assert!(table.starts_with(&format!("t,{header},energy.kinetic")), "{table}");
    assert!(table.contains("\n1,1,2,3,1,0,0,0,1,0,-1,7,8,9,0,0,0\n"), "{table}");
    let line = fs::read_to_string(folder.path().join("events.jsonl")).unwrap();
    let event: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(event["impulse"], serde_json::json!({"normal": 1.5, "tangential": [0.1, 0.2], "moment": 0.3}));
    assert_eq!((&event["phases"], event["point"].as_array().unwrap().len()), (&Value::Null, 3));
}

#[test]
fn the_folder_holds_what_was_written_and_nothing_of_an_older_run() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("deep/run");
    let written = write_ball(&run, 13, PlotOptions { impulse_planes: 9, ..Default::default() });
    assert_eq!(written.len(), 4 + 8 + 2, "{written:?}");
    assert!(written.contains(&"plots/impulse-plane-0002.svg".to_owned()));
    fs::write(run.join("plots/own.svg"), "mine").unwrap();
    write_ball(&run, 13, PlotOptions::default());
    assert_eq!(names(&run), ["contacts.csv", "events.jsonl", "plots", "summary.json", "trajectory.csv"]);
    let mut pictures = ["angle", "angular-velocity", "displacement", "energy", "impulses", "own", "phase"].to_vec();
    pictures.extend(["stroboscopic", "velocity"]);
    assert_eq!(names(&run.join("plots")), pictures.iter().map(|name| format!("{name}.svg")).collect::<Vec<_>>());
    let bare = folder.path().join("bare");
    write_ball(&bare, 13, PlotOptions { plots: false, ..Default::default() });
    assert_eq!(names(&bare).len(), 4);
}

#[test]
fn a_folder_that_cannot_be_written_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let law = demo::law();
    let (cast, record) = (demo::ball_cast(&law), demo::ball(13));
    let options = PlotOptions::default();
    // The last picture cannot be written: its name is taken by a folder.
    fs::create_dir_all(folder.path().join("plots/stroboscopic.svg")).unwrap();
    assert!(write_run(folder.path(), &cast, &record, &demo::INFO, options).is_err());
    assert_eq!(names(folder.path()), ["plots"]);
    assert_eq!(names(&folder.path().join("plots")), ["stroboscopic.svg"]);
    fs::write(folder.path().join("file"), "").unwrap();
    assert!(write_run(&folder.path().join("file/run"), &cast, &record, &demo::INFO, options).is_err());
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let written = write_ball(one.path(), 1000, PlotOptions::default());
    write_ball(other.path(), 1000, PlotOptions::default());
    for name in written {
        assert!(fs::read(one.path().join(&name)).unwrap() == fs::read(other.path().join(&name)).unwrap(), "{name}");
    }
}

#[test]
fn an_empty_record_is_no_misfortune() {
    let folder = tempfile::tempdir().unwrap();
    let law = demo::law();
    let mut record = demo::ball(3);
    record.samples.clear();
    record.events.clear();
    write_run(folder.path(), &demo::ball_cast(&law), &record, &demo::INFO, PlotOptions::default()).unwrap();
    for name in names(&folder.path().join("plots")) {
        super::reading::parse(&fs::read_to_string(folder.path().join("plots").join(name)).unwrap());
    }
}

#[test]
fn lasting_contacts_have_a_row_each() {
    let folder = tempfile::tempdir().unwrap();
    let (law, mut record) = (demo::law(), demo::ball(13));
    let force = ContactForce { touch: demo::touch(0), normal: 9.5, tangential: [-0.25, 0.0] };
    record.samples[2].contact_forces = vec![force];
    write_run(folder.path(), &demo::ball_cast(&law), &record, &demo::INFO, PlotOptions::default()).unwrap();
    let text = fs::read_to_string(folder.path().join("contacts.csv")).unwrap();
    let rows: Vec<Vec<String>> = text.lines().map(cells).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].join(" "), "t first second x y normal.x normal.y force.normal force.tangential");
    let t = record.samples[2].t.to_string();
    assert_eq!(rows[1], [&t, "ball, \"red\"", "floor", &t, "0", "0", "1", "9.5", "-0.25"]);
}
