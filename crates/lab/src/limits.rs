//! What one user may ask of the server.

use std::time::Duration;

/// Limits of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Largest body of a request, in bytes: the text of a scene of ten thousand bodies fits.
    pub body: usize,
    /// Connections at the same time; others wait.
    pub connections: usize,
    /// Longest time for the head of a request to arrive, and for a connection to be silent between two requests.
    pub head: Duration,
    /// Longest time of a run or sweep.
    pub time: Duration,
    /// Largest record of a run, in bytes.
    pub memory: usize,
    /// Bytes of the last runs that are kept.
    pub kept: usize,
    /// Runs computed at the same time; others wait.
    pub at_once: usize,
    /// Runs that may wait; beyond them the server says that it is busy.
    pub waiting: usize,
    /// Most runs of one sweep.
    pub sweep: usize,
    /// Most points of one map.
    pub map: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 2 << 20,
            connections: 1024,
            head: Duration::from_secs(15),
            time: Duration::from_secs(300),
            memory: 512 << 20,
            kept: 256 << 20,
            at_once: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
            waiting: 64,
            sweep: 10_000,
            map: 90_000,
        }
    }
}
