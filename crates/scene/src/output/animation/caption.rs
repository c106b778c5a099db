//! The time above a picture, in letters of five by seven squares.

use tiny_skia::{Color, Paint, Pixmap, Rect, Shader, Transform};

/// Letters, each seven rows of five bits from the top.
const LETTERS: [(char, [u8; 7]); 16] = [
    ('0', [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110]),
    ('1', [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]),
    ('2', [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111]),
    ('3', [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110]),
    ('4', [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010]),
    ('5', [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110]),
    ('6', [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110]),
    ('7', [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000]),
    ('8', [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110]),
    ('9', [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100]),
    ('.', [0, 0, 0, 0, 0, 0b01100, 0b01100]),
    ('-', [0, 0, 0, 0b11111, 0, 0, 0]),
    ('=', [0, 0, 0b11111, 0, 0b11111, 0, 0]),
    ('x', [0, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0]),
    ('t', [0b01000, 0b01000, 0b11100, 0b01000, 0b01000, 0b01001, 0b00110]),
    ('s', [0, 0, 0b01110, 0b10000, 0b01110, 0b00001, 0b11110]),
];
/// Side of a square, and where the caption lies [px].
const SQUARE: f32 = 2.0;
const PLACE: (f32, f32) = (10.0, 8.0);
/// Squares from one letter to the next.
const ADVANCE: usize = 6;

/// Writes the time at the left, and the speed at the right if it is not that of life.
pub(super) fn write(picture: &mut Pixmap, t: f64, speed: f64) {
    let decimals = if speed < 0.05 { 4 } else { 3 };
    text(picture, PLACE.0, &format!("t = {t:.decimals$} s"));
    if speed != 1.0 {
        let speed = format!("{speed} x");
        let width = (speed.chars().count() * ADVANCE) as f32 * SQUARE;
        let x = picture.width() as f32 - PLACE.0 - width;
        // Beside the time or not at all.
        if x > 0.5 * picture.width() as f32 {
            text(picture, x, &speed);
        }
    }
}

fn text(picture: &mut Pixmap, x: f32, text: &str) {
    let ink = Shader::SolidColor(Color::from_rgba8(34, 34, 34, 255));
    let paint = Paint { shader: ink, anti_alias: false, ..Paint::default() };
    for (i, letter) in text.chars().enumerate() {
        let Some((_, rows)) = LETTERS.iter().find(|(known, _)| *known == letter) else { continue };
        for (row, bits) in rows.iter().enumerate() {
            for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                let left = x + (i * ADVANCE + column) as f32 * SQUARE;
                let top = PLACE.1 + row as f32 * SQUARE;
                if let Some(square) = Rect::from_xywh(left, top, SQUARE, SQUARE) {
                    picture.fill_rect(square, &paint, Transform::identity(), None);
                }
            }
        }
    }
}
