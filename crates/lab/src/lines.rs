//! A body of JSON objects, a line each, sent while it is computed.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::mpsc::{self, Receiver, Sender, error::TrySendError};
use tokio_stream::StreamExt;

/// Lines that may wait for a slow reader.
const WAITING: usize = 16;
/// How long to wait before trying a slow reader again.
const PATIENCE: Duration = Duration::from_millis(4);

/// Where lines go. When nobody reads them any more, the work is told to stop.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    to: Sender<Bytes>,
    stop: Arc<AtomicBool>,
    deadline: Instant,
}

/// Lines, and the answer that carries them; `stop` is set when nobody reads them any more or a reader is too slow for the time limit.
pub(crate) fn lines(stop: Arc<AtomicBool>, limit: Duration) -> (Lines, Response) {
    let (to, from) = mpsc::channel(WAITING);
    (Lines { to, stop, deadline: Instant::now() + limit }, response(from))
}

fn response(from: Receiver<Bytes>) -> Response {
    let stream = tokio_stream::wrappers::ReceiverStream::new(from).map(Ok::<_, Infallible>);
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"))];
    (kind, Body::from_stream(stream)).into_response()
}

impl Lines {
    /// Sends one line; blocks while the reader is behind.
    pub(crate) fn send(&self, line: &impl Serialize) {
        let Ok(mut text) = serde_json::to_vec(line) else { return };
        text.push(b'\n');
        let mut text = Bytes::from(text);
        loop {
            match self.to.try_send(text) {
                Ok(()) => return,
                Err(TrySendError::Full(back)) if Instant::now() < self.deadline => text = back,
                Err(_) => return self.stop.store(true, Ordering::Relaxed),
            }
            std::thread::sleep(PATIENCE);
        }
    }

    /// Whether someone still reads.
    pub(crate) fn is_read(&self) -> bool {
        !self.to.is_closed()
    }

    /// Completes when nobody reads any more.
    pub(crate) async fn closed(&self) {
        self.to.closed().await;
    }
}
