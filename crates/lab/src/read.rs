//! The body of a request as a value, or a clear refusal.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        // A page of another site cannot send this type without being asked first, which this server refuses.
        if !kind.starts_with("application/json") {
            let problem = "expected a body of the type application/json";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, problem));
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| Problem::new(rejection.status(), rejection.body_text()))?;
        let value = serde_json::from_slice(&bytes);
        value
            .map(Self)
            .map_err(|error| Problem::new(StatusCode::BAD_REQUEST, format!("not what was expected: {error}")))
    }
}
