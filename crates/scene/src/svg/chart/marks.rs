//! Lines, curves, stems and bands within a frame.

use std::collections::BTreeSet;

use svg::node::element::{Circle, Group};

use super::super::canvas::{Pixel, Stroke, filled, path_data, px};
use super::super::frame::Frame;
use super::super::palette::{FAINT, GREY, STRONG, dash};
use super::{Band, Kind, Panel, Series, decimate};

/// Colours of the styles: those of laws, and a brown.
pub(super) const COLOURS: [&str; 8] =
    [STRONG[0], STRONG[1], STRONG[2], STRONG[3], STRONG[4], STRONG[5], STRONG[6], "#8b5a2b"];

/// Fill of a band.
const BAND: &str = "#e6e6e6";
/// Width of lines, of curves with many points and of stems [px].
const LINE: f64 = 1.5;
const THIN: f64 = 0.9;
const STEM: f64 = 1.2;
/// Points from which on a line counts as crowded and is drawn thin.
const CROWDED: usize = 900;
/// Size of a point, of one among few and of one among very many [px].
const POINT: f64 = 2.6;
const LARGE: f64 = 4.5;
const FINE: f64 = 1.8;
/// Points up to which they are drawn large, and from which on fine.
const FEW: usize = 100;
const MANY: usize = 8000;
/// A jump lower than this is none to the eye [px].
const JUMP: f64 = 0.5;
/// Most jumps that are shown by dotted lines, and most stems with a dot: more would cover each other.
const MOST_DOTTED: usize = 120;
const MOST_DOTS: usize = 250;
/// Radius of a stem's dot [px].
const DOT: f64 = 2.6;

/// The colour of a style.
pub(crate) fn colour(style: usize) -> &'static str {
    COLOURS[style % COLOURS.len()]
}

/// The stroke of a style.
pub(super) fn stroke(style: usize) -> Stroke {
    Stroke { colour: colour(style), width: LINE, dash: dash(style) }
}

/// Everything within the frame, from the lowest to the topmost.
pub(super) fn draw(panel: &Panel<'_>, frame: &Frame) -> Group {
    let mut group = Group::new();
    if let Some(band) = &panel.band {
        group = group.add(draw_band(band, frame));
    }
    group = group.add(frame.zero_lines());
    for series in &panel.series {
        group = match series.kind {
            Kind::Stems => draw_stems(group, series, frame),
            Kind::Points => group.add(draw_points(series, frame)),
            Kind::Line | Kind::Curve => draw_line(group, series, frame),
        };
    }
    group
}

fn draw_band(band: &Band<'_>, frame: &Frame) -> svg::node::element::Path {
    let count = band.x.len().min(band.low.len()).min(band.high.len());
    let edge = |values: &[f64]| -> Vec<Pixel> {
        let pixel = |i: usize| frame.pixel((band.x[i], values[i]));
        decimate::line(count, &pixel).into_iter().map(pixel).filter(|p| p.0.is_finite() && p.1.is_finite()).collect()
    };
    let mut outline = edge(band.low);
    outline.extend(edge(band.high).into_iter().rev());
    filled(&outline, BAND).set("class", "band")
}

fn draw_line(group: Group, series: &Series<'_>, frame: &Frame) -> Group {
    let count = series.x.len().min(series.y.len());
    let pixel = |i: usize| frame.pixel((series.x[i], series.y[i]));
    let kept = match series.kind {
        Kind::Curve => decimate::curve(count, &pixel, series.jumps),
        _ => decimate::line(count, &pixel),
    };
    let (pieces, jumps) = pieces(&kept, &pixel, series.jumps);
    let data: String = pieces.iter().map(|piece| path_data(piece, false)).collect();
    if data.is_empty() {
        return group;
    }
    let stroke = stroke(series.style);
    let width = if kept.len() > CROWDED { THIN } else { LINE };
    let mut group = group;
    if jumps.len() <= MOST_DOTTED {
        let dotted = Stroke { width: 0.8, dash: &[1.0, 2.5], ..stroke };
        for (from, to) in jumps {
            group = group.add(dotted.line(from, to).set("class", "jump"));
        }
    }
    if series.kind == Kind::Curve && is_point(&pieces) {
        group = group.add(dot(pieces[0][0], DOT, stroke.colour));
    }
    let line = Stroke { width, ..stroke }.path(&[]);
    group.add(line.set("d", data).set("class", "series").set("stroke-linecap", "butt"))
}

