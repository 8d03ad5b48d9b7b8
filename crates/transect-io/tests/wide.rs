//! Tests of real meshes with difficult cuts: a terrain of a million triangles at integer heights, machine parts at the
//! heights of their faces, scans with holes. The data is stored beside the repository.

#[path = "support/shared.rs"]
mod shared;

use transect::vector::{length, sub};
use transect::{Plane, Side};
use transect_io::read;
use transect_mesh::{Certificate, Finding, Mesh, Section, Split};

/// Returns the only mesh of a file; `None` if the test files are absent and not required.
fn mesh(name: &str) -> Option<Mesh> {
    let path = shared::file(name)?;
    let mut document = read(&[path]).expect("a file that can be read");
    assert_eq!(document.scene.meshes.len(), 1, "{name}");
    document.scene.meshes.pop().map(|mesh| mesh.mesh)
}

fn certificate(mesh: &Mesh, plane: &Plane, split: &Split) -> Certificate {
    split.certificate(mesh, plane)
}

fn cut(mesh: &Mesh, plane: &Plane) -> Split {
    let split = mesh.split(plane);
    let certificate = certificate(mesh, plane, &split);
    // If a mesh intersects itself, outlines of its section cross. The certificate reports this as a note (a finding
    // about the input), not as an error.
    let errors: Vec<&Finding> = certificate.errors().collect();
    assert_eq!(errors, [] as [&Finding; 0], "{plane:?}: {certificate:?}");
    if mesh.boundary().is_closed() {
        assert!(split.front.boundary().is_closed() && split.back.boundary().is_closed());
        for side in [Side::Front, Side::Back] {
            assert!(split.sections.counting_on_as(side).open_chains.is_empty());
        }
    }
    split
}

/// The number of binary digits after the point in the areas and volumes that [`Whole`] computes: they are counted in
/// units of 2⁻⁵⁶.
const FRACTION: u32 = 56;

/// The triangles of a mesh with integer coordinates. For a plane with integer coefficients, the area of the section and
/// the volume in front of the plane are computed from the triangles in integers. Each term of a sum is rounded down to
/// a multiple of 2⁻⁵⁶, so the error of a sum is less than 2⁻⁵⁶ times the number of its terms.
struct Whole {
    triangles: Vec<[[i128; 3]; 3]>,
}

impl Whole {
    fn of(mesh: &Mesh) -> Self {
        let integer = |c: f64| {
            let integer = c as i128;
            assert!(integer as f64 == c, "{c} is no integer");
            integer
        };
        let corners = |index| mesh.corners(index).map(|corner| corner.map(integer));
        Self {
            triangles: (0..mesh.triangles().len()).map(corners).collect(),
        }
    }

    /// Returns twice the area of the section after its projection onto the axes (u, v), in units of 2⁻⁵⁶, and the
    /// number of terms of the sum. Vertices on the plane count as lying on the side `on`. The shoelace formula is
    /// summed over the segments in which triangles cross the plane. The ends of a segment are (X, Y)/a and (Z, W)/c,
    /// where X, Y, Z, W, a and c are integers; the term of the segment is (X·W − Y·Z)/(a·c).
    fn doubled_shadow(&self, plane: [i128; 4], [u, v]: [usize; 2], on: Side) -> (i128, i128) {
        let in_front = |value: i128| value > 0 || value == 0 && on == Side::Front;
        let (mut sum, mut terms) = (0, 0);
        for corners in &self.triangles {
            let values =
                corners.map(|p| plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] + plane[3]);
            let mut ends = [None; 2];
            for from in 0..3 {
                let to = (from + 1) % 3;
                if in_front(values[from]) == in_front(values[to]) {
                    continue;
                }
                let below = values[from] - values[to];
                let point = [u, v].map(|axis| {
                    corners[from][axis] * below
                        + (corners[to][axis] - corners[from][axis]) * values[from]
                });
                // The denominator of the point (the end of a segment) is made positive. `div_euclid` then rounds the
                // segment's term of the sum down.
                let sign = below.signum();
                ends[usize::from(!in_front(values[from]))] =
                    Some((point.map(|c| c * sign), below.abs()));
            }
            if let [Some(([x, y], a)), Some(([z, w], c))] = ends {
                sum += ((x * w - y * z) << FRACTION).div_euclid(a * c);
                terms += 1;
            }
        }
        (sum, terms)
    }

    /// Returns six times the volume in front of the plane z = `height`, in units of 2⁻⁵⁶, and the number of terms. The
    /// volume is the sum of the signed volumes of tetrahedra, each between a triangle and a fixed point of the plane.
    /// The volume of each tetrahedron is multiplied by the fraction of the triangle's area in front of the plane. The
    /// caps add no volume, because they lie in the plane.
    fn sixfold_front(&self, height: i128) -> (i128, i128) {
        let mut sum = 0;
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|[x, y, z]| [x, y, z - height]);
            let spanned = a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0]);
            let values = [a[2], b[2], c[2]];
            let (front, back) = (
                values.iter().filter(|&&v| v > 0).count(),
                values.iter().filter(|&&v| v < 0).count(),
            );
            // Returns six times the volume of the tetrahedron over one piece of a cut triangle. The piece is the one at
            // the only corner of the triangle on the side of `sign` (1 for front, −1 for back).
            let alone = |sign: i128| {
                let corner = (0..3).find(|&i| values[i] * sign > 0).unwrap_or(0);
                let [v, next, last] = [0, 1, 2].map(|step| values[(corner + step) % 3]);
                ((spanned * v * v) << FRACTION).div_euclid((v - next) * (v - last))
            };
            sum += match (front, back) {
                (0, _) => 0,
                (_, 0) => spanned << FRACTION,
                (1, _) => alone(1),
                _ => (spanned << FRACTION) - alone(-1),
            };
        }
        (sum, self.triangles.len() as i128)
    }
}

