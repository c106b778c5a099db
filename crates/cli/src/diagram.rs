//! The impulse plane of a comparison.

use carom::case::Case;
use carom::compare::Entry;
use carom::impact::Collision;

/// The picture as SVG.
pub(crate) fn draw(_case: &Case, _collision: &Collision, _entries: &[Entry], _grid: bool) -> String {
    String::new()
}
