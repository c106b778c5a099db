//! A laboratory that is asked without a network.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use carom_lab::{Lab, Limits, router};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// A laboratory with these limits.
pub fn lab(limits: Limits) -> Router {
    router(Lab::new(limits, true))
}

/// Limits for tests: a run of a few seconds is a mistake.
pub fn short() -> Limits {
    Limits { time: Duration::from_secs(20), ..Limits::default() }
}

/// Sends a request as a browser on this machine would.
pub async fn send(lab: &Router, method: &str, path: &str, body: impl Into<Body>) -> Response<Body> {
    let request = Request::builder().method(method).uri(path).header("host", "127.0.0.1:7070");
    let request = request.header("content-type", "application/json").body(body.into()).unwrap();
    lab.clone().oneshot(request).await.unwrap()
}

/// The status and the whole body.
pub async fn answer(lab: &Router, method: &str, path: &str, body: impl Into<Body>) -> (StatusCode, Vec<u8>) {
    let response = send(lab, method, path, body).await;
    let status = response.status();
    (status, response.into_body().collect().await.unwrap().to_bytes().to_vec())
}

/// A body of JSON to a path of the interface.
pub async fn post(lab: &Router, path: &str, body: &Value) -> (StatusCode, Vec<u8>) {
    answer(lab, "POST", &format!("/api/v1{path}"), body.to_string()).await
}

/// The lines of a stream.
#[allow(dead_code)] // not every test reads streams
pub fn lines(body: &[u8]) -> Vec<Value> {
    std::str::from_utf8(body).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
