//! Polygons of files whose corners do not lie in one plane (docs/formats.md, "Polygons that are not flat").

use transect::Side;
use transect::vector::{add, cross, dot, length, sub};
use transect_exact::{orient2d, orient3d};

use crate::document::{BentPolygons, Document, Note};
use crate::input::counted;

/// A step of f32, as a fraction of a number. Many programs compute in f32 and write more digits.
const SINGLE_STEP: f64 = 1.0 / (1_u32 << 23) as f64;

/// The allowed distance of a corner from the plane, in units of the last place of the coordinates.
const UNITS: f64 = 2.0;

/// The number of significant digits that programs write at least, unless they write a fixed number of decimal places.
const SIGNIFICANT: i32 = 6;

/// The number of decimal places from which on numbers count as rounded. Numbers with fewer places, such as `0.5`, count as
/// exact.
const DECIMALS: i32 = 2;

/// The largest number of positions whose digits are counted.
const SAMPLES: usize = 10_000;

/// A polygon that is not planar, and not flat up to the steps of f32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bend {
    /// The largest distance of a corner from the plane of the polygon.
    distance: f64,
    /// The largest magnitude of a coordinate.
    largest: f64,
}

impl Bend {
    /// Returns the bend of a polygon with `count` corners, or `None` if the polygon is planar or flat up to the steps of
    /// f32.
    ///
    /// The plane of the polygon is perpendicular to its vector area. It lies in the middle between the outermost corners.
    pub(crate) fn of(count: usize, corner: impl Fn(usize) -> [f64; 3]) -> Option<Self> {
        if count <= 3 {
            return None;
        }
        let first = corner(0);
        let (mut scale, mut largest) = (0.0_f64, 0.0_f64);
        for k in 0..count {
            let corner = corner(k);
            for (coordinate, first) in corner.iter().zip(&first) {
                scale = scale.max((coordinate - first).abs());
                largest = largest.max(coordinate.abs());
            }
        }
        // The coordinates are divided by the size of the polygon, so that their products neither overflow nor vanish.
        let offset = |k: usize| sub(&corner(k), &first).map(|offset| offset / scale);
        let mut area = [0.0; 3];
        for k in 2..count {
            area = add(&area, &cross(&offset(k - 1), &offset(k)));
        }
        if area == [0.0; 3] {
            area = normal_of_three(count, offset);
        }
        let size = length(&area);
        let [mut least, mut most] = [0.0_f64; 2];
        for k in 1..count {
            let height = dot(&offset(k), &area) / size;
            (least, most) = (least.min(height), most.max(height));
        }
        let distance = scale * (most - least) / 2.0;
        let is_bent = distance > UNITS * SINGLE_STEP * largest && !is_planar(count, corner);
        is_bent.then_some(Self { distance, largest })
    }

    /// Returns `true` if the distance is larger than the rounding of coordinates with these digits.
    fn exceeds(self, digits: Digits) -> bool {
        self.distance > UNITS * digits.unit(self.largest)
    }
}

/// Returns a normal of the plane through three corners that are far from each other.
fn normal_of_three(count: usize, offset: impl Fn(usize) -> [f64; 3]) -> [f64; 3] {
    let farthest = |measure: &dyn Fn(&[f64; 3]) -> [f64; 3]| {
        let vectors = (1..count).map(|k| measure(&offset(k)));
        vectors.fold([0.0; 3], |most, vector| {
            if dot(&vector, &vector) > dot(&most, &most) {
                vector
            } else {
                most
            }
        })
    };
    let far = farthest(&|offset| *offset);
    farthest(&|offset| cross(&far, offset))
}

/// Returns `true` if all corners lie in one plane, exactly.
fn is_planar(count: usize, corner: impl Fn(usize) -> [f64; 3]) -> bool {
    let first = corner(0);
    let Some(second) = (1..count).map(&corner).find(|other| *other != first) else {
        return true;
    };
    let is_off_line = |point: &[f64; 3]| {
        [[0, 1], [1, 2], [2, 0]].iter().any(|axes| {
            let [a, b, c] = [&first, &second, point].map(|point| axes.map(|axis| point[axis]));
            orient2d(&a, &b, &c) != Side::On
        })
    };
    let Some(third) = (1..count).map(&corner).find(is_off_line) else {
        return true;
    };
    (1..count).all(|k| orient3d(&first, &second, &third, &corner(k)) == Side::On)
}

