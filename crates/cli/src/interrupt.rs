//! Ctrl-C as a flag that long work looks at.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C sets. Where no handler can be had, Ctrl-C ends the program as usual.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let setter = Arc::clone(&flag);
    // A second handler or an unusual system: the default action stays.
    let _ = ctrlc::set_handler(move || setter.store(true, Ordering::Relaxed));
    flag
}
