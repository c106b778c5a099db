//! Path and body of a request as values, or a clear refusal.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::problem::Problem;

/// Longest time for a body to arrive: two megabytes on a slow line.
const ARRIVAL: Duration = Duration::from_secs(30);

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
        let late = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body of the request took too long to arrive");
        let bytes = tokio::time::timeout(ARRIVAL, Bytes::from_request(request, state))
            .await
            .map_err(late)?
            .map_err(|rejection| Problem::new(rejection.status(), unreadable(rejection.status())))?;
        let value = serde_json::from_slice(&bytes).and_then(of_object);
        value.map(Self).map_err(|error| {
            Problem::new(StatusCode::BAD_REQUEST, format!("not what was expected: {}", plainly(&error.to_string())))
        })
    }
}

/// Why a body did not arrive.
fn unreadable(status: StatusCode) -> &'static str {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => "the body of the request is larger than this server takes",
        _ => "the body of the request could not be read to its end",
    }
}

/// A word of the path.
pub(crate) struct PathWord(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for PathWord {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let word: Result<Path<String>, PathRejection> = Path::from_request_parts(parts, state).await;
        let problem = "the path of the request cannot be read: expected letters in UTF-8";
        word.map(|Path(word)| Self(word)).map_err(|rejection| Problem::new(rejection.status(), problem))
    }
}

fn of_object<T: DeserializeOwned>(map: Map<String, Value>) -> Result<T, serde_json::Error> {
    serde_json::from_value(Value::Object(map))
}

/// A field that is an object; a list of its values, which would be taken by order, is refused.
pub(crate) fn object<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<T, D::Error> {
    of_object(Map::deserialize(from)?).map_err(D::Error::custom)
}

/// The same for a field that may be absent.
pub(crate) fn perhaps_object<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    Option::<Map<String, Value>>::deserialize(from)?.map(of_object).transpose().map_err(D::Error::custom)
}

/// The same for a list of objects.
pub(crate) fn objects<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let maps: Vec<Map<String, Value>> = Vec::deserialize(from)?;
    maps.into_iter().map(of_object).collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// What the reader of JSON expected, in words of JSON and not of the program.
const WORDS: [(&str, &str); 8] = [
    ("expected usize", "expected a whole number, 0 or more"),
    ("expected u64", "expected a whole number, 0 or more"),
    ("expected f64", "expected a number"),
    ("expected a sequence", "expected a list"),
    ("expected a map", "expected an object"),
    ("expected a tuple of size", "expected a list of length"),
    ("invalid type: sequence", "invalid type: a list"),
    ("invalid type: map", "invalid type: an object"),
];

fn plainly(message: &str) -> String {
    let plain = WORDS.iter().fold(message.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours));
    // A choice of words or a list of numbers is named after its type.
    match plain.split_once("expected enum ").or_else(|| plain.split_once("expected struct ")) {
        Some((before, _)) => format!("{before}expected a word of the description (/api/v1/openapi.json)"),
        None => plain,
    }
}
