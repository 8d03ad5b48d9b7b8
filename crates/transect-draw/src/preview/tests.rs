//! Tests of invariants of the raster and of the camera, and of pictures with known content.

use std::collections::BTreeSet;

use crate::picture_size::Size;
use crate::preview::camera::{Camera, dot};
use crate::preview::raster::{Layer, NONE, Window};
use crate::preview::{Body, Half, Look, Preview, PreviewError};
use crate::theme::Theme;
use crate::up::Up;
use crate::view::View;

/// The random number generator SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators,
/// 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random number from zero to one.
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

const WIDTH: usize = 64;
const WINDOW: Window = Window {
    columns: 0..WIDTH,
    rows: 0..WIDTH,
};

/// Returns the indices of the samples that a single triangle covers when it is drawn alone.
fn owned(corners: &[[f32; 3]; 3]) -> Vec<usize> {
    let mut layer = Layer::default();
    layer.clear(&WINDOW);
    layer.draw(0, corners, 0.0);
    let samples = layer.triangle.iter().enumerate();
    samples
        .filter(|(_, triangle)| **triangle != NONE)
        .map(|(sample, _)| sample)
        .collect()
}

/// Returns all samples that these triangles cover. Panics if two triangles cover the same sample.
fn owned_once(triangles: &[[[f32; 3]; 3]]) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    for sample in triangles.iter().flat_map(owned) {
        assert!(all.insert(sample), "sample {sample} is owned twice");
    }
    all
}

/// Returns a convex polygon whose corners lie on a circle, in order.
/// Many corners are centres of samples, so that edges through them test the top-left rule.
fn polygon(random: &mut Random) -> Vec<[f32; 3]> {
    let middle = [0, 1].map(|_| 20.0 + 24.0 * random.part());
    let radius = 3.0 + 16.0 * random.part();
    let mut angles: Vec<f64> = (0..3 + random.next() % 7)
        .map(|_| random.part() * std::f64::consts::TAU)
        .collect();
    angles.sort_by(f64::total_cmp);
    let half = random.next().is_multiple_of(2);
    let snap = |c: f64| if half { c.floor() + 0.5 } else { c };
    let point = |angle: &f64| {
        let (sin, cos) = angle.sin_cos();
        [
            snap(middle[0] + radius * cos) as f32,
            snap(middle[1] + radius * sin) as f32,
            0.0,
        ]
    };
    angles.iter().map(point).collect()
}

/// Returns `true` if a polygon is convex after rounding to the raster's subdivisions.
fn is_convex(corners: &[[f32; 3]]) -> bool {
    let fixed = |index: usize| {
        let [x, y, _] = corners[index % corners.len()];
        [x, y].map(|c| (c * 256.0) as i64)
    };
    (0..corners.len()).all(|index| {
        let [a, b, c] = [fixed(index), fixed(index + 1), fixed(index + 2)];
        (b[0] - a[0]) * (c[1] - b[1]) - (c[0] - b[0]) * (b[1] - a[1]) > 0
    })
}

#[test]
fn neighbours_neither_share_nor_miss_a_sample() {
    let mut random = Random(1);
    let mut covered = 0;
    for _ in 0..1000 {
        let corners = polygon(&mut random);
        if !is_convex(&corners) {
            continue;
        }
        let fan = |first: usize| -> Vec<[[f32; 3]; 3]> {
            let corner = |index: usize| corners[(first + index) % corners.len()];
            (1..corners.len() - 1)
                .map(|index| [corner(0), corner(index), corner(index + 1)])
                .collect()
        };
        let samples = owned_once(&fan(0));
        for first in 1..corners.len() {
            assert_eq!(owned_once(&fan(first)), samples, "{corners:?}");
        }
        covered += samples.len();
    }
    assert!(covered > 10_000, "polygons cover something: {covered}");
}

