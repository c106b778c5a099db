//! `--animation FILE.gif`: the motion of a run as a film. Between samples positions are interpolated linearly.

mod camera;
mod caption;
mod film;
mod frames;
mod paint;
mod palette;
mod solids;
mod stage;
mod trail;

use std::io::{self, Write};
use std::path::Path;

use carom_simulate::record::Record;

use super::cast::Cast;
use crate::file::PartialFile;
use film::Film;
use frames::Frames;
use stage::Stage;

pub(super) use camera::{Camera, centre, scenery};
pub(super) use palette::rgb;

/// How a film is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Animation {
    /// Seconds of motion shown in a second: 1 is real time, 0.1 slow motion.
    pub speed: f64,
    /// Width in pixels.
    pub width: u16,
    /// Pictures a second: 25 or 50, which GIF can time exactly.
    pub rate: u16,
    /// Seconds of motion that the paths of the centres of mass reach back; 0 for none.
    pub trail: f64,
}

impl Default for Animation {
    fn default() -> Self {
        Self { speed: 1.0, width: 640, rate: 25, trail: 1.0 }
    }
}

/// Widths that make sense [px]: less shows nothing, more makes files of gigabytes.
const WIDTHS: std::ops::RangeInclusive<u16> = 120..=2000;
/// Most pictures of a film: at 25 a second more than three minutes.
const MOST_FRAMES: f64 = 5000.0;

/// Writes the film, whole or not at all; returns the number of its pictures.
pub fn write_animation(path: &Path, cast: &Cast<'_>, record: &Record, animation: &Animation) -> io::Result<usize> {
    let mut file = PartialFile::create(path)?;
    let count = film(&mut file, cast, record, animation)?;
    file.flush()?;
    file.finish()?;
    Ok(count)
}

/// The film as a GIF into anything that takes bytes; returns the number of its pictures.
pub fn film(out: impl Write, cast: &Cast<'_>, record: &Record, animation: &Animation) -> io::Result<usize> {
    check(record, animation).map_err(|reason| io::Error::new(io::ErrorKind::InvalidInput, reason))?;
    let stage = Stage::new(cast, record, animation.width)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the bodies leave nothing that could be drawn"))?;
    let mut film = Film::new(out, stage.size(), animation.rate)?;
    let mut count = 0;
    for frame in Frames::new(cast, record, &stage, animation) {
        film.add(frame.pixels.data(), frame.last)?;
        count += 1;
    }
    film.finish()?;
    Ok(count)
}

impl Animation {
    /// Whether such a film of a run of so many seconds can be made; if not, a sentence.
    pub fn check(&self, seconds: f64) -> Result<(), String> {
        let Self { speed, width, rate, trail } = *self;
        if !(speed.is_finite() && speed > 0.0) {
            return Err(format!("the speed of an animation must be a positive number, not {speed}"));
        }
        if !WIDTHS.contains(&width) {
            let (least, most) = (WIDTHS.start(), WIDTHS.end());
            return Err(format!("the width of an animation must be {least} to {most} px, not {width}"));
        }
        if rate != 25 && rate != 50 {
            return Err(format!("an animation has 25 or 50 pictures a second, not {rate}"));
        }
        if trail.is_nan() || trail < 0.0 {
            return Err(format!("the trail of an animation must be a time in seconds, not {trail}"));
        }
        let count = seconds / speed * f64::from(rate);
        if count.is_nan() || count > MOST_FRAMES {
            return Err(format!(
                "the animation would have {count:.0} pictures, more than {MOST_FRAMES}: raise its speed"
            ));
        }
        Ok(())
    }
}

fn check(record: &Record, animation: &Animation) -> Result<(), String> {
    let (Some(first), Some(last)) = (record.samples.first(), record.samples.last()) else {
        return Err("the run has no samples to animate".to_owned());
    };
    animation.check(last.t - first.t)
}
