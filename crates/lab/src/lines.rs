//! A body of JSON objects, a line each, sent while it is computed.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
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

/// What a reader is told of work that failed in a way nobody thought of.
const BROKEN: &str = "the engine failed at this run, which is a fault of Carom; please report it with the scene";

/// Does work that sends lines. If it panics, the reader is told by a last line; what the work held, its place among the runs, is free.
pub(crate) async fn told(lines: Lines, work: impl FnOnce() + Send + 'static) {
    if tokio::task::spawn_blocking(work).await.is_err() {
        // May block while the reader is behind.
        let last = move || lines.send(&json!({"kind": "error", "message": BROKEN}));
        let _ = tokio::task::spawn_blocking(last).await;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::Slots;
    use axum::body::to_bytes;

    /// A run that panics ends with an error line, and its place is free again.
    #[tokio::test]
    #[allow(clippy::panic)]
    async fn a_panic_becomes_a_line() {
        let slots = Arc::new(Slots::new(1, 0));
        let Ok(ticket) = slots.enter() else { panic!("a place is free") };
        let (lines, response) = lines(ticket.stop.clone(), Duration::from_secs(5));
        let sent = lines.clone();
        told(lines, move || {
            let held = &ticket;
            sent.send(&json!({"kind": "start", "run": held.id}));
            panic!("as an engine with a fault would");
        })
        .await;
        let Ok(body) = to_bytes(response.into_body(), 1 << 16).await else { panic!("the stream ends") };
        let text = String::from_utf8_lossy(&body);
        let last = text.lines().last().unwrap_or_default();
        assert!(text.lines().count() == 2 && last.contains("error") && last.contains("please report"), "{text}");
        assert_eq!(slots.taken(), 0);
    }
}
