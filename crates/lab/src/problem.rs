//! What went wrong with a request, as JSON a page can show: `{"error": {"message", "line", "subject"}}`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use carom::scene::toml::{Place, SceneError};
use serde::Serialize;

/// A refused request.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    message: String,
    /// Line of the scene's text.
    line: Option<usize>,
    /// What the error is about: a body, a field.
    subject: String,
}

#[derive(Serialize)]
struct Out<'a> {
    error: ErrorOut<'a>,
}

#[derive(Serialize)]
struct ErrorOut<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "str::is_empty")]
    subject: &'a str,
}

impl Problem {
    /// An error of this status.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), line: None, subject: String::new() }
    }

    /// The request is well formed, but what it asks cannot be.
    pub(crate) fn unfit(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// The server itself failed.
    pub(crate) fn own(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl From<SceneError> for Problem {
    fn from(error: SceneError) -> Self {
        let line = if let Place::Line(line) | Place::In(_, line) = error.place { Some(line) } else { None };
        Self { line, subject: error.subject.clone(), ..Self::unfit(error.to_string()) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let out = Out { error: ErrorOut { message: &self.message, line: self.line, subject: &self.subject } };
        let mut response = (self.status, Json(out)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
