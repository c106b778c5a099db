//! Ramps of colours of even perceived steps: straight lines in Ottosson's Oklab space.

/// A colour by its red, green and blue from 0 to 255.
pub(super) type Rgb = (u8, u8, u8);

/// Low to high: pale yellow to dark blue; lightness falls all the way, so it also reads in grey.
const SEQUENTIAL: [Rgb; 4] = [(252, 246, 200), (128, 205, 187), (44, 127, 184), (24, 38, 100)];
/// Losses: from nearly white to dark blue.
const LOSS: [Rgb; 3] = [(232, 240, 248), (107, 160, 208), (20, 60, 120)];
/// Gains: from light orange to dark red-brown.
const GAIN: [Rgb; 3] = [(255, 203, 125), (226, 110, 20), (120, 30, 0)];

/// A colour of the sequential ramp, for a share from 0 to 1.
pub(super) fn sequential(share: f64) -> String {
    hex(along(&SEQUENTIAL, share))
}

/// A colour of the diverging ramps: a loss for shares below zero, a gain above.
pub(super) fn diverging(share: f64) -> String {
    hex(if share > 0.0 { along(&GAIN, share) } else { along(&LOSS, -share) })
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The colour at a share of the way through stops.
fn along(stops: &[Rgb], share: f64) -> Rgb {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let place = share * (stops.len() - 1) as f64;
    let first = (place.floor() as usize).min(stops.len() - 2);
    let t = place - first as f64;
    let (from, to) = (oklab(stops[first]), oklab(stops[first + 1]));
    rgb(std::array::from_fn(|i| from[i] + t * (to[i] - from[i])))
}

/// Linear light of the three channels to the cube roots of cone responses, and from those to Oklab (Ottosson 2020).
const CONES: [[f64; 3]; 3] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
];
const LAB: [[f64; 3]; 3] = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
];
const FROM_LAB: [[f64; 3]; 3] =
    [[1.0, 0.3963377774, 0.2158037573], [1.0, -0.1055613458, -0.0638541728], [1.0, -0.0894841775, -1.2914855480]];
const FROM_CONES: [[f64; 3]; 3] = [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.7076147010],
];

fn times(matrix: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

fn oklab((red, green, blue): Rgb) -> [f64; 3] {
    times(&LAB, times(&CONES, [red, green, blue].map(linear)).map(f64::cbrt))
}

fn rgb(lab: [f64; 3]) -> Rgb {
    let [red, green, blue] = times(&FROM_CONES, times(&FROM_LAB, lab).map(|x| x.powi(3))).map(encoded);
    (red, green, blue)
}

/// sRGB to linear light.
fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// Linear light to sRGB.
fn encoded(light: f64) -> u8 {
    let c = if light <= 0.0031308 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (255.0 * c.clamp(0.0, 1.0)).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lightness_falls_along_every_ramp() {
        for stops in [&SEQUENTIAL[..], &LOSS[..], &GAIN[..]] {
            let lightness: Vec<f64> = (0..=20).map(|i| oklab(along(stops, f64::from(i) / 20.0))[0]).collect();
            assert!(lightness.windows(2).all(|pair| pair[1] < pair[0]), "{lightness:?}");
        }
    }

    #[test]
    fn stops_are_met() {
        assert_eq!(along(&GAIN, 0.0), GAIN[0]);
        assert_eq!(along(&GAIN, 1.0), GAIN[2]);
        assert_eq!(along(&LOSS, f64::NAN), LOSS[0]);
    }
}
