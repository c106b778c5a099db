//! Connections: how many, and how long a client may take to say what it wants.

use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::server::{Lab, router};

/// How long to wait after a connection could not be taken, for want of files as a rule.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers connections, each on a task of its own, for as long as the future lives.
pub(crate) async fn accept(listener: TcpListener, lab: Lab) -> std::io::Result<()> {
    let places = Arc::new(Semaphore::new(lab.limits.connections));
    let head = lab.limits.head;
    let service = TowerToHyperService::new(router(lab));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.map_err(std::io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let service = service.clone();
        tokio::spawn(async move {
            answer(stream, service, head).await;
            drop(place);
        });
    }
}

/// Answers the requests of one connection. One that ends early or says nothing is simply closed.
async fn answer(stream: TcpStream, service: TowerToHyperService<axum::Router>, head: Duration) {
    let _ = stream.set_nodelay(true);
    let mut settings = http1::Builder::new();
    settings.timer(TokioTimer::new()).header_read_timeout(head);
    let _ = settings.serve_connection(TokioIo::new(stream), service).await;
}