/// Pieces of a line, and the jumps between them. Where points of other times were left out in between, a jump is drawn as part of the line.
fn pieces(kept: &[usize], pixel: &impl Fn(usize) -> Pixel, jumps: &[usize]) -> (Vec<Vec<Pixel>>, Vec<(Pixel, Pixel)>) {
    let (mut pieces, mut piece, mut between): (Vec<Vec<Pixel>>, Vec<Pixel>, _) = (Vec::new(), Vec::new(), Vec::new());
    let mut before = None;
    for &i in kept {
        let at = pixel(i);
        if !(at.0.is_finite() && at.1.is_finite()) {
            pieces.push(std::mem::take(&mut piece));
            continue;
        }
        if let Some(&last) = piece.last() {
            // All rows from the one drawn last to this one are of its time.
            let jumped = before.is_some_and(|b: usize| (b + 1..=i).all(|k| jumps.binary_search(&k).is_ok()));
            if jumped && (last.0 - at.0).hypot(last.1 - at.1) > JUMP {
                between.push((last, at));
                pieces.push(std::mem::take(&mut piece));
            }
        }
        piece.push(at);
        before = Some(i);
    }
    pieces.push(piece);
    pieces.retain(|piece| !piece.is_empty());
    pieces.iter_mut().filter(|piece| piece.len() == 1).for_each(|piece| piece.push((piece[0].0 + 0.01, piece[0].1)));
    (pieces, between)
}

/// True if a curve is so small that a line would not be seen.
fn is_point(pieces: &[Vec<Pixel>]) -> bool {
    let Some(&(x, y)) = pieces.first().and_then(|piece| piece.first()) else { return false };
    pieces.iter().flatten().all(|(u, v)| (u - x).hypot(v - y) < DOT)
}

fn draw_stems(group: Group, series: &Series<'_>, frame: &Frame) -> Group {
    let count = series.x.len().min(series.y.len());
    let pixel = |i: usize| frame.pixel((series.x[i], series.y[i]));
    let kept = decimate::stems(count, &pixel);
    if kept.is_empty() {
        return group;
    }
    let foot = |i: usize| (pixel(i).0, frame.pixel((0.0, 0.0)).1);
    let data: String = kept.iter().map(|i| path_data(&[foot(*i), pixel(*i)], false)).collect();
    let stems = Stroke::solid(colour(series.style), STEM).path(&[]).set("d", data).set("class", "series");
    let mut group = group.add(stems);
    for &i in kept.iter().filter(|_| kept.len() <= MOST_DOTS) {
        group = group.add(dot(pixel(i), DOT, colour(series.style)));
    }
    group
}

/// Dots as one path; those that would lie within half a pixel of another are left out.
fn draw_points(series: &Series<'_>, frame: &Frame) -> svg::node::element::Path {
    let mut seen = BTreeSet::new();
    let mut data = String::new();
    for (x, y) in series.x.iter().zip(series.y) {
        let (x, y) = frame.pixel((*x, *y));
        if x.is_finite() && y.is_finite() && seen.insert(((2.0 * x).round() as i64, (2.0 * y).round() as i64)) {
            data += &path_data(&[(x, y), (x + 0.01, y)], false);
        }
    }
    let size = match seen.len() {
        0..=FEW => LARGE,
        count if count > MANY => FINE,
        _ => POINT,
    };
    let stroke = Stroke::solid(colour(series.style), size).path(&[]);
    stroke.set("d", data).set("class", "series").set("stroke-linecap", "round")
}

/// A small disc.
pub(super) fn dot((x, y): Pixel, radius: f64, colour: &'static str) -> Circle {
    Circle::new().set("cx", px(x)).set("cy", px(y)).set("r", px(radius)).set("fill", colour)
}

/// A sample of a band for the legend.
pub(super) fn band_sample((x, y): Pixel, width: f64) -> Group {
    let swatch = super::super::canvas::rectangle((x, y - 5.0), width, 10.0).set("fill", BAND).set("stroke", FAINT);
    Group::new().add(swatch).set("stroke", GREY).set("stroke-width", "0.5")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_jumps_and_gaps_only() {
        let points = [(0.0, 0.0), (1.0, 5.0), (1.0, 9.0), (2.0, f64::NAN), (3.0, 1.0), (3.0, 1.2), (4.0, 2.0)];
        let (pieces, jumps) = pieces(&[0, 1, 2, 3, 4, 5, 6], &|i| points[i], &[2, 5]);
        let lengths: Vec<_> = pieces.iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 2, 3]);
        assert_eq!(jumps, [((1.0, 5.0), (1.0, 9.0))]);
        // Seen: of three rows at one time the middle one was left out, and the jump drawn as part of the line.
        let points = [(0.0, 0.0), (1.0, 5.0), (1.0, 7.0), (1.0, 9.0), (2.0, 8.0)];
        let (pieces, jumps) = super::pieces(&[0, 1, 3, 4], &|i| points[i], &[2, 3]);
        assert_eq!((pieces.len(), &jumps[..]), (2, &[((1.0, 5.0), (1.0, 9.0))][..]));
    }
}
