//! Volume, centroid and area of the part of a mesh behind a plane. The part is measured in one pass over the triangles.
//! No half of the mesh is built, and nothing is allocated (docs/exactness.md, "Volumes behind a plane").

use transect::{Aabb, Cutter};
use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::{add, cross, dot, length, scale, sub, unit};

use crate::mesh::indexed::Mesh;
use crate::mesh::measure::Sum;
use crate::mesh::trace::facing;

// # The bound
//
// Sides of vertices are exact, measures are rounded. Here u = 2⁻⁵³, and η is the smallest positive float. Let c be the
// centre of the bounding box, ρ half of its diagonal, û the rounded unit normal, and s the rounded signed distance of
// c. All quantities are relative to c, so the bounds do not depend on the distance from the origin.
//
// Heights. The height of a vertex p is computed as h = û·(p − c) + s. The relative errors are ≤ 6u for a coefficient of
// û, u for each coordinate of p − c and each product, 2u for the sum of the products, and 14u for s. With B =
// Σ|ûᵢ|·max|pᵢ − cᵢ| ≤ ρ, Δh ≤ 10u·B + 14u·|s| + u·|h| ≤ 26u·(B + |s|). A height above ε = 32u·(B + |s|) + 8η in
// magnitude shows the side of the vertex. For the other vertices, the exact side is computed. Their height becomes 0 on
// the plane; elsewhere a height of the wrong sign becomes the nearest number of the right sign. This does not increase
// Δh. The plane meets the box, so |s| ≤ B and ε ≤ 64uρ.
//
// Pieces. Let o = c − s·û, a point of the plane up to rounding. A triangle (p, q, r) with N = (q − p) × (r − p) spans a
// tetrahedron with o, of the volume (p − o)·N/6. Let p be the only corner on its side, λ = h(p)/(h(p) − h(q)) and μ =
// h(p)/(h(p) − h(r)). The piece at p has the share λ·μ of the area and of the volume. The rest consists of two
// triangles with the shares 1 − λ and λ·(1 − μ), where 1 − λ is computed as h(q)/(h(q) − h(p)), and 1 − μ in the same
// way. All these numbers are positive, so nothing cancels. The cap lies in a plane through o and contributes nothing.
//
// The bound. Each vertex has a single computed height. So the pieces are exactly those of the surface cut along the
// curve on which the interpolated computed heights are zero. This curve lies within ε of the plane. In a triangle with
// the longest edge ℓ, the strip between the curve and the plane changes V by at most ε·ℓ²/6 for the component of N
// along û, and by 2ρ·2ε·ℓ/3 for the component across it, as all vertices are within 2ρ of o. In the volumes of the
// tetrahedra, N has an error of 8u·ℓ², p − o of 24u·2ρ, and their product adds 3u: together 35u·2ρ·ℓ²/6 per triangle.
// The roundings of the shares add 8u·2ρ·ℓ²/6. Sums over 64 triangles without compensation, added with compensation, add
// 66u·2ρ·ℓ²/6. In all
//
//     ΔV ≤ uρ·(50·Σℓ² + 90·ρ·Σℓ),
//
// where the first sum is over the triangles that are not in front, and the second over those that the plane crosses.
// The first moment is an integral over the same tetrahedra, of vectors shorter than 2ρ. So its error is ≤ 2ρ·ΔV, and
// that of the centroid ≤ 4ρ·ΔV/|V|, plus its own rounding.
//
// The area has no such bound: if a triangle lies within ε of the plane without lying in it, its share is undetermined.
// The error is at most the area of the surface within ε of the plane, plus 66u times the whole area.

/// The volume, centroid and surface area of the part of a mesh behind a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MomentsBehind {
    /// The volume behind the plane, rounded.
    pub volume: f64,
    /// The centroid of the volume behind the plane, rounded. It is `None` if the volume is zero.
    pub centroid: Option<[f64; 3]>,
    /// The surface area behind the plane, rounded. The area of the cap is not included.
    pub area: f64,
}

