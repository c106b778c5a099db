//! Many at once: others are still answered.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use std::time::{Duration, Instant};

use axum::Router;
use axum::http::StatusCode;
use common::{answer, lab, lines, post, short};
use serde_json::{Value, json};

/// A run that goes on for seconds: a ball whose steps are kept short.
fn long() -> Value {
    json!({"scene": {"name": "bouncing-ball", "changes": [["run.until", "6"], ["run.largest-step", "1e-4"], ["run.every", "0.01"]]}})
}

/// A collision, as a slider asks for it.
fn impact() -> Value {
    json!({"case": {"rod": {"angle": 0.7, "mass": 1.0, "length": 1.0}, "before": {"normal": -1.0, "tangential": 0.5},
                    "coefficients": {"e": 0.5, "mu": 0.4}}, "laws": ["kane", "stronge", "wang-mason-poisson"]})
}

/// How long one question takes.
async fn asked(lab: &Router, k: usize) -> Duration {
    let began = Instant::now();
    let (status, _) = match k % 2 {
        0 => answer(lab, "GET", "/api/v1/status", "").await,
        _ => post(lab, "/impact", &impact()).await,
    };
    assert_eq!(status, StatusCode::OK);
    began.elapsed()
}

/// Twenty runs at once while two hundred clients ask ten times each: every run ends, every client is answered soon.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_are_answered_while_twenty_runs_go() {
    let lab = lab(carom_lab::Limits { time: Duration::from_secs(300), ..short() });
    let run = |_| {
        let lab = lab.clone();
        tokio::spawn(async move { post(&lab, "/run", &long()).await })
    };
    let runs: Vec<_> = (0..20).map(run).collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let client = |k: usize| {
        let lab = lab.clone();
        tokio::spawn(async move {
            let mut taken = Vec::new();
            for turn in 0..10 {
                taken.push(asked(&lab, k + turn).await);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            taken
        })
    };
    let mut taken = Vec::new();
    for client in (0..200).map(client).collect::<Vec<_>>() {
        taken.extend(client.await.unwrap());
    }
    let (_, body) = answer(&lab, "GET", "/api/v1/status", "").await;
    let left = serde_json::from_slice::<Value>(&body).unwrap()["runs"].as_u64().unwrap();
    taken.sort_unstable();
    let (median, most) = (taken[taken.len() / 2], taken[taken.len() * 99 / 100]);
    println!(
        "{} questions: half within {median:?}, 99 of 100 within {most:?}; {left} runs were still going",
        taken.len()
    );
    assert!(left > 0, "the runs had ended before the clients: nothing was tested");
    // A person notices a tenth of a second; the rest is left to a machine that builds something else at the time.
    assert!(median < Duration::from_millis(100) && most < Duration::from_secs(2), "{median:?}, {most:?}");
    for run in runs {
        let (status, body) = run.await.unwrap();
        let end = lines(&body).pop().unwrap();
        assert_eq!((status, &end["kind"], &end["stopped"]), (StatusCode::OK, &json!("end"), &Value::Null));
    }
}

/// Thousands of bodies on one spot, from many clients at once: each is told of the overlap, and others are answered meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heaps_that_overlap_are_refused_while_others_are_answered() {
    let lab = lab(short());
    let body = |k: usize| format!("[[body]]\nname = \"d{k}\"\nshape = {{ disc = {{ radius = 0.1 }} }}\nmass = 1\n");
    let run = "[run]\nuntil = 1.0\n".to_owned();
    let text: String = std::iter::once(run).chain((0..2000).map(body)).collect();
    let look = |_| {
        let (lab, asked) = (lab.clone(), json!({"scene": {"text": text}}));
        tokio::spawn(async move { post(&lab, "/scene", &asked).await })
    };
    let looks: Vec<_> = (0..12).map(look).collect();
    let (status, _) = answer(&lab, "GET", "/api/v1/status", "").await;
    assert_eq!(status, StatusCode::OK);
    for look in looks {
        let (status, body) = look.await.unwrap();
        let said = String::from_utf8_lossy(&body);
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said.contains("overlap at the start"), "{said}");
    }
}
