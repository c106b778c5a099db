//! Where centres of mass came from.

use std::collections::VecDeque;

/// Points nearer than this to the one before are left out [px].
const APART: f32 = 1.0;

/// The path of one centre of mass: times and pixels.
#[derive(Default)]
pub(super) struct Trail(VecDeque<(f64, (f32, f32))>);

impl Trail {
    /// The centre passed here.
    pub(super) fn pass(&mut self, t: f64, at: (f32, f32)) {
        let far = self.0.back().is_none_or(|(_, last)| (last.0 - at.0).hypot(last.1 - at.1) >= APART);
        if far {
            self.0.push_back((t, at));
        }
    }

    /// Forgets what was before a time.
    pub(super) fn forget(&mut self, before: f64) {
        while self.0.front().is_some_and(|(t, _)| *t < before) {
            self.0.pop_front();
        }
    }

    /// The path, and where the centre is now.
    pub(super) fn points(&self, now: (f32, f32)) -> impl Iterator<Item = (f32, f32)> {
        self.0.iter().map(|(_, at)| *at).chain(std::iter::once(now))
    }
}
