//! The interface does what its description says, with the numbers of the engine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use carom_lab::Limits;
use common::{answer, lab, lines, post, send, short};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

fn description() -> Value {
    serde_json::from_str(include_str!("../openapi.json")).unwrap()
}

/// Every path that takes a body, with the example of its description.
fn examples() -> Vec<(String, Value)> {
    let description = description();
    let paths = description["paths"].as_object().unwrap();
    let example = |path: &Value| path["post"]["requestBody"]["content"]["application/json"]["example"].clone();
    let all = paths.iter().map(|(name, path)| (name.clone(), example(path)));
    all.filter(|(_, example)| !example.is_null()).collect()
}

#[tokio::test]
async fn every_example_of_the_description_is_answered() {
    let lab = lab(short());
    assert_eq!(examples().len(), 7);
    for (path, example) in examples() {
        let (status, body) = post(&lab, &path, &example).await;
        assert_eq!(status, StatusCode::OK, "{path}: {}", String::from_utf8_lossy(&body));
    }
    for path in ["openapi.json", "status", "scenes", "scenes/bar-drop", "scenes/ex95", "laws", "materials"] {
        let (status, body) = answer(&lab, "GET", &format!("/api/v1/{path}"), "").await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(serde_json::from_slice::<Value>(&body).is_ok(), "{path}");
    }
}

/// Every built-in scene can be looked at: the gallery and the form need it.
#[tokio::test]
async fn every_built_in_scene_has_a_form_and_a_picture() {
    let lab = lab(short());
    let (_, body) = answer(&lab, "GET", "/api/v1/scenes", "").await;
    let scenes: Vec<Value> = serde_json::from_slice(&body).unwrap();
    assert!(scenes.len() > 80);
    for scene in scenes {
        let (status, body) = post(&lab, "/scene", &json!({"scene": {"name": scene["name"]}})).await;
        assert_eq!(status, StatusCode::OK, "{}: {}", scene["name"], String::from_utf8_lossy(&body));
        let look: Value = serde_json::from_slice(&body).unwrap();
        assert!(!look["fields"].as_array().unwrap().is_empty(), "{}", scene["name"]);
        assert_eq!(look["stage"]["space"], scene["space"]);
        let columns = look["stage"]["columns"].as_array().unwrap().len();
        assert_eq!(look["stage"]["row"].as_array().unwrap().len(), columns, "{}", scene["name"]);
    }
}

/// A ball from 0.9 m with e = 0.8 strikes at sqrt(1.8/9.81) s and keeps 0.64 of its kinetic energy.
#[tokio::test]
async fn a_streamed_run_has_the_numbers_of_the_engine() {
    let example = &examples().into_iter().find(|(path, _)| path == "/run").unwrap().1;
    let (_, body) = post(&lab(short()), "/run", example).await;
    let lines = lines(&body);
    let kinds: Vec<&str> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!((kinds[0], kinds[kinds.len() - 1]), ("start", "end"));
    let event = &lines.iter().find(|line| line["kind"] == "events").unwrap()["events"][0];
    let t = event["t"].as_f64().unwrap();
    // The tolerance of the integrator, 1e-10, on a motion it integrates exactly.
    assert!((t - (1.8_f64 / 9.81).sqrt()).abs() < 1e-9, "{t}");
    let kinetic = 2.0 * 9.81 * 0.9;
    assert!((event["energy_change"].as_f64().unwrap() + 0.36 * kinetic).abs() < 1e-8 * kinetic);
    assert_eq!(event["plane"]["e"], 0.8);
    assert_eq!(lines[lines.len() - 1]["summary"]["counts"]["impacts"], 1);
}

/// A million rows: a few thousand are sent, the last of them the last one computed.
#[tokio::test]
async fn a_long_run_is_thinned() {
    let text = "[scene]\ngravity = [0.0, -9.81]\n[run]\nuntil = 100.0\nevery = 1e-4\n\
                [[body]]\nname = \"stone\"\nshape = { point = {} }\nmass = 1.0\n";
    let patient = Limits { time: Duration::from_secs(300), ..short() };
    let (status, body) = post(&lab(patient), "/run", &json!({"scene": {"text": text}})).await;
    assert_eq!(status, StatusCode::OK);
    let lines = lines(&body);
    let end = &lines[lines.len() - 1];
    assert_eq!(end["stopped"], Value::Null, "{end}");
    let (computed, sent) = (end["rows"].as_u64().unwrap(), end["rows_sent"].as_u64().unwrap());
    assert!(computed >= 1_000_000 && sent < 7000, "{sent} of {computed}");
    let rows = lines.iter().filter(|line| line["kind"] == "rows").flat_map(|line| line["rows"].as_array().unwrap());
    let last = rows.last().unwrap()[0].as_f64().unwrap();
    assert!((last - 100.0).abs() < 1e-9, "{last}");
}

