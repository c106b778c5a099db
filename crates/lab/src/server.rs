//! The routes, and the server that answers them.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::accept::accept;
use crate::limits::Limits;
use crate::problem::Problem;
use crate::shelf::Shelf;
use crate::slots::Slots;
use crate::{catalogue, export, impact, map, page, plane, run, safety, scene, sweep};

/// The laboratory: its limits, the places for its runs and the last of them.
#[derive(Clone, Debug)]
pub struct Lab {
    pub(crate) limits: Arc<Limits>,
    pub(crate) slots: Arc<Slots>,
    pub(crate) shelf: Arc<Shelf>,
    /// Places for reading scenes and for other short work; who finds none free waits.
    short: Arc<Semaphore>,
    loopback: bool,
    /// Names under which it answers beside its numbers.
    names: Arc<[String]>,
}

/// The description of the interface.
const OPENAPI: &str = include_str!("../openapi.json");

impl Lab {
    /// A laboratory; `loopback` if only this machine can reach it.
    pub fn new(limits: Limits, loopback: bool) -> Self {
        let slots = Arc::new(Slots::new(limits.at_once, limits.waiting));
        let shelf = Arc::new(Shelf::new(limits.kept));
        let short = Arc::new(Semaphore::new(limits.at_once));
        Self { limits: Arc::new(limits), slots, shelf, short, loopback, names: Arc::default() }
    }

    /// The laboratory, which other machines also reach under these names.
    #[must_use]
    pub fn named(self, names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect(), ..self }
    }

    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    pub(crate) fn loopback(&self) -> bool {
        self.loopback
    }

    /// Does work that computes, off the threads that answer.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let failed = |_| Problem::own("the server failed at this request; please report it");
        tokio::task::spawn_blocking(work).await.map_err(failed)?
    }

    /// Does work of a few seconds at most when one of the places for it is free.
    pub(crate) async fn short_work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Arc::clone(&self.short).acquire_owned().await;
        let work = move || {
            // Kept until the work is done, even if nobody waits for it any more.
            let _place = place;
            work()
        };
        self.work(work).await
    }

    /// Serves until Ctrl-C. `ready` is told the address, whose port is chosen by the system if 0 was asked for.
    pub fn serve(self, address: SocketAddr, ready: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let slots = Arc::clone(&self.slots);
        let served = runtime.block_on(async {
            let listener = TcpListener::bind(address).await?;
            ready(listener.local_addr()?);
            tokio::select! {
                served = accept(listener, self) => served,
                stopped = tokio::signal::ctrl_c() => stopped,
            }
        });
        slots.stop_all();
        runtime.shutdown_background();
        served
    }
}

/// Where the interface begins.
const BASE: &str = "/api/v1";

/// All routes of a laboratory.
pub fn router(lab: Lab) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(openapi))
        .route("/status", get(run::status))
        .route("/scenes", get(catalogue::scenes))
        .route("/scenes/{name}", get(catalogue::scene))
        .route("/laws", get(catalogue::laws))
        .route("/materials", get(catalogue::materials))
        .route("/scene", post(scene::look))
        .route("/run", post(run::start))
        .route("/runs/{id}", delete(run::stop))
        .route("/export", post(export::file))
        .route("/impact", post(impact::compare_laws))
        .route("/plane", post(plane::of_collision))
        .route("/map", post(map::of_law))
        .route("/sweep", post(sweep::start))
        .method_not_allowed_fallback(wrong_method)
        .fallback(unknown);
    Router::new()
        .nest(BASE, api)
        .fallback(get(page::file).fallback(not_of_a_page))
        .layer(DefaultBodyLimit::max(lab.limits.body))
        .layer(middleware::from_fn_with_state(lab.clone(), safety::guard))
        .with_state(lab)
}

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], OPENAPI)
}

async fn unknown(uri: Uri) -> Problem {
    Problem::missing(format!("there is no {BASE}{}; the interface is described at {BASE}/openapi.json", uri.path()))
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    let problem = format!("{BASE}{} does not take {method}; see {BASE}/openapi.json", uri.path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, problem)
}

async fn not_of_a_page(method: Method) -> Problem {
    let problem = format!("a page does not take {method}; the interface is described at {BASE}/openapi.json");
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, problem)
}