/// The digits of the coordinates of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Digits {
    /// The largest number of decimal places.
    decimals: i32,
    /// The largest number of significant digits.
    significant: i32,
}

impl Digits {
    /// Returns the digits that the positions need. Zeros at the end of a number do not count.
    fn of(positions: &[[f64; 3]]) -> Self {
        let mut digits = Self::default();
        let some = positions.iter().step_by(positions.len() / SAMPLES + 1);
        for coordinate in some.flatten() {
            let text = format!("{coordinate:e}");
            let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let significant = mantissa.bytes().filter(u8::is_ascii_digit).count() as i32;
            let exponent: i32 = exponent.parse().unwrap_or_default();
            digits.decimals = digits.decimals.max(significant - 1 - exponent);
            digits.significant = digits.significant.max(significant);
        }
        digits
    }

    /// Returns the unit of the last place of the coordinates of a polygon. `largest` is their largest magnitude.
    fn unit(self, largest: f64) -> f64 {
        let mut unit = SINGLE_STEP * largest;
        if self.decimals >= DECIMALS {
            unit = unit.max(10.0_f64.powi(-self.decimals));
        }
        if self.significant <= SIGNIFICANT {
            unit = unit.max(10.0_f64.powi(largest.log10().floor() as i32 + 1 - SIGNIFICANT));
        }
        unit
    }
}

/// Adds the bent polygons of the objects of one file to its document, and a note about them. `bends` has a mesh and its
/// bends per entry. `positions` are those of the file.
pub(crate) fn report(
    bends: &[(usize, Vec<Bend>)],
    positions: &[[f64; 3]],
    document: &mut Document,
) -> Option<Note> {
    if bends.iter().all(|(_, bends)| bends.is_empty()) {
        return None;
    }
    let digits = Digits::of(positions);
    for (mesh, bends) in bends {
        let bent = bends.iter().filter(|bend| bend.exceeds(digits));
        let polygons = bent.clone().count();
        if polygons > 0 {
            document.bent.push(BentPolygons {
                mesh: *mesh,
                polygons,
                distance: bent.fold(0.0, |most, bend| most.max(bend.distance)),
            });
        }
    }
    let bent = document.bent.iter();
    let worst = bent.max_by(|one, other| one.distance.total_cmp(&other.distance))?;
    let mut nodes = document.scene.nodes.iter();
    let named = nodes.find(|node| node.mesh == Some(worst.mesh));
    let name = named.map_or("", |node| &node.name);
    let polygons = document.bent.iter().map(|bent| bent.polygons).sum();
    let verb = if polygons == 1 { "is" } else { "are" };
    // Three digits are enough for a distance of which people judge the size.
    let distance = format!("{:.2e}", worst.distance);
    let distance: f64 = distance.parse().unwrap_or(worst.distance);
    Some(Note {
        path: document.sources.first()?.path.clone(),
        what: format!(
            "{} {verb} not flat; in {name}, a corner is {distance} from the plane of its polygon",
            counted(polygons, "polygon")
        ),
        is_left_out: false,
    })
}

#[cfg(test)]
mod tests {
    use transect_exact::SplitMix64;

    use super::*;

    fn bend(corners: &[[f64; 3]]) -> Option<f64> {
        Bend::of(corners.len(), |k| corners[k]).map(|bend| bend.distance)
    }

    /// Returns `true` if the polygon is noted in a file with these positions only.
    fn is_noted(corners: &[[f64; 3]]) -> bool {
        let bend = Bend::of(corners.len(), |k| corners[k]);
        bend.is_some_and(|bend| bend.exceeds(Digits::of(corners)))
    }

    #[test]
    fn the_distance_is_half_the_thickness_along_the_vector_area() {
        let roof = [
            [0.0, 0.0, 4.0],
            [4.0, 0.0, 4.0],
            [4.0, 4.0, 6.0],
            [0.0, 4.0, 4.0],
        ];
        // The normal is (−1, −1, 4), so corners lie at 16 and, for the lifted one, at 16 again; the others at 12.
        let distance = bend(&roof).expect("a bent polygon");
        assert!(
            (distance - 2.0 / 18.0_f64.sqrt()).abs() < 1e-15,
            "{distance}"
        );
        for turn in 0..4 {
            let turned: Vec<_> = (0..4).map(|k| roof[(k + turn) % 4]).collect();
            assert!((bend(&turned).expect("a bent polygon") - distance).abs() < 1e-15);
        }
        for scale in [1e-150, 1e150] {
            let scaled = roof.map(|corner| corner.map(|c| c * scale));
            let relative = bend(&scaled).expect("a bent polygon") / scale;
            assert!((relative - distance).abs() < 1e-14, "{relative}");
        }
    }

