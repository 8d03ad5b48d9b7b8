//! Tests that the curves of real models agree with the volumes, layers and moments of the same meshes, within the
//! bounds on the rounding errors.

use transect::vector::{dot, length, sub};
use transect::{Plane, Side};
use transect_mesh::{Curve, CurvePoint, Mesh, Section};

use crate::folders::{for_each_asset, for_each_shared_model};
use crate::random::Random;
use crate::run::is_long;

/// The number of heights per model at which areas are compared if `TRANSECT_LONG` is `1`. The heights are shared among
/// the objects of the model. Without `TRANSECT_LONG`, a twentieth of the heights is compared, and for a mesh with more
/// than [`LARGE`] triangles one of 250.
const HEIGHTS: usize = 10_000;

/// The number of triangles above which a mesh is large; see [`HEIGHTS`].
const LARGE: usize = 200_000;

/// Half the distance between 1 and the next float.
const U: f64 = f64::EPSILON / 2.0;

/// The sizes of a mesh on which the bounds on rounding errors depend.
struct Sizes {
    /// Half the diagonal of the bounding box.
    radius: f64,
    /// The largest magnitude of a coordinate.
    largest: f64,
    /// The sum, over all triangles, of the length of the longest edge.
    edges: f64,
    /// The sum of the squares of these lengths.
    squared_edges: f64,
}

impl Sizes {
    fn of(mesh: &Mesh) -> Self {
        let bounds = mesh.bounds().expect("a mesh with triangles");
        let [low, high] = [bounds.min(), bounds.max()];
        let longest: Vec<f64> = (0..mesh.triangles().len())
            .map(|triangle| {
                let [a, b, c] = mesh.corners(triangle);
                let edges = [sub(&b, &a), sub(&c, &b), sub(&a, &c)];
                edges.iter().map(length).fold(0.0, f64::max)
            })
            .collect();
        let ends = [low, high];
        let coordinates = ends.as_flattened().iter();
        Self {
            radius: 0.5 * length(&sub(&high, &low)),
            largest: coordinates.fold(0.0, |most, c| most.max(c.abs())),
            edges: longest.iter().sum(),
            squared_edges: longest.iter().map(|edge| edge * edge).sum(),
        }
    }

    /// Returns a bound on the error of `Mesh::moments_behind(…).volume` and of `Mesh::volume`, as derived in
    /// docs/exactness.md.
    fn volume_bound(&self) -> f64 {
        U * self.radius * (50.0 * self.squared_edges + 90.0 * self.radius * self.edges)
    }

    /// Returns a bound on the rounding error of a section's area. The test oracle of the crate transect derives it
    /// (tests/cutting/oracle.rs).
    fn area_bound(&self, section: &Section) -> f64 {
        let points = section.loops.iter().map(|one| one.points.len());
        let points = points.sum::<usize>() as f64;
        2.0 * U * self.largest * section.perimeter() * (384.0 + 4.0 * (points + 8.0))
    }
}

/// Returns a random height between two neighbouring knots (heights of vertices), or in one of twenty cases a knot.
fn height(curve: &Curve, random: &mut Random) -> f64 {
    let knots = curve.knots();
    let interval = random.below(knots.len() - 1);
    let [low, high] = [knots[interval], knots[interval + 1]];
    match random.below(20) {
        0 => low,
        _ => low + (high - low) * random.share(),
    }
}

/// Checks the areas and volumes of a curve at random heights along an axis.
fn check_along_an_axis(
    name: &str,
    mesh: &Mesh,
    direction: [f64; 3],
    count: usize,
    random: &mut Random,
) {
    let sizes = Sizes::of(mesh);
    let curve = mesh.curve(direction).expect("a closed mesh");
    if curve.knots().len() < 2 {
        return;
    }
    let heights: Vec<f64> = (0..count).map(|_| height(&curve, random)).collect();
    for layer in mesh.layers(direction, &heights).expect("finite heights") {
        let point = curve.at(layer.height);
        let context = || format!("{name}, {direction:?}: {point:?}");
        for (area, side) in [
            (point.area, Side::Front),
            (point.area_from_front, Side::Back),
        ] {
            let section = layer.sections.counting_on_as(side);
            let allowed = point.area_error + sizes.area_bound(section);
            let error = (area - section.area()).abs();
            assert!(error <= allowed, "{error} > {allowed}: {}", context());
        }
    }
    check_ends(name, mesh, &curve);
    for height in heights.iter().take(20) {
        check_moments(name, mesh, &curve, &sizes, direction, *height);
    }
    for height in heights.iter().take(1000) {
        check_inverse(name, &curve, curve.volume_behind(*height));
    }
    check_inverse(name, &curve, curve.volume());
}

