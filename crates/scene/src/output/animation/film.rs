//! Pictures into a GIF: only the rectangle that changed, and in it only the pixels that changed.

use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::palette::{Palette, UNCHANGED};

/// How long the last picture stays, in hundredths of a second.
const LAST: u16 = 150;

/// A film being written.
pub(super) struct Film<W: Write> {
    encoder: Encoder<W>,
    palette: Palette,
    size: (u16, u16),
    /// Hundredths of a second.
    delay: u16,
    shown: Vec<u8>,
}

fn failed(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(format!("cannot write the animation: {other}")),
    }
}

impl<W: Write> Film<W> {
    pub(super) fn new(out: W, size: (u16, u16), rate: u16) -> io::Result<Self> {
        let palette = Palette::new();
        let mut encoder = Encoder::new(out, size.0, size.1, &palette.colours).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self { encoder, palette, size, delay: 100 / rate.max(1), shown: Vec::new() })
    }

    /// Adds a picture given as opaque red, green, blue, alpha of every pixel.
    pub(super) fn add(&mut self, pixels: &[u8], last: bool) -> io::Result<()> {
        let indexes: Vec<u8> =
            pixels.chunks_exact(4).map(|pixel| self.palette.index(pixel[0], pixel[1], pixel[2])).collect();
        let (left, top, width, height) = self.changed(&indexes);
        let buffer = self.cut(&indexes, (left, top, width, height));
        let frame = Frame {
            delay: if last { LAST } else { self.delay },
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)?;
        self.shown = indexes;
        Ok(())
    }

    /// Writes the end.
    pub(super) fn finish(self) -> io::Result<()> {
        self.encoder.into_inner().map(|_| ()).map_err(failed)
    }

    /// Left, top, width and height of what changed; one pixel if nothing did.
    fn changed(&self, indexes: &[u8]) -> (usize, usize, usize, usize) {
        let (width, height) = (usize::from(self.size.0), usize::from(self.size.1));
        if self.shown.len() != indexes.len() {
            return (0, 0, width, height);
        }
        let differ = (0..indexes.len()).filter(|i| indexes[*i] != self.shown[*i]);
        let none = (usize::MAX, usize::MAX, 0, 0);
        let (left, top, right, bottom) = differ.fold(none, |(left, top, right, bottom), i| {
            let (x, y) = (i % width, i / width);
            (left.min(x), top.min(y), right.max(x), bottom.max(y))
        });
        if left > right { (0, 0, 1, 1) } else { (left, top, right - left + 1, bottom - top + 1) }
    }

    fn cut(&self, indexes: &[u8], (left, top, width, height): (usize, usize, usize, usize)) -> Vec<u8> {
        let across = usize::from(self.size.0);
        let pixels = (top..top + height).flat_map(|y| (left..left + width).map(move |x| y * across + x));
        let unchanged = |i: usize| self.shown.get(i) == Some(&indexes[i]);
        pixels.map(|i| if unchanged(i) { UNCHANGED } else { indexes[i] }).collect()
    }
}
