//! The fixed colours of a film: greys, and each colour of the bodies in shades from white.

use crate::svg::{STYLES, colour};

/// The index that leaves a pixel as it was.
pub(super) const UNCHANGED: u8 = 0;
/// Shades of grey and of each colour: together with the transparent one fewer than 256.
const GREYS: usize = 40;
const SHADES: usize = 24;
/// Bits of a channel by which colours are looked up.
const BITS: u32 = 5;
const LEVELS: usize = 1 << BITS;

/// Colours by index, and the nearest index by colour.
pub(super) struct Palette {
    /// Red, green, blue of every index.
    pub(super) colours: Vec<u8>,
    nearest: Vec<u8>,
}

/// Red, green and blue of a colour like "#0072b2"; black for anything else.
pub(in super::super) fn rgb(text: &str) -> [u8; 3] {
    let channel = |i: usize| text.get(1 + 2 * i..3 + 2 * i).and_then(|hex| u8::from_str_radix(hex, 16).ok());
    std::array::from_fn(|i| channel(i).unwrap_or(0))
}

impl Palette {
    pub(super) fn new() -> Self {
        let mut colours: Vec<[u8; 3]> = vec![[255; 3]];
        colours.extend((0..GREYS).map(|i| [(255 * i / (GREYS - 1)) as u8; 3]));
        for style in 0..STYLES {
            let full = rgb(colour(style));
            colours.extend((1..=SHADES).map(|shade| full.map(|channel| mixed(channel, shade))));
        }
        let nearest = (0..LEVELS.pow(3)).map(|cell| nearest(&colours, centre(cell))).collect();
        Self { colours: colours.concat(), nearest }
    }

    /// The index of the nearest colour.
    pub(super) fn index(&self, red: u8, green: u8, blue: u8) -> u8 {
        let level = |channel: u8| (usize::from(channel) * (LEVELS - 1) + 127) / 255;
        self.nearest[(level(red) * LEVELS + level(green)) * LEVELS + level(blue)]
    }
}

/// A channel between white and full.
fn mixed(channel: u8, shade: usize) -> u8 {
    (255 - (255 - usize::from(channel)) * shade / SHADES) as u8
}

/// The colour in the middle of a cell of the table; white and black are their own.
fn centre(cell: usize) -> [u8; 3] {
    [cell / (LEVELS * LEVELS), cell / LEVELS % LEVELS, cell % LEVELS].map(|level| (255 * level / (LEVELS - 1)) as u8)
}

/// The nearest colour but the transparent one.
fn nearest(colours: &[[u8; 3]], wanted: [u8; 3]) -> u8 {
    let distance = |colour: &[u8; 3]| -> i32 {
        colour.iter().zip(wanted).map(|(a, b)| (i32::from(*a) - i32::from(b)).pow(2)).sum()
    };
    let numbered = colours.iter().enumerate().skip(1);
    numbered.min_by_key(|(_, colour)| distance(colour)).map_or(1, |(index, _)| index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_a_body_is_near_and_white_is_white() {
        let palette = Palette::new();
        assert!(palette.colours.len() <= 3 * 256);
        let shown = |[r, g, b]: [u8; 3]| {
            let index = usize::from(palette.index(r, g, b));
            assert_ne!(index, usize::from(UNCHANGED));
            [palette.colours[3 * index], palette.colours[3 * index + 1], palette.colours[3 * index + 2]]
        };
        assert_eq!((shown([255; 3]), shown([0; 3])), ([255; 3], [0; 3]));
        for style in 0..STYLES {
            let wanted = rgb(colour(style));
            assert!(shown(wanted).iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 12), "{wanted:?}");
        }
    }
}
