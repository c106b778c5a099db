//! The film of a run: it decodes, has the pictures it should, and shows the bodies.

use std::fs;
use std::path::Path;

use carom_scene::output::{Animation, Outline, Role, write_animation};

use super::demo;

/// How long a picture is shown, in hundredths of a second, and red, green, blue of every pixel.
type Picture = (u16, Vec<[u8; 3]>);

/// Width, and pictures as shown: each frame laid over those before.
fn decode(path: &Path) -> (usize, Vec<Picture>) {
    let mut decoder = gif::DecodeOptions::new().read_info(fs::File::open(path).unwrap()).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let palette = decoder.global_palette().unwrap().to_vec();
    let (mut shown, mut pictures) = (vec![[255; 3]; width * height], Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (i, &index) in frame.buffer.iter().enumerate() {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            if Some(index) != frame.transparent {
                let at = 3 * usize::from(index);
                let pixel = [palette[at], palette[at + 1], palette[at + 2]];
                shown[(y + usize::from(frame.top)) * width + x + usize::from(frame.left)] = pixel;
            }
        }
        pictures.push((frame.delay, shown.clone()));
    }
    (width, pictures)
}

fn film(folder: &Path, animation: &Animation) -> std::io::Result<usize> {
    let law = demo::law();
    write_animation(&folder.join("ball.gif"), &demo::ball_cast(&law), &demo::ball(13), animation)
}

/// Mean place of bluish pixels: the ball and its trail.
fn blue(width: usize, picture: &[[u8; 3]]) -> (f64, f64) {
    let bluish = picture.iter().enumerate().filter(|(_, [red, _, blue])| blue.saturating_sub(*red) > 60);
    let places: Vec<(f64, f64)> = bluish.map(|(i, _)| ((i % width) as f64, (i / width) as f64)).collect();
    let count = places.len() as f64;
    (places.iter().map(|p| p.0).sum::<f64>() / count, places.iter().map(|p| p.1).sum::<f64>() / count)
}

#[test]
fn a_film_has_its_pictures_and_the_ball_falls_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let animation = Animation { width: 200, trail: 0.0, ..Default::default() };
    // 1.2 s at 25 pictures a second, the first and the last included.
    assert_eq!(film(folder.path(), &animation).unwrap(), 31);
    let (width, pictures) = decode(&folder.path().join("ball.gif"));
    assert_eq!((width, pictures.len()), (200, 31));
    assert!(pictures[..30].iter().all(|(delay, _)| *delay == 4));
    let heights: Vec<f64> = pictures.iter().map(|(_, picture)| blue(width, picture).1).collect();
    // Down to 0.5 s (picture 12), up to 0.75 s (picture 19), down again.
    assert!(heights[..13].is_sorted() && heights[13] - heights[0] > 50.0, "{heights:?}");
    assert!(heights[19] < heights[13] - 20.0 && heights[24] > heights[19] + 20.0, "{heights:?}");
    assert!(pictures.windows(2).all(|pair| blue(width, &pair[0].1).0 < blue(width, &pair[1].1).0));
}

#[test]
fn speed_and_rate_change_the_number_of_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let animation = Animation { width: 120, speed: 0.5, rate: 50, ..Default::default() };
    assert_eq!(film(folder.path(), &animation).unwrap(), 121);
    let once = fs::read(folder.path().join("ball.gif")).unwrap();
    film(folder.path(), &animation).unwrap();
    assert!(once == fs::read(folder.path().join("ball.gif")).unwrap(), "not the same bytes");
    assert_eq!(film(folder.path(), &Animation { speed: 1e9, ..Default::default() }).unwrap(), 1);
}

#[test]
fn what_cannot_be_filmed_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let usual = Animation::default();
    for (animation, word) in [
        (Animation { speed: 0.0, ..usual }, "speed"),
        (Animation { speed: f64::NAN, ..usual }, "speed"),
        (Animation { speed: 1e-6, ..usual }, "pictures"),
        (Animation { width: 5, ..usual }, "width"),
        (Animation { rate: 30, ..usual }, "25 or 50"),
        (Animation { trail: -1.0, ..usual }, "trail"),
    ] {
        let error = film(folder.path(), &animation).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A floor given as a box a hundred kilometres wide reaches a million pixels to each side.
#[test]
fn a_huge_fixed_body_is_still_seen() {
    let folder = tempfile::tempdir().unwrap();
    let law = demo::law();
    let corners = vec![[-5e4, -1e3], [5e4, -1e3], [5e4, 0.0], [-5e4, 0.0]];
    let floor = vec![Outline::Polyline { points: corners, closed: true }];
    let ball = demo::member("ball", Role::Moving, demo::disc(demo::RADIUS));
    let cast = demo::plane_cast(vec![ball, demo::member("floor", Role::Fixed, floor)], &law);
    let path = folder.path().join("ball.gif");
    write_animation(&path, &cast, &demo::ball(13), &Animation { width: 200, speed: 4.0, ..Default::default() })
        .unwrap();
    let (width, pictures) = decode(&path);
    let first = &pictures[0].1;
    let [red, green, blue] = first[first.len() - width / 2];
    assert!(red == green && green == blue && (200..250).contains(&red), "{red} {green} {blue}");
}