impl Mesh {
    /// Returns the volume, the centroid and the surface area of the part of this mesh behind a plane. For the part in
    /// front, flip the plane.
    ///
    /// This function measures the same part that [`Mesh::split`] builds as the half behind the plane. It takes about a
    /// tenth of the time, and does not allocate memory. So a simulation can call it in every step. If the body moves,
    /// give the plane in the coordinates of the mesh ([`Plane::transformed`](transect::Plane::transformed) by the inverse
    /// pose). Sides of vertices are exact: no piece is lost or counted twice if the plane passes through vertices,
    /// edges or faces.
    ///
    /// The area is that of the mesh's surface behind the plane, without the cap. A face in the plane counts if its
    /// outward normal points to the front.
    ///
    /// The volume is the sum of the tetrahedra between the pieces of triangles and a point of the plane. So the cap
    /// contributes nothing, and the mesh may be open in front of the plane: a hull without a deck has the right volume
    /// as long as its rim is not behind the plane. The point is the projection of the bounding box's centre onto the
    /// plane. If the mesh is open behind the plane, cones from the openings to this point are part of the volume. If
    /// the whole bounding box is behind the plane, the point is the centre itself, and the results are those of
    /// [`Mesh::volume`], [`Mesh::centroid`] and [`Mesh::area`] up to rounding.
    ///
    /// Let ρ be half the diagonal of the bounding box, ℓ the longest edge of a triangle, and u = 2⁻⁵³. The error of the
    /// volume is at most uρ·(50·Σℓ² + 90·ρΣℓ). The sum Σℓ² is over the triangles that are not wholly in front of the
    /// plane, and Σℓ over the triangles that the plane crosses. The error of the centroid is at most 4ρ times the
    /// relative error of the volume. These bounds do not depend on the distance between the mesh and the origin.
    ///
    /// A box of 2 × 1 × 1 m and 1500 kg floats in water. Its draft is the depth at which it displaces 1500 kg of water:
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = (0..8).map(|i| [(i & 1) * 2, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let hull = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let (mut low, mut high) = (0.0, 1.0);
    /// for _ in 0..50 {
    ///     let draft = (low + high) / 2.0;
    ///     let water = Plane::new([0.0, 0.0, 1.0], -draft)?;
    ///     let displaced = 1000.0 * hull.moments_behind(&water).volume;
    ///     if displaced < 1500.0 { low = draft } else { high = draft }
    /// }
    /// assert!((low - 0.75_f64).abs() < 1e-12);
    ///
    /// let below = hull.moments_behind(&"z = 0.75".parse::<Plane>()?);
    /// assert_eq!((below.volume, below.centroid), (1.5, Some([1.0, 0.5, 0.375])));
    /// assert_eq!(below.area, 2.0 + 6.0 * 0.75); // the wetted surface: the bottom, and the sides up to the water
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Sources: B. Mirtich, "Fast and accurate computation of polyhedral mass properties", Journal of Graphics Tools 1,
    /// 1996, for the sums. The comment at the top of the source file derives the bounds and the weights of clipped
    /// triangles.
    #[doc(alias = "buoyancy")]
    #[doc(alias = "submerged")]
    #[must_use]
    pub fn moments_behind(&self, cutter: &impl Cutter) -> MomentsBehind {
        let Some(bounds) = &self.bounds else {
            return MomentsBehind::default();
        };
        let point = bounds.center();
        match side_of_box(bounds, cutter) {
            Side::Front => MomentsBehind::default(),
            Side::Back => {
                let mut totals = Totals::default();
                for block in self.triangles.chunks(BLOCK) {
                    let mut sums = Sums::default();
                    for triangle in block {
                        let corners = self.corner_references(triangle);
                        sums.add_whole(&Fan::of(corners, &sub(corners[0], &point)));
                    }
                    totals.add(&sums);
                }
                totals.about(&point, &[0.0; 3])
            }
            Side::On => self.behind(cutter, &Heights::of(bounds, cutter)),
        }
    }

    /// Returns the moments of the part behind a plane that meets the bounding box.
    fn behind(&self, cutter: &impl Cutter, heights: &Heights) -> MomentsBehind {
        let mut totals = Totals::default();
        for block in self.triangles.chunks(BLOCK) {
            let mut sums = Sums::default();
            for triangle in block {
                let corners = self.corner_references(triangle);
                let offsets = corners.each(|corner| sub(corner, &heights.center));
                let [a, b, c] = offsets.each_ref().each(|offset| heights.of_offset(offset));
                let [low, high] = [-heights.error, heights.error];
                if a > high && b > high && c > high {
                    continue;
                }
                if a < low && b < low && c < low {
                    sums.add_whole(&Fan::of(corners, &add(&offsets[0], &heights.shift)));
                } else {
                    heights.add_touched(cutter, corners, [a, b, c], &mut sums);
                }
            }
            totals.add(&sums);
        }
        totals.about(&heights.center, &heights.shift)
    }

    /// Returns the positions of a triangle's corners by reference. Copies of the positions would take twice as long as
    /// the sums.
    #[inline]
    fn corner_references(&self, triangle: &[u32; 3]) -> [&[f64; 3]; 3] {
        triangle.each(|vertex| &self.positions[vertex as usize])
    }
}

/// The number of triangles in a block. The terms of one block are added without compensation for rounding errors.
const BLOCK: usize = 64;

/// Returns the side of all corners of a box, or `On` if they do not all lie strictly on the same side.
fn side_of_box(bounds: &Aabb, cutter: &impl Cutter) -> Side {
    let mut sides = bounds.corners().map(|corner| cutter.side_of_point(&corner));
    let first = sides.next().unwrap_or(Side::On);
    if sides.all(|side| side == first) {
        first
    } else {
        Side::On
    }
}

/// The corners of a triangle that lie strictly on one side of a plane.
enum Corners {
    Nothing,
    /// The index of the only corner on this side.
    One(usize),
    More,
}

/// Returns the corners of a triangle on a side (`Front` or `Back`) of the plane. `levels` are the signed heights of its
/// three corners.
fn corners_on(side: Side, levels: &[f64; 3]) -> Corners {
    let is_there = |&corner: &usize| match side {
        Side::Back => levels[corner] < 0.0,
        _ => levels[corner] > 0.0,
    };
    let mut found = (0..3).filter(is_there);
    match (found.next(), found.next()) {
        (None, _) => Corners::Nothing,
        (Some(corner), None) => Corners::One(corner),
        _ => Corners::More,
    }
}

/// Heights of points above a plane. They are computed relative to the centre of the mesh's bounding box, so that their
/// error does not grow with the distance from the origin.
struct Heights {
    /// The centre of the mesh's bounding box.
    center: [f64; 3],
    /// The unit normal of the plane, rounded.
    normal: [f64; 3],
    /// The height of the centre.
    height: f64,
    /// The centre minus its projection onto the plane.
    shift: [f64; 3],
    /// A bound on the rounding errors of the heights of vertices.
    error: f64,
}

impl Heights {
    fn of(bounds: &Aabb, cutter: &impl Cutter) -> Self {
        let center = bounds.center();
        let normal = unit(&cutter.measuring_plane().normal());
        let height = cutter.distance_to(&center);
        let sizes = [sub(&bounds.max(), &center), sub(&center, &bounds.min())];
        let reach: f64 = (0..3)
            .map(|axis| normal[axis].abs() * sizes[0][axis].max(sizes[1][axis]))
            .sum();
        Self {
            center,
            normal,
            height,
            shift: scale(&normal, height),
            error: 32.0 * U * (reach + height.abs()) + 8.0 * SMALLEST,
        }
    }

    /// Returns the height of a point above the plane, given the vector from the centre to the point.
    #[inline]
    fn of_offset(&self, offset: &[f64; 3]) -> f64 {
        dot(&self.normal, offset) + self.height
    }

    /// Adds the part of a triangle that is behind the plane, given the heights of the corners. The triangle may meet
    /// the plane.
    #[inline(never)]
    fn add_touched(
        &self,
        cutter: &impl Cutter,
        corners: [&[f64; 3]; 3],
        heights: [f64; 3],
        sums: &mut Sums,
    ) {
        let heights =
            [0, 1, 2].each(|corner| self.with_exact_sign(heights[corner], corners[corner], cutter));
        let fan = |apex: usize| {
            let corners = [0, 1, 2].each(|place| corners[(apex + place) % 3]);
            let offset = sub(corners[0], &self.center);
            Fan::of(corners, &add(&offset, &self.shift))
        };
        let [behind, ahead] = [Side::Back, Side::Front].each(|side| corners_on(side, &heights));
        match (behind, ahead) {
            (Corners::Nothing, Corners::Nothing) => {
                if facing(cutter.measuring_plane(), corners) == Side::Front {
                    sums.area += fan(0).doubled_area;
                }
            }
            (Corners::Nothing, _) => {}
            (_, Corners::Nothing) => sums.add_whole(&fan(0)),
            // The apex is the only corner on its side. The plane crosses the two edges at the apex, or meets them at
            // their other ends.
            (Corners::One(apex), _) | (_, Corners::One(apex)) => {
                sums.add_clipped(
                    &fan(apex),
                    [0, 1, 2].each(|place| heights[(apex + place) % 3]),
                );
            }
            // A triangle cannot have two corners on each side.
            (Corners::More, Corners::More) => {}
        }
    }

    /// Returns the height of a vertex, corrected by the vertex's exact side: 0 on the plane, and otherwise the number
    /// with the right sign that is nearest to the computed height.
    #[inline]
    fn with_exact_sign(&self, height: f64, corner: &[f64; 3], cutter: &impl Cutter) -> f64 {
        if height.abs() > self.error {
            return height;
        }
        match cutter.side_of_point(corner) {
            Side::Back => height.min(-SMALLEST),
            Side::On => 0.0,
            Side::Front => height.max(SMALLEST),
        }
    }
}

/// A triangle, and the tetrahedron between the triangle and a point of reference.
struct Fan {
    /// The vector from the point of reference to the triangle's first corner, the apex.
    apex: [f64; 3],
    /// The edges from the apex to the other two corners.
    edges: [[f64; 3]; 2],
    /// Six times the signed volume of the tetrahedron.
    sixfold: f64,
    /// Twice the area of the triangle.
    doubled_area: f64,
}

impl Fan {
    #[inline]
    fn of([a, b, c]: [&[f64; 3]; 3], apex: &[f64; 3]) -> Self {
        let edges = [sub(b, a), sub(c, a)];
        let normal = cross(&edges[0], &edges[1]);
        Self {
            apex: *apex,
            edges,
            sixfold: dot(apex, &normal),
            doubled_area: length(&normal),
        }
    }

    /// Returns the sum of three points of the triangle's plane. Each point is apex + sᵢ·e₁ + tᵢ·e₂, where e₁ and e₂ are
    /// the two edges from the apex; the arguments are the sums s = Σsᵢ and t = Σtᵢ.
    #[inline]
    fn corner_sum(&self, [s, t]: [f64; 2]) -> [f64; 3] {
        let [first, second] = &self.edges;
        array(|axis| 3.0 * self.apex[axis] + (s * first[axis] + t * second[axis]))
    }
}

/// Sums over the triangles of one block: twice the area, six times the volume, and 24 times the first moment.
#[derive(Default)]
struct Sums {
    area: f64,
    volume: f64,
    first: [f64; 3],
}

impl Sums {
    #[inline]
    fn add_whole(&mut self, fan: &Fan) {
        self.area += fan.doubled_area;
        self.add_piece(fan, 1.0, [1.0, 1.0]);
    }

    /// Adds a triangular piece of a triangle. The area of the piece is `weight` times the area of the whole triangle.
    /// `coefficients` are the arguments of `corner_sum` for the corners of the piece.
    #[inline]
    fn add_piece(&mut self, fan: &Fan, weight: f64, coefficients: [f64; 2]) {
        let sixfold = weight * fan.sixfold;
        self.volume += sixfold;
        let corner_sum = fan.corner_sum(coefficients);
        for (sum, coordinate) in self.first.iter_mut().zip(corner_sum) {
            *sum += sixfold * coordinate;
        }
    }

    /// Adds the part of a triangle that is behind the plane, given the heights of the corners. The first corner, the
    /// apex, is alone on its side.
    fn add_clipped(&mut self, fan: &Fan, [apex, second, third]: [f64; 3]) {
        // The plane meets the two edges at the apex, e₁ and e₂, at the points apex + s·e₁ and apex + t·e₂. The other
        // corners are not on the side of the apex, so their heights are zero or have the opposite sign. So the
        // subtractions below add magnitudes and lose no digits by cancellation.
        let (s, t) = (apex / (apex - second), apex / (apex - third));
        if apex < 0.0 {
            self.area += s * t * fan.doubled_area;
            self.add_piece(fan, s * t, [s, t]);
        } else {
            // The part behind the plane is a quadrilateral. The line from apex + s·e₁ to the third corner divides it
            // into two triangles.
            let beyond = [second / (second - apex), s * (third / (third - apex))];
            self.area += (beyond[0] + beyond[1]) * fan.doubled_area;
            self.add_piece(fan, beyond[0], [s + 1.0, 1.0]);
            self.add_piece(fan, beyond[1], [s, 1.0 + t]);
        }
    }
}

/// The sums over all blocks. They are added with compensation for rounding errors.
#[derive(Default)]
struct Totals {
    area: Sum,
    volume: Sum,
    first: [Sum; 3],
}

impl Totals {
    fn add(&mut self, sums: &Sums) {
        self.area.add(sums.area);
        self.volume.add(sums.volume);
        for (total, &sum) in self.first.iter_mut().zip(&sums.first) {
            total.add(sum);
        }
    }

    /// Returns the moments. The sums were computed with coordinates relative to the point `center` − `shift`.
    fn about(&self, center: &[f64; 3], shift: &[f64; 3]) -> MomentsBehind {
        let sixfold = self.volume.total();
        let relative = |axis: usize| self.first[axis].total() / (4.0 * sixfold) - shift[axis];
        MomentsBehind {
            volume: sixfold / 6.0,
            centroid: (sixfold != 0.0).then(|| array(|axis| center[axis] + relative(axis))),
            area: self.area.total() / 2.0,
        }
    }
}