/// Returns `true` if `found` is within `bound` of sum·2⁻⁵⁶/divisor. `sum` may be too small by up to `terms` units of
/// 2⁻⁵⁶.
fn is_near(found: f64, (sum, terms): (i128, i128), divisor: i128, bound: f64) -> bool {
    let unit = 2.0_f64.powi(FRACTION as i32);
    let scaled = |value: f64| (value * unit) as i128 * divisor;
    (scaled(found) - sum).abs() <= scaled(bound) + terms + divisor
}

/// Returns a bound on the rounding error of a section's area. Let u = 2⁻⁵³, m the largest absolute coordinate, p the
/// length of the outlines, and n the number of points in the longest loop. Rounding moves a point by less than 2u·m,
/// which changes the area by about 2u·m·p at most; the test allows 384u·m·p. Summing the terms of a loop adds at most
/// 4u·(n + 8)·m·p. The bound is twice the sum of these two errors, because some areas are compared after a projection,
/// which changes them by a factor of at most √3. The variable `summed` covers the addition of the areas of the loops.
fn area_bound(section: &Section, largest: f64) -> f64 {
    let points: usize = section
        .loops
        .iter()
        .map(|l| l.points.len())
        .max()
        .unwrap_or(0);
    let u = 2.0_f64.powi(-53);
    let summed = section.loops.len() as f64 * section.area().abs() * u;
    2.0 * u * largest * section.perimeter() * (384.0 + 4.0 * (points as f64 + 8.0)) + summed
}

