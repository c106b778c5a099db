//! Many runs in turn: the server does not grow. A process of its own, whose memory nobody else takes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may stop at the first surprise
#![cfg(target_os = "linux")]

mod common;

use axum::http::StatusCode;
use common::{lab, post, short};
use serde_json::json;

/// Memory of this process in kB.
fn resident() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// A thousand runs, sweeps and exports in turn: what they took is given back.
#[tokio::test]
async fn memory_stays_bounded_over_a_thousand_runs() {
    let lab = lab(short());
    let axes = json!([{"name": "contact.0.e", "from": 0.1, "to": 0.9, "count": 2}]);
    let one = async |k: usize| {
        let scene = json!({"name": "bar-drop"});
        let (path, body) = match k % 10 {
            0 => ("/sweep", json!({"scene": scene, "axes": axes, "measures": ["energy.lost"]})),
            1 => ("/export", json!({"scene": scene, "file": "trajectory.csv"})),
            _ => ("/run", json!({"scene": scene})),
        };
        let (status, body) = post(&lab, path, &body).await;
        assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
    };
    for k in 0..200 {
        one(k).await;
    }
    let before = resident();
    for k in 0..1000 {
        one(k).await;
    }
    let grown = resident() - before;
    println!("{before} kB after 200 runs, {grown} kB more after 1000 more");
    // One run leaves 100 rows of 80 bytes: kept, a thousand would be 8 MB of numbers and as much again of events.
    assert!(grown < 6_000, "{grown} kB more");
}