/// Returns a torus, which is closed and not convex.
fn torus() -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    const ROUND: u32 = 24;
    const TUBE: u32 = 12;
    let angle =
        |index: u32, count: u32| f64::from(index) / f64::from(count) * std::f64::consts::TAU;
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..ROUND {
        for j in 0..TUBE {
            let ((sin, cos), (high, wide)) = (angle(i, ROUND).sin_cos(), angle(j, TUBE).sin_cos());
            let radius = 2.0 + 0.9 * wide;
            positions.push([radius * cos, radius * sin, 0.9 * high]);
            let vertex = |i: u32, j: u32| (i % ROUND) * TUBE + j % TUBE;
            let [a, b] = [vertex(i, j), vertex(i + 1, j)];
            let [c, d] = [vertex(i + 1, j + 1), vertex(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (positions, triangles)
}

/// On a closed surface, each sample is covered by as many counter-clockwise triangles as clockwise ones, because each
/// line of sight enters the surface as often as it leaves it.
#[test]
fn a_closed_surface_has_no_holes() {
    let (positions, triangles) = torus();
    let mut random = Random(2);
    for _ in 0..20 {
        let camera = Camera::of(
            View::Angles {
                azimuth: 360.0 * random.part(),
                elevation: 180.0 * random.part() - 90.0,
            },
            Up::Z,
            &[1.0; 3],
            &[0.0, 0.0, 1.0],
        );
        let place = |vertex: u32| {
            let point = camera.turn(&positions[vertex as usize]);
            point.map(|c| (32.0 + 10.0 * c) as f32)
        };
        let mut balance = vec![0_i32; WIDTH * WIDTH];
        let mut counts = vec![0_u32; WIDTH * WIDTH];
        for triangle in &triangles {
            let corners = triangle.map(place);
            let [a, b, c] = corners;
            let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
            for sample in owned(&corners) {
                balance[sample] += if doubled > 0.0 { 1 } else { -1 };
                counts[sample] += 1;
            }
        }
        assert!(balance.iter().all(|&sum| sum == 0));
        assert!(counts.iter().any(|&count| count >= 2));
    }
}

#[test]
fn wide_rows_are_the_same_as_narrow_ones() {
    // The range of columns in a row is computed only for wide triangles. A wide triangle must cover the same samples as
    // three narrower triangles that it is split into.
    let [a, b, c] = [[0.3, 1.7, 0.0], [63.2, 20.1, 0.0], [11.9, 60.4, 0.0]];
    let part = |from: [f32; 3], to: [f32; 3], part: f32| {
        [0, 1, 2]
            .map(|axis| ((from[axis] + (to[axis] - from[axis]) * part) * 256.0).trunc() / 256.0)
    };
    let whole: BTreeSet<usize> = owned(&[a, b, c]).into_iter().collect();
    let middle = part(part(a, b, 0.5), c, 0.34);
    let parts = owned_once(&[[a, b, middle], [b, c, middle], [c, a, middle]]);
    assert_eq!(whole, parts);
    // The expected number of samples is the area of the triangle. The count can be off by about one sample per row that
    // an edge crosses.
    let area = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2.0;
    assert!(
        (whole.len() as f32 - area).abs() < 64.0,
        "{} {area}",
        whole.len()
    );
}

#[test]
fn rows_that_a_wide_triangle_leaves_out_of_a_window_stay_empty() {
    // The triangle's bounding box contains the window, but in the lower rows of the window the triangle lies wholly to
    // the right of the window.
    let corners = [
        [-40.0, -40.0, 0.0],
        [300.5, 190.0, 0.0],
        [300.5, 191.0, 0.0],
    ];
    let owned = owned(&corners);
    assert!(!owned.is_empty());
    let last = owned.iter().map(|sample| sample / WIDTH).max();
    assert!(last < Some(WIDTH - 1), "{last:?}");
}

#[test]
fn the_nearest_wins_in_any_order() {
    let mut random = Random(3);
    for _ in 0..50 {
        let mut triangles: Vec<(u32, [[f32; 3]; 3])> = (0..12)
            .map(|number| {
                // The depth ranges of the triangles are so far apart that no two surfaces count as coincident.
                let depth = 10.0 * number as f32;
                let mut corner = || {
                    let [x, y, z] = [0, 1, 2].map(|_| random.part() as f32);
                    [64.0 * x, 64.0 * y, depth + 8.0 * z]
                };
                (number, [corner(), corner(), corner()])
            })
            .collect();
        let draw = |triangles: &[(u32, [[f32; 3]; 3])]| {
            let mut layer = Layer::default();
            layer.clear(&WINDOW);
            for (number, corners) in triangles {
                layer.draw(*number, corners, 0.0);
            }
            (layer.triangle, layer.depth)
        };
        let first = draw(&triangles);
        for turn in 0..triangles.len() {
            let other = (random.next() % triangles.len() as u64) as usize;
            triangles.swap(turn, other);
        }
        assert_eq!(draw(&triangles), first);
    }
}

#[test]
fn a_plane_seen_by_auto_shows_its_front_and_up_stays_up() {
    let mut random = Random(4);
    let ups = [
        (Up::X, [1.0, 0.0, 0.0]),
        (Up::Y, [0.0, 1.0, 0.0]),
        (Up::Z, [0.0, 0.0, 1.0]),
    ];
    for step in 0..6000 {
        let mut normal = [0, 1, 2].map(|_| 2.0 * random.part() - 1.0);
        if step % 3 == 0 {
            // One or two coordinates of every third normal are zero, so these normals are parallel to an axis or a
            // coordinate plane.
            normal[step / 3 % 3] = 0.0;
            normal[step / 9 % 3] = 0.0;
        }
        let length = dot(&normal, &normal).sqrt();
        if length == 0.0 {
            continue;
        }
        let normal = normal.map(|c| c / length);
        let (up, axis) = ups[step % 3];
        let extents = [0, 1, 2].map(|_| random.part());
        let camera = Camera::of(View::Auto, up, &extents, &normal);
        assert!(-dot(&normal, &camera.away) > 0.5, "{normal:?}");
        assert!(-dot(&axis, &camera.down) > 0.6, "{normal:?}");
        assert!(camera.sees_front(&normal));
    }
}

#[test]
fn named_views_look_where_they_say() {
    let camera = |text: &str, up: Up| {
        let view = text.parse().expect("a view");
        let camera = Camera::of(view, up, &[1.0; 3], &[0.0, 0.0, 1.0]);
        [camera.right, camera.down, camera.away].map(|axis| axis.map(|c| c.round() as i32))
    };
    let [x, y, z] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let minus = |axis: [i32; 3]| axis.map(|c| -c);
    assert_eq!(camera("front", Up::Z), [x, minus(z), y]);
    assert_eq!(camera("back", Up::Z), [minus(x), minus(z), minus(y)]);
    assert_eq!(camera("right", Up::Z), [y, minus(z), minus(x)]);
    assert_eq!(camera("left", Up::Z), [minus(y), minus(z), x]);
    assert_eq!(camera("top", Up::Z), [x, minus(y), minus(z)]);
    assert_eq!(camera("bottom", Up::Z), [x, y, z]);
    assert_eq!(camera("front", Up::Y), [x, minus(y), minus(z)]);
    assert_eq!(camera("front", Up::X), [y, minus(x), z]);
}

/// Returns a box over the unit square, from z = `low` to z = `high`. The two triangles of its top are part 1, all
/// others part 0.
fn cube(low: f64, high: f64) -> (Vec<[f64; 3]>, Vec<[u32; 3]>, Vec<u32>) {
    let positions = (0..8).map(|corner| {
        let bit = |axis: u32| f64::from((corner >> axis) & 1);
        [bit(0), bit(1), if bit(2) > 0.0 { high } else { low }]
    });
    let triangles = vec![
        [0, 2, 3],
        [0, 3, 1],
        [0, 1, 5],
        [0, 5, 4],
        [1, 3, 7],
        [1, 7, 5],
        [3, 2, 6],
        [3, 6, 7],
        [2, 0, 4],
        [2, 4, 6],
        [4, 5, 7],
        [4, 7, 6],
    ];
    let parts = (0..12).map(|triangle| u32::from(triangle >= 10)).collect();
    (positions.collect(), triangles, parts)
}

fn preview<'a>(bodies: Vec<Body<'a>>, view: &str, height: f64) -> Preview<'a> {
    Preview {
        bodies,
        plane: [[0.0, 0.0, height], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        view: view.parse().expect("a view"),
        size: Size::new(200, 160).expect("a size"),
        ..Preview::default()
    }
}

fn pixel(pixels: &[u8], column: usize, row: usize) -> [u8; 3] {
    let start = (row * 200 + column) * 3;
    [pixels[start], pixels[start + 1], pixels[start + 2]]
}

/// Returns the first and last column and the first and last row of the pixels that are not background.
fn covered(pixels: &[u8]) -> Option<[[usize; 2]; 2]> {
    let background = Theme::light().preview().background;
    let drawn =
        (0..200 * 160).filter(|&index| pixel(pixels, index % 200, index / 200) != background);
    drawn
        .map(|index| [index % 200, index / 200])
        .fold(None, |all, [column, row]| {
            let [columns, rows] = all.unwrap_or([[column; 2], [row; 2]]);
            Some([
                [columns[0].min(column), columns[1].max(column)],
                [rows[0].min(row), rows[1].max(row)],
            ])
        })
}

#[test]
fn a_cube_covers_the_pixels_that_it_should() {
    let (positions, triangles, _) = cube(0.0, 1.0);
    for view in ["front", "back", "left", "right", "top", "bottom"] {
        // The plane is too far away to be drawn. The picture has 200 × 160 pixels; with margins of 5 % at the top and
        // the bottom, the cube is 144 pixels high. So it covers the columns 28 to 171 and the rows 8 to 151. The
        // smoothing of the picture adds one pixel on each side.
        let body = Body::new(&positions, &triangles);
        let pixels = preview(vec![body], view, 100.0)
            .pixels(1)
            .expect("few vertices");
        assert_eq!(covered(&pixels), Some([[27, 172], [7, 152]]), "{view}");
        // Between the outlines of the cube, the colour is uniform.
        let inside = pixel(&pixels, 100, 80);
        assert!((35..165).all(|column| pixel(&pixels, column, 40) == inside));
    }
}

#[test]
fn a_cap_is_hatched_where_the_section_is() {
    let palette = Theme::light().preview();
    let (positions, triangles, parts) = cube(0.0, 0.5);
    let caps = [false, true].map(|cap| Look {
        cap,
        ..Look::default()
    });
    let body = Body {
        parts: &parts,
        looks: caps.to_vec(),
        ..Body::new(&positions, &triangles)
    };
    let pixels = preview(vec![body.clone()], "top", 0.5)
        .pixels(2)
        .expect("few vertices");
    // The picture has 200 × 160 pixels. The body fills the height inside the margins, which are 8 pixels (5 %) each.
    // Seen from above, the section covers the whole body: 144 × 144 pixels.
    let half = 72;
    let (columns, rows) = (100 - half + 4..100 + half - 4, 80 - half + 4..80 + half - 4);
    let inside: Vec<[u8; 3]> = rows
        .flat_map(|row| columns.clone().map(move |column| [column, row]))
        .map(|[column, row]| pixel(&pixels, column, row))
        .collect();
    let plain = inside.iter().filter(|&&color| color == palette.cap).count();
    let lined = inside
        .iter()
        .filter(|&&color| color[2] + 10 < palette.cap[2])
        .count();
    // The hatch lines are 1.3 pixels wide and 7.5 pixels apart, and their edges are blurred. So over half of the pixels
    // have the plain cap colour, and over a seventh are clearly darker.
    assert!(
        plain * 2 > inside.len() && lined * 7 > inside.len(),
        "{plain} {lined}"
    );
    assert!(
        inside
            .iter()
            .all(|&[red, green, blue]| red > green && green > blue)
    );
    // The outline of the section is dark. It covers half a pixel on each side of the border between two pixels, so it
    // darkens both pixels by half.
    let mut edge = (100 - half - 2..100 - half + 2).map(|column| pixel(&pixels, column, 80));
    assert!(edge.any(|color| color.iter().all(|&channel| channel < 160)));
    // If the body is the front half, it is translucent, and no orange of its cap is left.
    let other = Body {
        half: Half::Front,
        ..body.clone()
    };
    let (positions, triangles, _) = cube(-0.5, 0.0);
    let behind = Body::new(&positions, &triangles);
    let pixels = preview(vec![other, behind], "top", 0.0)
        .pixels(2)
        .expect("few vertices");
    let orange = |[red, _, blue]: [u8; 3]| red > blue.saturating_add(30);
    assert!((0..200 * 160).all(|index| !orange(pixel(&pixels, index % 200, index / 200))));
}

#[test]
fn from_behind_the_other_half_is_solid() {
    let (low, low_triangles, _) = cube(0.0, 0.5);
    let (high, high_triangles, _) = cube(0.5, 1.0);
    let red = Look {
        color: Some([0.8, 0.0, 0.0, 1.0]),
        ..Look::default()
    };
    let bodies = || {
        vec![
            Body {
                half: Half::Front,
                looks: vec![red],
                ..Body::new(&high, &high_triangles)
            },
            Body::new(&low, &low_triangles),
        ]
    };
    let redness = |view: &str| {
        let pixels = preview(bodies(), view, 0.5)
            .pixels(1)
            .expect("few vertices");
        let [red, green, _] = pixel(&pixels, 100, 80);
        i32::from(red) - i32::from(green)
    };
    assert!(redness("bottom") > 40, "red is beyond the plane");
    assert!(
        redness("top").abs() < 20,
        "red is a ghost, and ghosts have the palette's colour"
    );
}

/// Draws tori with and without the triangles that face away from the eye. The two pictures may differ only where a
/// triangle of either kind lies within the depth that counts as equal: at the outline of the torus.
#[test]
fn a_solid_hides_its_triangles_that_face_away() {
    let (positions, triangles) = torus();
    let mirror = [
        [0.0, 0.0, 1.0],
        [0.0, 1.0, 0.2],
        [1.0, 0.1, 0.0],
        [0.4, 0.2, -1.0],
    ];
    for placement in [Body::new(&[], &[]).placement, mirror] {
        for (view, half) in [
            ("auto", Half::Back),
            ("front", Half::Front),
            ("bottom", Half::Back),
        ] {
            let pixels = |encloses: bool| {
                let body = Body {
                    placement,
                    half,
                    encloses,
                    ..Body::new(&positions, &triangles)
                };
                let other = Body {
                    half: Half::Back,
                    placement: [
                        [1.0, 0.0, 0.0],
                        [0.0, 1.0, 0.0],
                        [0.0, 0.0, 1.0],
                        [3.0, 1.0, -2.0],
                    ],
                    ..body.clone()
                };
                preview(vec![body, other], view, 0.1)
                    .pixels(1)
                    .expect("few vertices")
            };
            let [all, facing] = [false, true].map(pixels);
            let differ = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 8;
            let different = all.iter().zip(&facing).filter(|pair| differ(*pair)).count();
            assert!(different < all.len() / 300, "{view}: {different} channels");
        }
    }
}

#[test]
fn threads_change_nothing() {
    let (positions, triangles) = torus();
    let front = Body {
        half: Half::Front,
        ..Body::new(&positions, &triangles)
    };
    let placement = [
        [0.7, 0.1, 0.0],
        [0.0, 1.0, 0.2],
        [0.0, 0.1, 0.9],
        [0.4, 0.2, -1.0],
    ];
    let back = Body {
        placement,
        ..Body::new(&positions, &triangles)
    };
    let preview = preview(vec![front, back], "auto", 0.1);
    let one = preview.pixels(1).expect("few vertices");
    for threads in [2, 3, 8] {
        assert!(
            preview.pixels(threads).expect("few vertices") == one,
            "{threads} threads"
        );
    }
}

#[test]
fn degenerate_scenes_are_pictures() {
    let (far, near) = (
        [[0.0, 0.0, 1e9], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        Preview::default().plane,
    );
    let flat = [
        [0.0, 0.0, 0.0],
        [4.0, 0.0, 0.0],
        [4.0, 3.0, 0.0],
        [0.0, 3.0, 0.0],
    ];
    let huge = flat.map(|point| point.map(|c| c * 4e307 - 1e307));
    let tiny = flat.map(|point| point.map(|c| c * 1e-310));
    let away = flat.map(|point| point.map(|c| c + 1e12));
    let broken = [
        flat[0],
        [f64::NAN, 0.0, 0.0],
        flat[1],
        [f64::INFINITY, 1.0, 0.0],
        flat[2],
    ];
    let line = [[0.0; 3], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]];
    let (one, two) = ([[0, 1, 2]], [[0, 1, 2], [0, 2, 3]]);
    let faulty = [[0, 2, 4], [0, 1, 2], [0, 3, 4], [0, 2, 9]];
    /// A test scene: its name, vertices, triangles, and `true` if the picture is not empty.
    type Scene<'s> = (&'s str, &'s [[f64; 3]], &'s [[u32; 3]], bool);
    let scenes: [Scene<'_>; 9] = [
        ("nothing", &[], &[], false),
        ("a triangle", &flat[..3], &one, true),
        ("a sheet", &flat, &two, true),
        ("near the greatest float", &huge, &two, true),
        ("below the least float", &tiny, &two, true),
        ("far from the origin", &away, &two, true),
        ("vertices that are not numbers", &broken, &faulty, true),
        ("a line", &line, &one, false),
        ("a point", &[[1.0; 3], [1.0; 3], [1.0; 3]], &one, false),
    ];
    for (name, positions, triangles, seen) in scenes {
        for half in [Half::Front, Half::Back] {
            for plane in [far, near] {
                for view in ["auto", "iso", "front", "top", "bottom", "-17,88"] {
                    let body = Body {
                        half,
                        ..Body::new(positions, triangles)
                    };
                    let pixels = Preview {
                        plane,
                        ..preview(vec![body], view, 0.0)
                    }
                    .pixels(1)
                    .expect("few vertices");
                    assert_eq!(pixels.len(), 200 * 160 * 3);
                    let Some([columns, rows]) = covered(&pixels) else {
                        assert!(!seen || view == "front", "{name} from {view}");
                        continue;
                    };
                    if seen && view != "front" {
                        // A plane near or far must not change the scale: the scene spans at least 178 of 200 columns or
                        // 142 of 160 rows.
                        let fills = columns[1] - columns[0] >= 178 || rows[1] - rows[0] >= 142;
                        assert!(fills, "{name} from {view}: {columns:?} {rows:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn surfaces_in_one_place_do_not_shimmer() {
    // The two bodies are the same quadrilateral, split along different diagonals. Only the body that is drawn first may
    // be visible.
    let positions = [
        [0.0, 0.0, 0.3],
        [3.0, 0.0, 0.1],
        [3.1, 2.0, 0.5],
        [0.1, 2.0, 0.7],
    ];
    let (one, other) = ([[0, 1, 2], [0, 2, 3]], [[1, 2, 3], [1, 3, 0]]);
    let red = Look {
        color: Some([0.8, 0.0, 0.0, 1.0]),
        ..Look::default()
    };
    let first = Body::new(&positions, &one);
    let second = Body {
        looks: vec![red],
        ..Body::new(&positions, &other)
    };
    let pixels = preview(vec![first, second], "iso", 50.0)
        .pixels(1)
        .expect("few vertices");
    assert!(covered(&pixels).is_some());
    let shades = (0..200 * 160).map(|index| pixel(&pixels, index % 200, index / 200));
    assert!(
        shades
            .into_iter()
            .all(|[red, _, blue]| red <= blue.saturating_add(8))
    );
}

#[test]
fn too_many_vertices_are_an_error() {
    let positions = vec![[0.0; 3]; 1 << 20];
    let body = Body::new(&positions, &[]);
    let bodies = vec![body; (1 << 11) + 1];
    let error = preview(bodies, "iso", 0.0).to_png().expect_err("an error");
    let vertices = (1 << 31) + (1 << 20);
    assert_eq!(error, PreviewError { vertices });
    assert_eq!(
        error.to_string(),
        "2148532224 vertices are too many for a preview; the limit is 2147483648"
    );
}