/// A part of a run that is thinned: all its rows, the same bits as in the file.
#[tokio::test]
async fn a_part_of_a_run_is_exact() {
    let scene = json!({"name": "bouncing-ball", "changes": [["run.until", "2"], ["run.every", "1e-4"]]});
    let patient = Limits { time: Duration::from_secs(120), ..short() };
    let lab = lab(patient);
    let (_, body) = post(&lab, "/run", &json!({"scene": scene, "from": 0.5, "to": 0.6, "rows": 12_000})).await;
    let lines = lines(&body);
    let end = &lines[lines.len() - 1];
    assert_eq!(end["rows_within"], end["rows_sent"], "{end}");
    let rows: Vec<&Value> =
        lines.iter().filter(|line| line["kind"] == "rows").flat_map(|line| line["rows"].as_array().unwrap()).collect();
    let (_, file) = post(&lab, "/export", &json!({"scene": scene, "file": "trajectory.csv"})).await;
    let text = String::from_utf8(file).unwrap();
    let inside = text.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse::<f64>().unwrap()).collect());
    let inside: Vec<Vec<f64>> = inside.filter(|row: &Vec<f64>| (0.5..=0.6).contains(&row[0])).collect();
    assert!(inside.len() > 1000, "{}", inside.len());
    assert_eq!(json!(rows), json!(inside));
}

