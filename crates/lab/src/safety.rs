//! What a browser is told, and whom the server answers.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::server::Lab;

/// Scripts, styles and data only from this server; pictures also as made by the page; no frames, no forms.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Adds the headers of safety to every answer; refuses names under which this machine was not asked for (DNS rebinding).
pub(crate) async fn guard(State(lab): State<Lab>, request: Request, next: Next) -> Response {
    let mut response = if lab.loopback() && !is_local(&request) {
        let problem = "this server answers only under localhost, 127.0.0.1 or [::1]";
        Problem::new(StatusCode::FORBIDDEN, problem).into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn is_local(request: &Request) -> bool {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = if host.starts_with('[') {
        host.split_once(']').map_or(host, |(name, _)| name.trim_start_matches('['))
    } else {
        host.split(':').next().unwrap_or_default()
    };
    ["localhost", "127.0.0.1", "::1"].contains(&name)
}
