//! Requests that are wrong in every way: a clear refusal, never a failure of the server.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use axum::http::StatusCode;
use carom_lab::Limits;
use common::{answer, lab, post, short};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

fn examples() -> Vec<(String, Value)> {
    let description: Value = serde_json::from_str(include_str!("../openapi.json")).unwrap();
    let paths = description["paths"].as_object().unwrap().clone();
    let example = |path: &Value| path["post"]["requestBody"]["content"]["application/json"]["example"].clone();
    paths.iter().map(|(name, path)| (name.clone(), example(path))).filter(|(_, one)| !one.is_null()).collect()
}

/// The places of all values in a request.
fn pointers(value: &Value, at: String, all: &mut Vec<String>) {
    all.push(at.clone());
    match value {
        Value::Object(map) => map.iter().for_each(|(key, inner)| pointers(inner, format!("{at}/{key}"), all)),
        Value::Array(list) => list.iter().enumerate().for_each(|(k, inner)| pointers(inner, format!("{at}/{k}"), all)),
        _ => {}
    }
}

/// What may stand where something else was expected.
fn strange() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(json!(1e308)),
        Just(json!(0)),
        "\\PC{0,40}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[[[1]]]])),
        Just(json!({"a": {"b": null}})),
    ]
}

/// An answer is fine, or a refusal that says why.
fn judge(path: &str, body: &str, (status, answer): &(StatusCode, Vec<u8>)) {
    if *status == StatusCode::OK {
        return;
    }
    let text = String::from_utf8_lossy(answer);
    assert!(status.is_client_error(), "{path}: {status} {text}\n{body}");
    let error: Value = serde_json::from_slice(answer).unwrap_or_else(|_| panic!("{path}: {status} {text}\n{body}"));
    assert!(error["error"]["message"].as_str().is_some_and(|message| message.len() > 8), "{path}: {text}");
}

fn limits() -> Limits {
    Limits { time: std::time::Duration::from_millis(500), sweep: 50, map: 2000, ..short() }
}

/// Every value of every example, replaced, removed or joined by another, in turn and at random.
#[test]
fn requests_against_the_schema_are_refused() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let lab = lab(limits());
    for (path, example) in examples() {
        let mut places = Vec::new();
        pointers(&example, String::new(), &mut places);
        let mut runner = TestRunner::new(Config { cases: 500, ..Config::default() });
        let change = (0..places.len(), strange(), 0..3);
        let outcome = runner.run(&change, |(place, value, how)| {
            let mut request = example.clone();
            let pointer = &places[place];
            let (parent, key) = pointer.rsplit_once('/').unwrap_or(("", ""));
            match (how, request.pointer_mut(parent)) {
                (1, Some(Value::Object(map))) => drop(map.remove(key)),
                (2, Some(Value::Object(map))) => drop(map.insert("surprise".to_owned(), value)),
                _ => *request.pointer_mut(pointer).unwrap() = value,
            }
            let got = runtime.block_on(post(&lab, &path, &request));
            judge(&path, &request.to_string(), &got);
            Ok(())
        });
        outcome.unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}

/// Bytes that are no JSON, or the wrong JSON; bodies that are too large; methods and types nobody asked for.
#[test]
fn malformed_requests_are_refused() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let lab = lab(limits());
    let mut runner = TestRunner::new(Config { cases: 300, ..Config::default() });
    let paths: Vec<String> = examples().into_iter().map(|(path, _)| path).collect();
    let outcome = runner.run(&(0..paths.len(), prop::collection::vec(any::<u8>(), 0..200)), |(k, bytes)| {
        let path = format!("/api/v1{}", paths[k]);
        let got = runtime.block_on(answer(&lab, "POST", &path, bytes.clone()));
        prop_assert!(got.0.is_client_error());
        judge(&path, &format!("{bytes:?}"), &got);
        Ok(())
    });
    outcome.unwrap();
    runtime.block_on(async {
        let deep = "[".repeat(100_000);
        for body in ["", "null", "{", "[]", "{\"scene\":", "\"\\ud800\"", deep.as_str()] {
            for path in &paths {
                let got = answer(&lab, "POST", &format!("/api/v1{path}"), body.to_owned()).await;
                assert_eq!(got.0, StatusCode::BAD_REQUEST, "{path} {}", &body[..body.len().min(20)]);
                judge(path, body, &got);
            }
        }
        let large = format!("{{\"scene\":{{\"text\":\"{}\"}}}}", "x".repeat(4 << 20));
        assert_eq!(answer(&lab, "POST", "/api/v1/scene", large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
        for (method, path) in
            [("GET", "/api/v1/run"), ("PUT", "/api/v1/scene"), ("POST", "/api/v1/scenes"), ("DELETE", "/api/v1/run")]
        {
            let got = answer(&lab, method, path, "").await;
            assert_eq!(got.0, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            judge(path, method, &got);
        }
        for path in
            ["/api/v1/", "/api/v2/run", "/api/v1/runs/abc", "/api/v1/runs/99999999999999999999", "/api/v1/runs/7"]
        {
            let method = if path.contains("runs") { "DELETE" } else { "GET" };
            assert_eq!(answer(&lab, method, path, "").await.0, StatusCode::NOT_FOUND, "{path}");
        }
    });
}
