//! Tests the volume, first moment and area of the part of a mesh behind a plane (`Mesh::moments_behind`). The expected
//! values come from triangles clipped in rational arithmetic, from formulas, and from the halves of a split.

use dashu_ratio::Relaxed as RBig;
use transect::vector::{length, sub};
use transect::{Cutter, CuttingPlane, Plane, PlaneAt, PlaneThrough, Side};
use transect_mesh::{CAP, Mesh, RawMesh};

use crate::cutting::families::{Family, plane, to_plane};
use crate::random::Random;
use crate::run::is_long;

const UNIT: f64 = f64::EPSILON / 2.0;

type Point = [RBig; 3];

pub(crate) fn rational(value: f64) -> RBig {
    RBig::try_from(value).expect("a finite float")
}

fn rationals(point: &[f64; 3]) -> Point {
    point.map(rational)
}

fn difference(a: &Point, b: &Point) -> Point {
    core::array::from_fn(|axis| &a[axis] - &b[axis])
}

fn dot(a: &Point, b: &Point) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Point, b: &Point) -> Point {
    let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// Returns the exact coefficients n and d of a plane.
fn coefficients(cutter: &CuttingPlane) -> (Point, RBig) {
    let (normal, point) = match cutter {
        CuttingPlane::Coefficients(plane) => {
            return (rationals(&plane.normal()), rational(plane.offset()));
        }
        CuttingPlane::Points(plane) => {
            let [a, b, c] = plane.points().map(|point| rationals(&point));
            (cross(&difference(&b, &a), &difference(&c, &a)), a)
        }
        CuttingPlane::PointAndNormal(plane) => {
            (rationals(&plane.normal()), rationals(&plane.point()))
        }
    };
    let offset = -dot(&normal, &point);
    (normal, offset)
}

/// The exact volume, first moment and area behind a plane, and the point to which the moment is relative.
pub(crate) struct Exact {
    pub(crate) volume: RBig,
    pub(crate) first: Point,
    area: f64,
    pub(crate) point: Point,
}

pub(crate) fn exact(mesh: &Mesh, cutter: &CuttingPlane) -> Exact {
    let (normal, offset) = coefficients(cutter);
    let value = |point: &Point| dot(&normal, point) + &offset;
    let bounds = mesh.bounds().expect("a mesh with triangles");
    let center = rationals(&bounds.center());
    let is_behind = bounds
        .corners()
        .all(|corner| value(&rationals(&corner)) < RBig::ZERO);
    let share = value(&center) / dot(&normal, &normal);
    let point = if is_behind {
        center
    } else {
        core::array::from_fn(|axis| &center[axis] - &share * &normal[axis])
    };
    let mut sums = Exact {
        volume: RBig::ZERO,
        first: [const { RBig::ZERO }; 3],
        area: 0.0,
        point,
    };
    for triangle in 0..mesh.triangles().len() {
        let corners = mesh.corners(triangle).map(|corner| rationals(&corner));
        let values = corners.each_ref().map(value);
        if values.iter().all(|value| *value == RBig::ZERO) {
            let outward = cross(
                &difference(&corners[1], &corners[0]),
                &difference(&corners[2], &corners[0]),
            );
            if dot(&outward, &normal) < RBig::ZERO {
                continue;
            }
        } else if values.iter().all(|value| *value >= RBig::ZERO) {
            continue;
        }
        let mut polygon = Vec::new();
        for from in 0..3 {
            let to = (from + 1) % 3;
            if values[from] <= RBig::ZERO {
                polygon.push(difference(&corners[from], &sums.point));
            }
            if (values[from] < RBig::ZERO && values[to] > RBig::ZERO)
                || (values[from] > RBig::ZERO && values[to] < RBig::ZERO)
            {
                let t = &values[from] / (&values[from] - &values[to]);
                let crossing: Point = core::array::from_fn(|axis| {
                    &corners[from][axis] + &t * (&corners[to][axis] - &corners[from][axis])
                });
                polygon.push(difference(&crossing, &sums.point));
            }
        }
        for last in 2..polygon.len() {
            sums.add(&polygon[0], &polygon[last - 1], &polygon[last]);
        }
    }
    sums
}

impl Exact {
    fn add(&mut self, a: &Point, b: &Point, c: &Point) {
        let normal = cross(&difference(b, a), &difference(c, a));
        let sixfold = dot(a, &normal);
        for axis in 0..3 {
            self.first[axis] += &sixfold * (&a[axis] + &b[axis] + &c[axis]) / rational(24.0);
        }
        self.volume += sixfold / rational(6.0);
        self.area += 0.5 * dot(&normal, &normal).to_f64().value().sqrt();
    }
}

/// Returns the documented bound on the error of the volume, and half the diagonal of the bounding box.
fn bound(mesh: &Mesh, cutter: &CuttingPlane) -> (f64, f64) {
    let bounds = mesh.bounds().expect("a mesh with triangles");
    let radius = length(&sub(&bounds.max(), &bounds.min())) / 2.0;
    let (mut squares, mut lengths) = (0.0, 0.0);
    for triangle in 0..mesh.triangles().len() {
        let corners = mesh.corners(triangle);
        let sides = corners.map(|corner| cutter.side(&corner));
        let edge = (0..3)
            .map(|i| length(&sub(&corners[i], &corners[(i + 1) % 3])))
            .fold(0.0, f64::max);
        if sides.contains(&Side::Back) || sides == [Side::On; 3] {
            squares += edge * edge;
        }
        if sides.contains(&Side::Back) && sides.contains(&Side::Front) {
            lengths += edge;
        }
    }
    (
        UNIT * radius * (50.0 * squares + 90.0 * radius * lengths),
        radius,
    )
}

fn compare(mesh: &Mesh, cutter: &CuttingPlane, has_far_vertices: bool, worst: &mut f64) {
    let (answer, exact) = (mesh.moments_behind(cutter), exact(mesh, cutter));
    let (bound, radius) = bound(mesh, cutter);
    let error = (rational(answer.volume) - &exact.volume)
        .to_f64()
        .value()
        .abs();
    let context = || {
        format!(
            "{answer:?} {:?} {cutter:?} {mesh:?}",
            exact.volume.to_f64().value()
        )
    };
    assert!(
        error <= bound,
        "the volume: {error} > {bound}: {}",
        context()
    );
    if bound > 0.0 {
        *worst = worst.max(error / bound);
    }
    let volume = exact.volume.to_f64().value().abs();
    if volume > 4.0 * bound {
        let centroid = answer.centroid.expect("a volume");
        for (axis, &coordinate) in centroid.iter().enumerate() {
            let expected = &exact.point[axis] + &exact.first[axis] / &exact.volume;
            let error = (rational(coordinate) - expected).to_f64().value().abs();
            let allowed = 4.0 * radius * bound / volume + UNIT * coordinate.abs();
            assert!(
                error <= allowed,
                "the centroid: {error} > {allowed}: {}",
                context()
            );
        }
    }
    // The area is compared only if no vertex is near the plane without lying in it. Otherwise tiny errors may change
    // the area by a whole triangle.
    if has_far_vertices {
        let allowed = 1e-10 * radius * radius * mesh.triangles().len() as f64;
        assert!(
            (answer.area - exact.area).abs() <= allowed,
            "the area {}: {}",
            exact.area,
            context()
        );
    }
}

#[test]
fn moments_agree_with_rationals() {
    let mut worst = 0.0;
    let seeds = if is_long() { 5 } else { 2 };
    for family in Family::ALL {
        for seed in 0..seeds {
            let mut random = Random::new(seed << 8 | family as u64);
            let grid = family.mesh(&mut random);
            let coefficients = plane(&grid, &mut random);
            let mesh = grid.mesh();
            for plane in [to_plane(coefficients), to_plane(coefficients).flipped()] {
                compare(&mesh, &plane.into(), true, &mut worst);
            }
            // Tests the same mesh far from the origin, where all coordinates are still exact.
            let by = [1_i64 << 40, -3 << 38, 5 << 37];
            let [a, b, c, d] = coefficients;
            let moved = to_plane([a, b, c, d - a * by[0] - b * by[1] - c * by[2]]);
            compare(
                &grid.clone().translated(by).mesh(),
                &moved.into(),
                true,
                &mut worst,
            );
            // Tests meshes with rounded coordinates, near the origin or far from it, and planes through three of their
            // vertices.
            let [size, far] = [
                random.pick(&[0.1, 1e-7, 1e20]),
                random.pick(&[0.0, 1e3, -1e6]),
            ];
            let rounded = grid.mesh_with(|p| p.map(|c| size * (0.1 * c as f64 + far)));
            let points = [(); 3].map(|()| random.pick(rounded.positions()));
            if let Ok(through) = PlaneThrough::new(points) {
                compare(&rounded, &through.into(), false, &mut worst);
                compare(&rounded, &through.flipped().into(), false, &mut worst);
                compare(&rounded, &(*through.plane()).into(), false, &mut worst);
                let at = PlaneAt::new(points[0], through.plane().normal()).expect("a plane");
                compare(&rounded, &at.into(), false, &mut worst);
                compare(&rounded, &at.flipped().into(), false, &mut worst);
            }
        }
    }
    // The bound adds the worst cases of all roundings. So actual errors are much smaller. An error near the bound would
    // show that the bound lacks a term.
    assert!(worst < 0.1, "an error of {worst} times the bound");
}

/// Returns a sphere of `rings` × 2·`rings` quadrangles around the origin, with radius 1.
fn sphere(rings: u32) -> Mesh {
    let mut raw = RawMesh::default();
    let sectors = 2 * rings;
    for ring in 0..=rings {
        let polar = f64::from(ring) / f64::from(rings) * core::f64::consts::PI;
        for sector in 0..sectors {
            let turn = f64::from(sector) / f64::from(sectors) * core::f64::consts::TAU;
            let point = [
                polar.sin() * turn.cos(),
                polar.sin() * turn.sin(),
                polar.cos(),
            ];
            raw.positions.push(match ring {
                0 => [0.0, 0.0, 1.0],
                _ if ring == rings => [0.0, 0.0, -1.0],
                _ => point,
            });
        }
    }
    let id = |ring: u32, sector: u32| ring * sectors + sector % sectors;
    for ring in 0..rings {
        for sector in 0..sectors {
            let [a, b] = [id(ring, sector), id(ring + 1, sector)];
            let [c, d] = [id(ring + 1, sector + 1), id(ring, sector + 1)];
            raw.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh::new(raw).expect("finite positions")
}

#[test]
fn caps_of_spheres_have_the_volume_of_the_formula() {
    let mesh = sphere(64);
    // The vertices of the mesh are on the sphere, so the mesh is smaller than the sphere. `error` is about the relative
    // difference.
    let error = 16.0 / (64.0 * 64.0);
    for tenth in 1..20 {
        let height = f64::from(tenth) / 10.0;
        for normal in [[0.0, 0.0, 1.0], [0.6, 0.0, 0.8], [-2.0, 1.0, 2.0]] {
            let size = length(&normal);
            let plane = Plane::new(normal, (1.0 - height) * size).expect("a plane");
            let cap = mesh.moments_behind(&plane);
            let volume = core::f64::consts::PI * height * height * (3.0 - height) / 3.0;
            assert!(
                (cap.volume - volume).abs() < error * volume.max(0.3),
                "{cap:?} {volume}"
            );
            let area = core::f64::consts::TAU * height;
            assert!(
                (cap.area - area).abs() < error * area.max(1.0),
                "{cap:?} {area}"
            );
            let depth = 3.0 * (2.0 - height) * (2.0 - height) / (4.0 * (3.0 - height));
            let centroid = cap.centroid.expect("a volume");
            for axis in 0..3 {
                assert!(
                    (centroid[axis] + depth * normal[axis] / size).abs() < error,
                    "{cap:?}"
                );
            }
        }
    }
}

/// Compares the moments behind a plane with the halves of a split: their volumes, and their areas without caps.
#[test]
fn moments_agree_with_the_halves() {
    for family in Family::ALL.into_iter().filter(|family| family.is_closed()) {
        for seed in 100..130 {
            let mut random = Random::new(seed << 8 | family as u64);
            let grid = family.mesh(&mut random);
            let (mesh, plane) = (grid.mesh(), to_plane(plane(&grid, &mut random)));
            let split = mesh.split(&plane);
            for (half, cutter) in [(&split.back, plane), (&split.front, plane.flipped())] {
                let moments = mesh.moments_behind(&cutter);
                let uncapped = (0..half.triangles().len()).filter(|&index| half.part(index) != CAP);
                let area: f64 = uncapped
                    .map(|index| {
                        let raw = RawMesh {
                            positions: half.corners(index).to_vec(),
                            triangles: vec![[0, 1, 2]],
                            ..RawMesh::default()
                        };
                        Mesh::new(raw).expect("a triangle").area()
                    })
                    .sum();
                let size = 1.0 + mesh.area();
                assert!(
                    (moments.volume - half.volume()).abs() < 1e-10 * size,
                    "{family:?} {seed}"
                );
                let allowed = 1e-10 * size;
                assert!(
                    (moments.area - area).abs() < allowed,
                    "{family:?} {seed}: {} {area}",
                    moments.area
                );
            }
        }
    }
}

/// Tests a ship's hull (a box) without its deck, the top face. Below each water plane, it has the same volume as the
/// hull with the deck, because the opening is not under water.
#[test]
fn a_mesh_may_be_open_in_front() {
    let grid = crate::cutting::meshes::Grid::cuboid([0; 3], [4, 2, 2]);
    let mut open = grid.clone();
    open.triangles
        .retain(|t| t.iter().any(|&v| open.positions[v as usize][2] == 0));
    let (closed, open) = (grid.mesh(), open.mesh());
    assert!(!open.boundary().is_closed());
    for text in ["z=1", "z=2", "x + 8z = 9", "z = 0"] {
        let water: Plane = text.parse().expect("a plane");
        let [with, without] = [&closed, &open].map(|mesh| mesh.moments_behind(&water));
        assert_eq!(
            (with.volume, with.centroid),
            (without.volume, without.centroid),
            "{text}"
        );
    }
    assert_eq!(open.moments_behind(&Plane::Z).centroid, None);
}

/// Faces in the plane belong to the part whose material they bound. A plane that only touches the body has the whole
/// body or nothing behind it.
#[test]
fn touching_planes_lose_nothing() {
    let cube = crate::cutting::meshes::Grid::cuboid([0; 3], [2; 3]).mesh();
    let behind = |text: &str| {
        let plane: Plane = text.parse().expect("a plane");
        let moments = cube.moments_behind(&plane);
        (moments.volume, moments.area)
    };
    assert_eq!(behind("z = 2"), (8.0, 24.0));
    assert_eq!(behind("-z = 0"), (8.0, 24.0));
    assert_eq!(behind("z = 0"), (0.0, 0.0));
    assert_eq!(behind("-z = -2"), (0.0, 0.0));
    assert_eq!(behind("z = 3"), (8.0, 24.0));
    assert_eq!(behind("z = -1"), (0.0, 0.0));
    assert_eq!(behind("x = y"), (4.0, 12.0));
    assert_eq!(behind("x + y = 4"), (8.0, 24.0));
    assert!((behind("x + y + z = 2").0 - 4.0 / 3.0).abs() < 4.0 * UNIT);
    assert_eq!(Mesh::default().moments_behind(&Plane::Z).centroid, None);
    fn is_a_cutter(_: &impl Cutter) {}
    is_a_cutter(&CuttingPlane::from(Plane::Z));
}

/// If numbers overflow, the measures may be infinite or NaN, but there must not be a panic.
#[test]
fn huge_and_tiny_coordinates_do_not_panic() {
    for size in [1e308, 1e150, 1e-120, 1e-300, 5e-324] {
        let grid = crate::cutting::meshes::Grid::cuboid([-1; 3], [1; 3]);
        let mesh = grid.mesh_with(|p| p.map(|c| c as f64 * size));
        for normal in [[1.0, 2.0, 3.0], [1e-300, 0.0, 1e-310], [1e300, -1e308, 1.0]] {
            let plane = Plane::new(normal, 0.0).expect("a plane");
            let moments = mesh.moments_behind(&plane);
            if size == 1e-120 {
                assert!(moments.area >= 0.0, "{moments:?}");
            }
        }
    }
}
