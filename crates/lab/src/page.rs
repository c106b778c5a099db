//! The page, from inside the program.

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What is shown by a program that was built without its page.
const ABSENT: &str = "<!doctype html><meta charset=utf-8><title>Carom</title><p>This program was built without its page. \
                      Run <code>make run</code>, which builds both. The interface for programs is at /api/v1/.";

/// A file of the page. Names of files with a hash in them never change their content.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match FILES.iter().find(|(name, _)| *name == path) {
        Some((name, content)) => {
            let age = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
            let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, age)];
            (headers.map(|(name, value)| (name, HeaderValue::from_static(value))), *content).into_response()
        }
        None if path == "index.html" => {
            let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)))];
            (StatusCode::SERVICE_UNAVAILABLE, kind, ABSENT).into_response()
        }
        None => Problem::missing("there is no such page; the laboratory is at /").into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