    #[test]
    fn planar_polygons_have_no_bend() {
        // The corners lie in x + y + z = 3, exactly, and so they do after large factors.
        let plane = [
            [3.0, 0.0, 0.0],
            [0.0, 3.0, 0.0],
            [-1.0, 1.0, 3.0],
            [1.0, -1.0, 3.0],
        ];
        for factor in [1.0, 1e-300, 1e9, 1e200] {
            assert_eq!(bend(&plane.map(|corner| corner.map(|c| c * factor))), None);
        }
        assert_eq!(bend(&[[1.0; 3]; 5]), None, "one point");
        let line = [0.0, 1.0, 2.0, 3.0].map(|t| [t, 2.0 * t, -t]);
        assert_eq!(bend(&line), None, "one line");
        assert_eq!(bend(&plane[..3]), None, "a triangle");
        // A long, thin rectangle far from the origin: the computed distances are rounding errors.
        let far = 1e15;
        let thin = [
            [far, 0.0, 0.0],
            [far + 1e6, 0.0, 0.0],
            [far + 1e6, 1e-9, 0.0],
            [far, 1e-9, 0.0],
        ];
        assert_eq!(bend(&thin), None);
    }

    #[test]
    fn a_polygon_without_vector_area_may_be_bent() {
        let crossed = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0],
        ];
        assert!(bend(&crossed).is_some_and(|distance| distance > 0.1));
    }

    #[test]
    fn rounded_coordinates_are_flat_and_visible_bends_are_not() {
        // Squares in many planes, with a few decimal places, significant digits, or as f32.
        let mut numbers = SplitMix64::new(7);
        let mut random = move || (numbers.bits() >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        for case in 0..3000 {
            let [u, v] = [(); 2].map(|()| [random(), random(), random()]);
            let middle = [40.0 * random(), 40.0 * random(), 40.0 * random()];
            let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            let place =
                |[a, b]: [f64; 2]| [0, 1, 2].map(|axis| middle[axis] + a * u[axis] + b * v[axis]);
            let exact = square.map(place);
            let width = length(&cross(&u, &v)) / length(&u).max(length(&v));
            if width < 0.2 {
                continue;
            }
            let round = |x: f64| match case % 4 {
                0 => (x * 1e3).round() / 1e3,
                1 => (x * 1e6).round() / 1e6,
                2 => format!("{x:.5e}").parse().unwrap_or(x),
                _ => f64::from(x as f32),
            };
            let rounded = exact.map(|corner| corner.map(round));
            assert!(!is_noted(&exact), "{exact:?}");
            assert!(!is_noted(&rounded), "{rounded:?}");
            let normal = cross(&u, &v);
            let mut bent = exact;
            let lifted = &mut bent[case % 4];
            *lifted = add(lifted, &normal.map(|part| 0.1 * part / length(&normal)));
            assert!(is_noted(&bent.map(|corner| corner.map(round))), "{bent:?}");
        }
    }

    #[test]
    fn digits_are_those_that_numbers_need() {
        let digits = |coordinates: [f64; 3]| {
            let Digits {
                decimals,
                significant,
            } = Digits::of(&[coordinates]);
            [decimals, significant]
        };
        assert_eq!(digits([0.0, 4.0, 600.0]), [0, 1]);
        assert_eq!(digits([0.5, -12.25, 3.0]), [2, 4]);
        assert_eq!(digits([123.456, 0.0, -1e-17]), [17, 6]);
        assert_eq!(Digits::of(&[]), Digits::default());
    }

    #[test]
    fn numbers_with_few_digits_are_exact() {
        // The bend is within half a unit of the digits, but the digits are not rounded.
        assert!(is_noted(&[
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 1.0],
            [0.0, 1.0, 0.0]
        ]));
        assert!(is_noted(&[
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 0.1],
            [0.0, 1.0, 0.0]
        ]));
    }
}
