//! Clients that are slow, foreign or say things the wrong way are told so, and others are answered meanwhile.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use carom_lab::{Lab, Limits, router};
use common::{answer, lab, post, short};
use serde_json::{Value, json};
use tower::ServiceExt;

/// A server on a port of this machine; it ends with the test.
fn serve(limits: Limits) -> SocketAddr {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        Lab::new(limits, true).serve("127.0.0.1:0".parse().unwrap(), |address| tell.send(address).unwrap())
    });
    told.recv().unwrap()
}

/// Sends some bytes and reads until the server closes.
fn talk(address: SocketAddr, said: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(said.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

const STATUS: &str = "GET /api/v1/status HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n";

#[test]
fn half_a_header_is_not_waited_for() {
    let address = serve(Limits { head: Duration::from_millis(500), ..short() });
    let began = Instant::now();
    let answer = talk(address, "GET /api/v1/status HTTP/1.1\r\nhost: 127.0");
    // Closed after half a second, not after the 20 s a reader here would wait.
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}: {answer}", began.elapsed());
    assert!(!answer.contains("200 OK"), "{answer}");
    assert!(talk(address, STATUS).contains("200 OK"));
}

/// With one place, a silent client holds it only for as long as it may be silent.
#[test]
fn a_silent_client_gives_its_place_back() {
    let address = serve(Limits { head: Duration::from_millis(500), connections: 1, ..short() });
    let silent = TcpStream::connect(address).unwrap();
    assert!(talk(address, STATUS).contains("200 OK"));
    drop(silent);
}

async fn ask(lab: Lab, host: &str, origin: Option<&str>) -> StatusCode {
    let mut request = Request::post("/api/v1/scene").header("host", host).header("content-type", "application/json");
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    let body = json!({"scene": {"name": "bouncing-ball"}}).to_string();
    router(lab).oneshot(request.body(Body::from(body)).unwrap()).await.unwrap().status()
}

#[tokio::test]
async fn foreign_names_and_foreign_pages_are_refused() {
    let local = || Lab::new(short(), true);
    let open = || Lab::new(short(), false).named(["bench".to_owned()]);
    let (fine, refused) = (StatusCode::OK, StatusCode::FORBIDDEN);
    assert_eq!(ask(local(), "192.168.1.5:7070", None).await, refused);
    for (host, expected) in [
        ("192.168.1.5:7070", fine),
        ("[fe80::1]:7070", fine),
        ("Bench:7070", fine),
        ("evil.example", refused),
        ("", refused),
    ] {
        assert_eq!(ask(open(), host, None).await, expected, "{host}");
    }
    let host = "127.0.0.1:7070";
    for (origin, expected) in [
        ("http://127.0.0.1:7070", fine),
        ("http://127.0.0.1:8080", refused),
        ("http://evil.example", refused),
        ("null", refused),
    ] {
        assert_eq!(ask(local(), host, Some(origin)).await, expected, "{origin}");
    }
}

#[tokio::test]
async fn refusals_speak_of_json_and_not_of_the_program() {
    let lab = lab(short());
    let (status, body) = answer(&lab, "GET", "/api/v1/scenes/%ff", "").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let said: Value = serde_json::from_slice(&body).unwrap();
    assert!(said["error"]["message"].as_str().unwrap().contains("UTF-8"), "{said}");
    let scene = json!({"name": "bouncing-ball"});
    let axis = json!({"name": "contact.0.e", "from": 0.9, "to": 0.1, "count": 3});
    let cases = [
        ("/run", json!([{"name": "bouncing-ball"}]), "expected an object"),
        ("/run", json!({"scene": ["bouncing-ball"]}), "expected an object"),
        ("/run", json!({"scene": 3}), "expected an object"),
        ("/run", json!({"scene": scene, "rows": -1}), "expected a whole number, 0 or more"),
        ("/run", json!({"scene": scene, "from": "a"}), "expected a number"),
        ("/scene", json!({"scene": {"name": "a", "changes": [["a"]]}}), "list of length 2"),
        (
            "/sweep",
            json!({"scene": scene, "axes": [["contact.0.e", 0.0, 1.0, 3]], "measures": ["impacts"]}),
            "expected an object",
        ),
        ("/sweep", json!({"scene": scene, "axes": [axis], "measures": ["impacts"]}), "from a smaller to a larger"),
        (
            "/sweep",
            json!({"scene": scene, "axes": [{"name": "contact.0.e", "from": 0.0, "to": 1.0, "count": 2.5}], "measures": ["impacts"]}),
            "whole number",
        ),
    ];
    for (path, body, expected) in cases {
        let (status, answer) = post(&lab, path, &body).await;
        let said = String::from_utf8_lossy(&answer).into_owned();
        assert!(status.is_client_error() && said.contains(expected), "{path} {body}: {status} {said}");
        assert!(!["struct", "usize", "f64", "SceneIn", "AxisIn"].iter().any(|word| said.contains(word)), "{said}");
    }
}