#[test]
fn terrain() {
    let Some(mesh) = mesh("terrain_thuringia_solid.ply") else {
        return;
    };
    assert!(mesh.boundary().is_closed());
    let whole = Whole::of(&mesh);
    let bounds = *mesh.bounds().expect("a terrain");
    let largest = bounds.max().iter().fold(0.0_f64, |m, c| m.max(*c));
    // At the height 409, rounding moves crossings so near to each other that a triangulation of rounded points turns a
    // triangle over.
    for height in [400, 409, 600, 800] {
        let plane = Plane::new([0.0, 0.0, 1.0], f64::from(-height)).expect("an axis");
        let split = cut(&mesh, &plane);
        assert!(!split.caps_cross);
        for on in [Side::Front, Side::Back] {
            let section = split.sections.counting_on_as(on);
            let exact = whole.doubled_shadow([0, 0, 1, -i128::from(height)], [0, 1], on);
            let bound = area_bound(section, largest);
            assert!(
                is_near(section.area(), exact, 2, bound),
                "{height} {on}: {}",
                section.area()
            );
        }
        let volume = whole.sixfold_front(height.into());
        let bound = certificate(&mesh, &plane, &split).volume.bound;
        assert!(is_near(split.front.volume(), volume, 6, bound), "{height}");
    }
    // This plane is not at an integer height. `thousandfold` is the same plane with integer coefficients.
    let plane: Plane = "z = 508.557".parse().expect("a plane");
    let split = cut(&mesh, &plane);
    let thousandfold = Plane::new([0.0, 0.0, 1000.0], -508_557.0).expect("an axis");
    let section = mesh.section(&thousandfold);
    assert_eq!(section.loops.len(), split.sections.on_front.loops.len());
    let exact = whole.doubled_shadow([0, 0, 1000, -508_557], [0, 1], Side::Front);
    assert!(is_near(
        section.area(),
        exact,
        2,
        area_bound(&section, largest)
    ));
    // Two upright planes: one through vertices of equal x, one along a row of diagonals of the terrain's grid. Their
    // sections are projected along x, the largest component of the normals. Seen from the front, the axes of the
    // projection are y and z in this order.
    for coefficients in [[1, 0, 0, -17_700], [93, -59, 0, 0]] {
        let [a, b, c, d] = coefficients.map(|n| n as f64);
        let plane = Plane::new([a, b, c], d).expect("a normal");
        let section = &cut(&mesh, &plane).sections.on_front;
        let stretch = length(&[a, b, c]) / a;
        let exact = whole.doubled_shadow(coefficients, [1, 2], Side::Front);
        let bound = area_bound(section, largest);
        assert!(
            is_near(section.area() / stretch, exact, 2, bound),
            "{coefficients:?}"
        );
        assert_eq!(section.loops.len(), 1);
    }
    // The whole terrain is in front of the plane at its ground, and its bottom faces lie on that plane.
    let split = cut(&mesh, &Plane::new([0.0, 0.0, 1.0], 0.0).expect("an axis"));
    assert!(split.back.is_empty() && split.sections.on_front.loops.is_empty());
    assert_eq!(split.contact.faces, 2896);
    let ground = (bounds.max()[0] - bounds.min()[0]) * (bounds.max()[1] - bounds.min()[1]);
    assert_eq!(split.sections.counting_on_as(Side::Back).area(), ground);
}

/// Returns the coordinates on an axis at which a mesh has faces perpendicular to this axis, in ascending order.
fn face_heights(mesh: &Mesh, axis: usize) -> Vec<f64> {
    let mut heights: Vec<f64> = (0..mesh.triangles().len())
        .map(|index| mesh.corners(index).map(|corner| corner[axis]))
        .filter(|[a, b, c]| a == b && b == c)
        .map(|[height, ..]| height)
        .collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    heights
}

/// Returns the area of a section perpendicular to an axis. It is computed independently of the library, by the shoelace
/// formula over the triangles in floats. Also returns a bound on the difference that rounding errors can cause between
/// this area and the area that the library computes.
fn area_across(mesh: &Mesh, axis: usize, height: f64, on: Side) -> (f64, f64) {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let middle = mesh.bounds().expect("triangles").center();
    let in_front = |c: f64| c > height || c == height && on == Side::Front;
    let (mut doubled, mut magnitude, mut terms) = (0.0, 0.0, 0.0);
    for index in 0..mesh.triangles().len() {
        let corners = mesh.corners(index);
        let mut ends = [None; 2];
        for from in 0..3 {
            let (p, q) = (corners[from], corners[(from + 1) % 3]);
            if in_front(p[axis]) != in_front(q[axis]) {
                let t = (p[axis] - height) / (p[axis] - q[axis]);
                let point = [u, v].map(|k| p[k] + t * (q[k] - p[k]) - middle[k]);
                ends[usize::from(!in_front(p[axis]))] = Some(point);
            }
        }
        if let [Some([x, y]), Some([z, w])] = ends {
            doubled += x * w - y * z;
            magnitude += (x * w).abs() + (y * z).abs();
            terms += 1.0;
        }
    }
    // Let u = 2⁻⁵³. The rounding error of a point is at most 8u times its coordinates. The error of a product is at
    // most 2u times its value, and the error of an addition is at most u times the partial sum.
    let largest = mesh
        .positions()
        .as_flattened()
        .iter()
        .fold(0.0_f64, |m, c| m.max(c.abs()));
    let unit = 2.0_f64.powi(-53);
    let spread = magnitude + terms * largest * largest;
    (0.5 * doubled, unit * spread * (64.0 + terms))
}

