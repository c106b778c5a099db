//! The browser laboratory: a server on this machine with its page inside.
//!
//! Every request carries the whole set-up (a scene as text with changes, a collision) and every answer is computed from it, so that a
//! link says everything and the server keeps nothing that is needed (the last runs, so that a closer look at them is quick). Runs and sweeps are streamed, a JSON object a line, while they are computed.
//! The routes are described in `openapi.json`, which the server gives out at `/api/v1/openapi.json`.

mod accept;
mod catalogue;
mod export;
mod help;
mod impact;
mod limits;
mod lines;
mod map;
mod page;
mod plane;
mod problem;
mod read;
mod run;
mod safety;
mod scene;
mod server;
mod shelf;
mod slots;
mod stage;
mod sweep;

pub use limits::Limits;
pub use server::{Lab, router};
