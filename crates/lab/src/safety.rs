//! What a browser is told, and whom the server answers.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::server::Lab;

/// Scripts, styles and data only from this server; pictures also as made by the page; no frames, no forms.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Adds the headers of safety to every answer; refuses names under which this machine was not asked
/// for (DNS rebinding) and what pages of other sites send.
pub(crate) async fn guard(State(lab): State<Lab>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&lab, &request) {
        Some(problem) => Problem::new(StatusCode::FORBIDDEN, problem).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Why a request is not answered.
fn refusal(lab: &Lab, request: &Request) -> Option<&'static str> {
    let host = word(request, header::HOST);
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return Some("this request names more than one host");
    }
    let name = name_of(host);
    if lab.loopback() && !LOCAL.contains(&name) {
        return Some("this server answers only under localhost, 127.0.0.1 or [::1]");
    }
    // A page of another site can give this machine a name of its own, but no number.
    if !(LOCAL.contains(&name) || name.parse::<IpAddr>().is_ok() || lab.is_named(name)) {
        return Some("this server answers only under its address in numbers, localhost or a name it was given");
    }
    let origin = word(request, header::ORIGIN);
    let is_own = origin.is_empty() || origin.split_once("://").is_some_and(|(_, from)| from == host);
    (!request.method().is_safe() && !is_own).then_some("requests of pages of other sites are not answered")
}

/// Names of this machine for itself.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

fn word(request: &Request, name: HeaderName) -> &str {
    request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The name in a host, without its port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}