/// Checks that the curve ends with the volume and the centroid of the mesh, and begins with zero.
fn check_ends(name: &str, mesh: &Mesh, curve: &Curve) {
    let sizes = Sizes::of(mesh);
    let [low, high] = curve.range().expect("a mesh with vertices");
    let top = curve.at(high);
    let bottom = curve.at(low);
    assert_eq!((bottom.area, bottom.volume), (0.0, 0.0), "{name}");
    assert_eq!((top.area_from_front, top.volume), (0.0, curve.volume()));
    let allowed = top.volume_error + sizes.volume_bound() + curve.height_error() * mesh.area();
    let error = (top.volume - mesh.volume()).abs();
    assert!(error <= allowed, "{name}: {error} > {allowed}: {top:?}");
}

/// Compares the volume and the centroid at a height with those of `Mesh::moments_behind`, which visits all triangles.
fn check_moments(
    name: &str,
    mesh: &Mesh,
    curve: &Curve,
    sizes: &Sizes,
    direction: [f64; 3],
    height: f64,
) {
    let point = curve.at(height);
    let plane = Plane::from_normal_and_distance(direction, height * length(&direction));
    let behind = mesh.moments_behind(&plane.expect("a direction"));
    // The height of the plane is rounded if the direction is oblique.
    let is_oblique = dot(&direction, &direction) != 1.0;
    let shift = if is_oblique {
        curve.height_error() + 4.0 * f64::EPSILON * height.abs()
    } else {
        0.0
    };
    let own_error = sizes.volume_bound() + 2.0 * shift * mesh.area();
    let allowed = point.volume_error + own_error;
    let error = (point.volume - behind.volume).abs();
    assert!(error <= allowed, "{name}: {error} > {allowed}: {point:?}");
    let relative = own_error / point.volume.abs();
    let (Some(found), Some(expected)) = (point.centroid, behind.centroid) else {
        return;
    };
    if relative < 0.01 {
        // The last term bounds the rounding of the sum of centre and offset in the expected centroid.
        let allowed =
            point.centroid_error + 8.0 * sizes.radius * relative + 8.0 * U * sizes.largest;
        let error = length(&sub(&found, &expected));
        assert!(
            error <= 2.0 * allowed,
            "{name}: centroids {found:?} and {expected:?}, {error} > {allowed}"
        );
    }
}

/// Computes the height of the plane that has `volume` behind it, and checks that the volume behind this plane is
/// `volume`, up to rounding.
fn check_inverse(name: &str, curve: &Curve, volume: f64) {
    let Some(height) = curve.height_of_volume(volume) else {
        // Only the negative volume of an inside-out body may have no height.
        assert!(volume < 0.0, "{name}: no height for {volume}");
        return;
    };
    let point: CurvePoint = curve.at(height);
    let step = height.next_up() - height.next_down();
    let change = step * (point.area.abs() + point.area_from_front.abs());
    let error = (point.volume - volume).abs();
    assert!(
        error <= point.volume_error + 4.0 * change,
        "{name}: {error}: {volume} at {height}: {point:?}"
    );
}

/// Checks a curve along an oblique direction.
fn check_oblique(name: &str, mesh: &Mesh, random: &mut Random) {
    let direction = [1.0, 2.0, 3.0];
    let sizes = Sizes::of(mesh);
    let curve = mesh.curve(direction).expect("a closed mesh");
    if curve.knots().len() < 2 {
        return;
    }
    check_ends(name, mesh, &curve);
    for _ in 0..20 {
        let height = height(&curve, random);
        check_moments(name, mesh, &curve, &sizes, direction, height);
        check_inverse(name, &curve, curve.volume_behind(height));
    }
}

fn check_model(name: &str, meshes: &[Mesh]) {
    let mut random = Random(11);
    let closed = meshes.iter().filter(|mesh| mesh.boundary().is_closed());
    let closed: Vec<&Mesh> = closed.collect();
    if closed.is_empty() {
        println!("{name} has no closed object");
        return;
    }
    let is_long = is_long();
    for mesh in &closed {
        let is_large = mesh.triangles().len() > LARGE;
        let fraction = match (is_long, is_large) {
            (true, _) => 1,
            (false, false) => 20,
            (false, true) => 250,
        };
        let count = HEIGHTS.div_ceil(fraction * closed.len());
        check_along_an_axis(name, mesh, [0.0, 0.0, 1.0], count, &mut random);
        check_along_an_axis(name, mesh, [-1.0, 0.0, 0.0], count / 10, &mut random);
        check_oblique(name, mesh, &mut random);
    }
}

#[test]
fn curves_of_the_assets_agree_with_layers_and_moments() {
    for_each_asset(check_model);
}

#[test]
fn curves_of_the_models_beside_the_repository_agree_with_layers_and_moments() {
    for_each_shared_model(check_model);
}