fn check_faces(name: &str, axes: &[usize]) {
    let Some(mesh) = mesh(name) else {
        return;
    };
    let (mut planes, mut compared) = (0, 0);
    for &axis in axes {
        for height in face_heights(&mesh, axis) {
            let mut normal = [0.0; 3];
            normal[axis] = 1.0;
            let plane = Plane::new(normal, -height).expect("an axis");
            let split = cut(&mesh, &plane);
            assert!(split.contact.faces > 0);
            planes += 1;
            for on in [Side::Front, Side::Back] {
                let section = split.sections.counting_on_as(on);
                if section.open_chains.is_empty() {
                    let (area, bound) = area_across(&mesh, axis, height, on);
                    assert!(
                        (section.area() - area).abs() <= bound,
                        "{name}, {axis} at {height}, {on}: {} and {area}",
                        section.area()
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(
        planes > 2 && compared >= planes,
        "{name}: {planes} planes, {compared} areas"
    );
}

#[test]
fn feature_type_at_its_faces() {
    check_faces("cad_featuretype.stl", &[0, 2]);
}

#[test]
fn tray_at_its_faces() {
    check_faces("cad_tray_bottom.stl", &[0, 1, 2]);
}

/// Returns planes through a mesh in many directions: perpendicular to the axes through vertices, and oblique.
fn planes(mesh: &Mesh) -> Vec<Plane> {
    let bounds = mesh.bounds().expect("triangles");
    let (min, max) = (bounds.min(), bounds.max());
    let mut planes = Vec::new();
    for axis in 0..3 {
        let mut normal = [0.0; 3];
        normal[axis] = 1.0;
        let positions = mesh.positions();
        for part in [4, 3, 2] {
            let vertex = positions[positions.len() / part];
            planes.push(Plane::from_point_and_normal(vertex, normal));
            let point =
                core::array::from_fn(|k| min[k] + (max[k] - min[k]) / f64::from(part as u32));
            planes.push(Plane::from_point_and_normal(point, normal));
        }
    }
    for normal in [[1.0, 2.0, 3.0], [-0.3, 0.9, 0.1], [0.5, -0.5, 0.7]] {
        planes.push(Plane::from_point_and_normal(bounds.center(), normal));
    }
    planes.extend((0..3).map(|k| Plane::through(mesh.corners(mesh.triangles().len() / 3 + k))));
    planes.into_iter().flatten().collect()
}

#[test]
fn koala() {
    let Some(mesh) = mesh("koala.obj") else {
        return;
    };
    assert!(mesh.boundary().is_closed());
    for plane in planes(&mesh) {
        let split = cut(&mesh, &plane);
        assert!(split.front.boundary().is_closed() && split.back.boundary().is_closed());
    }
}

/// Checks the sections and halves of a mesh with holes or self-intersections for many planes. If triangles cross the
/// plane, the section must have segments. The area of the halves must be at least that of the caps. Every open chain
/// (outline that does not close) must have at least two points and finite segments.
fn check_dirty(name: &str) {
    let Some(mesh) = mesh(name) else {
        return;
    };
    for plane in planes(&mesh) {
        let split = cut(&mesh, &plane);
        let section = &split.sections.on_front;
        let segments: usize = section.loops.iter().map(|l| l.points.len()).sum::<usize>()
            + section
                .open_chains
                .iter()
                .map(|chain| chain.len() - 1)
                .sum::<usize>();
        assert!(
            split.contact.crossed == 0 || segments > 0,
            "{name}, {plane:?}"
        );
        let surface = |half: &Mesh| half.area();
        let caps = certificate(&mesh, &plane, &split).face_areas[0];
        assert!(surface(&split.front) + surface(&split.back) >= caps);
        for chain in &section.open_chains {
            assert!(chain.len() > 1);
            assert!(
                chain
                    .windows(2)
                    .all(|pair| sub(&pair[0], &pair[1]).iter().all(|c| c.is_finite()))
            );
        }
    }
}

#[test]
fn cycloidal_gear_that_is_not_manifold() {
    check_dirty("cad_cycloidal_nonmanifold.ply");
}

#[test]
fn toy_plane_with_holes() {
    check_dirty("toyplane_open_holes.obj");
}