/// A box thrown onto a rough floor: the impulse of its first contact leans against the slip, and so does the force of what slides on.
#[tokio::test]
async fn forces_and_impulses_in_space_have_their_friction() {
    let text = "[scene]\nspace = \"space\"\ngravity = [0.0, 0.0, -10.0]\n[run]\nuntil = 0.3\n\
                [[body]]\nname = \"ball\"\nshape = { sphere = { radius = 0.1 } }\nmass = 2.0\nposition = [0.0, 0.0, 0.1]\n\
                velocity = [3.0, 4.0, -1.0]\n\
                [[body]]\nname = \"floor\"\nfixed = true\nshape = { half-space = { normal = [0.0, 0.0, 1.0] } }\n\
                [[contact]]\ndefault = true\nlaw = \"wang-mason-poisson\"\ne = 0.0\nmu = 0.1\n";
    let (status, body) = post(&lab(short()), "/run", &json!({"scene": {"text": text}})).await;
    assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
    let lines = lines(&body);
    let event = &lines.iter().find(|line| line["kind"] == "events").unwrap()["events"][0];
    // I_N = m 1 m/s = 2 N s; friction mu I_N against the slip (3, 4)/5.
    let near = |got: &Value, expected: [f64; 3]| {
        let got: Vec<f64> = got.as_array().unwrap().iter().map(|part| part.as_f64().unwrap()).collect();
        // Rounding, and the turn of the slip by the first step of the integrator at 1e-10.
        assert!(got.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{got:?} against {expected:?}");
    };
    near(&event["vector"], [-0.12, -0.16, 2.0]);
    let forces = lines.iter().filter(|line| line["kind"] == "rows").flat_map(|line| line["forces"].as_array().unwrap());
    let force = forces.filter_map(|list| list.as_array()).find(|list| list.len() == 6).expect("a lasting contact");
    // While it slides: weight 20 N, friction 2 N against the slip.
    near(&json!(force[3..]), [-1.2, -1.6, 20.0]);
}

/// A run of a sweep that would keep too much is refused for itself; the others go on.
#[tokio::test]
async fn a_run_of_a_sweep_is_kept_within_its_bytes() {
    let limits = Limits { memory: 2_000_000, at_once: 2, ..short() };
    let scene = json!({"name": "bouncing-ball", "changes": [["run.until", "1"]]});
    let axes = json!([{"name": "run.every", "from": 1e-5, "to": 1e-2, "count": 2}]);
    let (status, body) =
        post(&lab(limits), "/sweep", &json!({"scene": scene, "axes": axes, "measures": ["impacts"]})).await;
    assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
    let rows = lines(&body).into_iter().flat_map(|line| line["rows"].as_array().cloned().unwrap_or_default());
    let mut rows: Vec<Value> = rows.collect();
    rows.sort_by_key(|row| row["index"].as_u64());
    assert!(rows[0]["error"].as_str().is_some_and(|error| error.contains("run.every")), "{}", rows[0]);
    assert!(rows[1]["values"][0].as_f64().is_some(), "{}", rows[1]);
}

#[tokio::test]
async fn an_error_of_a_scene_has_its_line() {
    let text = "[scene]\nname = \"x\"\n\n[run]\nuntil = 1.0\n\n[[body]]\nname = \"a\"\nmasss = 1.0\n";
    for path in ["/scene", "/run", "/export"] {
        let mut body = json!({"scene": {"text": text}});
        if path == "/export" {
            body["file"] = "all.zip".into();
        }
        let (status, body) = post(&lab(short()), path, &body).await;
        let error: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((status, &error["error"]["line"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(9)), "{error}");
        assert!(error["error"]["message"].as_str().unwrap().contains("mass"), "{error}");
    }
}

#[tokio::test]
async fn no_file_of_the_machine_can_be_read() {
    let lab = lab(short());
    let scene = |file: &str| {
        let text = format!(
            "[scene]\nspace = \"space\"\n[run]\nuntil = 1.0\n[[body]]\nname = \"a\"\nmass = 1.0\nshape = {{ mesh = {{ file = \"{file}\" }} }}\n"
        );
        json!({"scene": {"text": text}})
    };
    for file in ["/etc/passwd", "../Cargo.toml", "Cargo.toml"] {
        let (status, body) = post(&lab, "/scene", &scene(file)).await;
        let text = String::from_utf8_lossy(&body).into_owned();
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(text.contains("cannot name"), "{text}");
    }
    for path in
        ["/../Cargo.toml", "/..%2f..%2fCargo.toml", "/assets/../../Cargo.toml", "//etc/passwd", "/%00", "/src/lib.rs"]
    {
        let (status, body) = answer(&lab, "GET", path, "").await;
        assert!(status.is_client_error(), "{path}: {status} {}", String::from_utf8_lossy(&body));
    }
    for file in ["../../../etc/passwd", "/etc/passwd", "plots/../summary.json", "", "plots"] {
        let (status, _) = post(&lab, "/export", &json!({"scene": {"name": "bar-drop"}, "file": file})).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{file}");
    }
    let (status, _) = answer(&lab, "GET", "/api/v1/scenes/..%2f..%2fCargo", "").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn answers_carry_a_strict_policy_and_strangers_get_none() {
    let lab = lab(short());
    for path in ["/", "/api/v1/status", "/nowhere"] {
        let response = send(&lab, "GET", path, "").await;
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    }
    let request = Request::builder().uri("/api/v1/status").header("host", "evil.example").body(Body::empty()).unwrap();
    assert_eq!(lab.clone().oneshot(request).await.unwrap().status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_run_beyond_its_limits_is_stopped_and_says_so() {
    let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
    let scene = json!({"name": "bouncing-ball", "changes": [["run.until", "1e6"], ["run.largest-step", "1e-4"], ["run.every", "1"]]});
    let began = Instant::now();
    let (_, body) = post(&lab(limits), "/run", &json!({"scene": scene})).await;
    let end = lines(&body).pop().unwrap();
    assert!(end["stopped"].as_str().unwrap().contains("longer"), "{end}");
    assert!(began.elapsed() < Duration::from_secs(20));
    let limits = Limits { memory: 100_000, ..short() };
    let scene = json!({"name": "bouncing-ball", "changes": [["run.until", "200"], ["run.every", "1e-4"]]});
    let (_, body) = post(&lab(limits), "/run", &json!({"scene": scene})).await;
    let end = lines(&body).pop().unwrap();
    assert!(end["stopped"].as_str().unwrap().contains("larger"), "{end}");
}

/// A sweep of endless runs, and an export of one, end too.
#[tokio::test]
async fn sweeps_and_exports_have_limits_within_a_run() {
    let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
    let changes = json!([["run.until", "1e7"], ["run.largest-step", "1e-4"], ["run.every", "100"]]);
    let scene = json!({"name": "bouncing-ball", "changes": changes});
    let lab = lab(limits);
    let axes = json!([{"name": "body.0.mass", "from": 1.0, "to": 2.0, "count": 3}]);
    let asked = json!({"scene": scene, "axes": axes, "measures": ["impacts"]});
    let (status, body) = post(&lab, "/sweep", &asked).await;
    assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
    assert_eq!(lines(&body).pop().unwrap()["stopped"], true);
    let (status, body) = post(&lab, "/export", &json!({"scene": scene, "file": "summary.json"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{}", String::from_utf8_lossy(&body));
}

/// The queue is bounded, its places come back, and a run that is stopped ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_queue_is_bounded_and_empties() {
    let lab = lab(Limits { at_once: 1, waiting: 1, ..short() });
    let long = json!({"scene": {"name": "bouncing-ball", "changes": [["run.until", "1e7"], ["run.largest-step", "1e-4"], ["run.every", "100"]]}});
    let first = send(&lab, "POST", "/api/v1/run", long.to_string()).await;
    let second = send(&lab, "POST", "/api/v1/run", long.to_string()).await;
    assert_eq!((first.status(), second.status()), (StatusCode::OK, StatusCode::OK));
    let third = send(&lab, "POST", "/api/v1/run", long.to_string()).await;
    assert_eq!(third.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(third.headers().contains_key("retry-after"));
    // The first says its number, is stopped by it, and ends.
    let mut body = first.into_body();
    let start = body.frame().await.unwrap().unwrap().into_data().unwrap();
    let start: Value = serde_json::from_slice(start.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    let (status, _) = answer(&lab, "DELETE", &format!("/api/v1/runs/{}", start["run"]), "").await;
    assert_eq!(status, StatusCode::OK);
    let rest = body.collect().await.unwrap().to_bytes();
    assert_eq!(lines(&rest).pop().unwrap()["summary"]["end"], "interrupted");
    // The second is left by its reader.
    drop(second);
    for _ in 0..200 {
        let (_, body) = answer(&lab, "GET", "/api/v1/status", "").await;
        if serde_json::from_slice::<Value>(&body).unwrap()["runs"] == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a place was not given back");
}

/// Twenty runs and two hundred clients at once: every run ends with the same numbers, every client is answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_runs_and_two_hundred_clients() {
    let lab = lab(short());
    let runs = (0..20).map(|_| {
        let lab = lab.clone();
        tokio::spawn(async move { post(&lab, "/run", &json!({"scene": {"name": "three-coins"}})).await })
    });
    let runs: Vec<_> = runs.collect();
    let clients = (0..200).map(|_| {
        let lab = lab.clone();
        tokio::spawn(async move {
            for _ in 0..5 {
                let (status, _) = answer(&lab, "GET", "/api/v1/status", "").await;
                assert_eq!(status, StatusCode::OK);
            }
        })
    });
    for client in clients.collect::<Vec<_>>() {
        client.await.unwrap();
    }
    let mut last = Vec::new();
    for run in runs {
        let (status, body) = run.await.unwrap();
        assert_eq!(status, StatusCode::OK);
        let lines = lines(&body);
        let rows: Vec<Value> =
            lines.iter().filter(|line| line["kind"] == "rows").map(|line| line["rows"].clone()).collect();
        assert_eq!(lines[lines.len() - 1]["kind"], "end");
        last.push(rows.last().unwrap().as_array().unwrap().last().unwrap().clone());
    }
    assert!(last.iter().all(|row| *row == last[0]));
}

/// The sweep of the interface gives the numbers of single runs.
#[tokio::test]
async fn a_sweep_streams_every_run() {
    let example = &examples().into_iter().find(|(path, _)| path == "/sweep").unwrap().1;
    let (_, body) = post(&lab(short()), "/sweep", example).await;
    let lines = lines(&body);
    let mut rows: Vec<Value> = lines
        .iter()
        .filter(|line| line["kind"] == "rows")
        .flat_map(|line| line["rows"].as_array().unwrap().clone())
        .collect();
    rows.sort_by_key(|row| row["index"].as_u64());
    // From 0.9 m with e the ball of 2 kg loses (1 - e^2) of 2 * 9.81 * 0.9 J at its first impact; with e = 1 nothing.
    assert_eq!(rows.len(), 3);
    let lost: Vec<f64> = rows.iter().map(|row| row["values"][0].as_f64().unwrap()).collect();
    assert!((lost[0] - 2.0 * 9.81 * 0.9).abs() < 1e-7 && lost[2].abs() < 1e-7, "{lost:?}");
}
