//! Exact positions of the nodes at which several planes and a mesh meet: their coordinates, their sides of planes, and
//! their order along an axis.
//!
//! Let vᵢ be the function n·p + d of plane i.
//!
//! | node | position | degrees of numerator and denominator |
//! |---|---|---|
//! | the crossing of plane i and the edge from a to b | (vᵢ(b)·a − vᵢ(a)·b)/(vᵢ(b) − vᵢ(a)) | 3 and 2 |
//! | the point where planes i and j meet a triangle | Σ λₖ·pₖ/Σ λₖ with λ = (vᵢ(p₀), vᵢ(p₁), vᵢ(p₂)) × (vⱼ(p₀), vⱼ(p₁), vⱼ(p₂)) | 5 and 4 |
//! | the point where three planes meet | by Cramer's rule | 3 and 3 |
//!
//! For planes given by points, the degrees are 4 and 3, 7 and 6, 7 and 6. The value of a plane k at a node is a
//! polynomial, too, of degree 9 at most: for the second row it is the determinant of vᵢ, vⱼ and vₖ at the corners.

use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::crossing::Affine;
use transect_exact::determinant::{
    cross, determinant, difference, dot, minor, numbers, numbers_of,
};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::quotient::quotient;

/// The exact position of a node, given by vertices of a mesh and by indices of planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// A vertex of the mesh.
    Vertex(u32),
    /// The point where a plane crosses an edge.
    Edge {
        /// The ends of the edge: the end behind the plane, and the end in front of it.
        ends: [u32; 2],
        plane: u32,
    },
    /// The point where two planes meet a triangle, in the order in which the sum of λ is positive.
    Face { corners: [u32; 3], planes: [u32; 2] },
    /// The point where three planes meet, in the order in which the determinant of their normals is positive.
    Meeting([u32; 3]),
    /// A point where outlines of a section cross, rounded.
    Rounded([f64; 3]),
}

impl Place {
    /// Returns the planes that make the node.
    pub(super) fn planes(&self) -> impl Iterator<Item = u32> + use<> {
        let (planes, count) = match *self {
            Self::Vertex(_) | Self::Rounded(_) => ([0; 3], 0),
            Self::Edge { plane, .. } => ([plane; 3], 1),
            Self::Face {
                planes: [first, second],
                ..
            } => ([first, second, first], 2),
            Self::Meeting(planes) => (planes, 3),
        };
        planes.into_iter().take(count)
    }
}

/// The mesh and the planes from which exact positions follow.
#[derive(Clone, Copy)]
pub(super) struct Space<'a, C> {
    pub(super) positions: &'a [[f64; 3]],
    pub(super) cutters: &'a [C],
}

/// The degree of a plane's value at a node, as a polynomial.
const OF_SIDE: usize = 9;

/// The degree of the numerator and the denominator of a coordinate.
const OF_COORDINATE: usize = 7;

impl<C: Affine> Space<'_, C> {
    fn at<N: Number>(&self, plane: u32, vertex: u32) -> N {
        self.cutters[plane as usize].at(&self.positions[vertex as usize])
    }

    fn weights<N: Number>(&self, corners: [u32; 3], planes: [u32; 2]) -> [N; 3] {
        let [first, second] = planes.each(|plane| numbers_of(|k| self.at::<N>(plane, corners[k])));
        cross(&first, &second)
    }

    /// Returns the weights of the corners at a node in a triangle, as rounded numbers whose sum is 1.
    pub(super) fn rounded_weights(&self, corners: [u32; 3], planes: [u32; 2]) -> [f64; 3] {
        use transect_exact::double_double::DoubleDouble;
        let weights: [DoubleDouble; 3] = self.weights(corners, planes);
        // The node lies in the triangle, so a negative weight is a rounding error. Only attributes are interpolated
        // with these weights, so rounded ones are enough.
        let weights = weights.each_ref().each(|weight| weight.high.max(0.0));
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 && sum.is_finite() {
            weights.each(|weight| weight / sum)
        } else {
            [1.0 / 3.0; 3]
        }
    }

    /// Returns the signs of the weights of a triangle's corners for two planes. They are equal and not zero exactly if the
    /// planes meet inside of the triangle.
    pub(super) fn weight_signs(&self, corners: [u32; 3], planes: [u32; 2]) -> [Side; 3] {
        [0, 1, 2].each(|k| sign::<{ digits(6) }>(&Weight(self, corners, planes, k)))
    }

    /// Returns the side of the plane through three vertices on which a node lies: `Front` for the side from which they are
    /// counter-clockwise.
    pub(super) fn side_of_triangle(&self, place: &Place, corners: [u32; 3]) -> Side {
        sign::<{ digits(3 + OF_COORDINATE) }>(&OfTriangle(self, place, corners))
    }

    /// Returns the orientation of three nodes in two coordinates: `Front` for nodes in counter-clockwise order.
    pub(super) fn turn(&self, places: [&Place; 3], axes: [usize; 2]) -> Side {
        sign::<{ digits(3 * OF_COORDINATE) }>(&Turned(self, places, axes))
    }

    /// Returns the place where two planes meet a triangle in one point.
    pub(super) fn face(&self, corners: [u32; 3], [first, second]: [u32; 2]) -> Place {
        let sum = WeightSum(self, corners, [first, second]);
        let planes = match sign::<{ digits(6) }>(&sum) {
            Side::Back => [second, first],
            _ => [first, second],
        };
        Place::Face { corners, planes }
    }

    /// Returns the place where three planes meet in one point.
    pub(super) fn meeting(&self, [first, second, third]: [u32; 3]) -> Place {
        let turn = Turn(self, [first, second, third]);
        Place::Meeting(match sign::<{ digits(6) }>(&turn) {
            Side::Back => [second, first, third],
            _ => [first, second, third],
        })
    }

    fn normal<N: Number>(&self, plane: u32) -> ([N; 3], N) {
        let [a, b, c, d] = self.cutters[plane as usize].equation::<N>();
        ([a, b, c], d)
    }

    /// Returns the coordinates of a node and the positive number by which they are to be divided.
    pub(super) fn homogeneous<N: Number>(&self, place: &Place) -> [N; 4] {
        let position = |vertex: u32| &self.positions[vertex as usize];
        match *place {
            Place::Vertex(vertex) => {
                let [x, y, z] = numbers(position(vertex));
                [x, y, z, N::of(1.0)]
            }
            Place::Rounded(position) => {
                let [x, y, z] = numbers(&position);
                [x, y, z, N::of(1.0)]
            }
            Place::Edge { ends, plane } => {
                let [low, high] = ends.each(|end| self.at::<N>(plane, end));
                let [behind, ahead] = ends.each(|end| numbers::<N, 3>(position(end)));
                let [x, y, z] = numbers_of(|axis| minor(&behind[axis], &ahead[axis], &low, &high));
                [x, y, z, high.minus(&low)]
            }
            Place::Face { corners, planes } => {
                let weights = self.weights::<N>(corners, planes);
                let [x, y, z] = numbers_of(|axis| {
                    dot(
                        &weights,
                        &corners.each(|corner| N::of(position(corner)[axis])),
                    )
                });
                [x, y, z, sum(&weights)]
            }
            Place::Meeting(planes) => {
                let [(a, of_a), (b, of_b), (c, of_c)] =
                    planes.each(|plane| self.normal::<N>(plane));
                let [bc, ca, ab] = [cross(&b, &c), cross(&c, &a), cross(&a, &b)];
                let [x, y, z] = numbers_of(|axis| {
                    let terms = [&bc[axis], &ca[axis], &ab[axis]].each(Clone::clone);
                    let offsets = [&of_a, &of_b, &of_c].each(Clone::clone);
                    N::of(0.0).minus(&dot(&terms, &offsets))
                });
                [x, y, z, dot(&a, &bc)]
            }
        }
    }

    /// Returns the side of a plane on which a node lies.
    pub(super) fn side(&self, place: &Place, plane: u32) -> Side {
        sign::<{ digits(OF_SIDE) }>(&Value(self, place, plane))
    }

    /// Returns the position of a node; each coordinate is the nearest float.
    pub(super) fn position(&self, place: &Place) -> [f64; 3] {
        match *place {
            Place::Vertex(vertex) => return self.positions[vertex as usize],
            Place::Rounded(position) => return position,
            _ => {}
        }
        array(|axis| {
            let [above, below] = [axis, 3].each(|part| Part(self, place, part));
            // The sum with 0 turns −0 into 0, the only zero of the library's own positions.
            quotient::<{ digits(OF_COORDINATE) }>(&above, &below) + 0.0
        })
    }

    /// Returns the order of two nodes along an axis.
    pub(super) fn order(&self, [a, b]: [&Place; 2], axis: usize) -> Ordering {
        match sign::<{ digits(2 * OF_COORDINATE) }>(&Ahead(self, [a, b], axis)) {
            Side::Back => Ordering::Less,
            Side::On => Ordering::Equal,
            Side::Front => Ordering::Greater,
        }
    }

    /// Returns `true` if three planes meet in one point.
    pub(super) fn do_meet_in_a_point(&self, planes: [u32; 3]) -> bool {
        sign::<{ digits(6) }>(&Turn(self, planes)) != Side::On
    }

    /// Returns `true` if two planes have the same points.
    pub(super) fn is_same(&self, planes: [u32; 2]) -> bool {
        // The equations have the same points if they are multiples of each other: if all minors of their coefficients
        // are zero.
        let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        let minor = |columns| sign::<{ digits(6) }>(&Columns(self, planes, columns));
        pairs.into_iter().all(|columns| minor(columns) == Side::On)
    }

    /// Returns `true` if the normals of two planes with the same points have the same direction.
    pub(super) fn agree(&self, planes: [u32; 2]) -> bool {
        sign::<{ digits(4) }>(&Cosine(self, planes)) == Side::Front
    }

    /// Returns the sign of a coordinate of n₁ × n₂, the direction of the line in which two planes meet.
    pub(super) fn pivot(&self, planes: [u32; 2], axis: usize) -> Side {
        sign::<{ digits(4) }>(&Pivot(self, planes, axis))
    }
}

fn sum<N: Number>(numbers: &[N; 3]) -> N {
    numbers[0].plus(&numbers[1]).plus(&numbers[2])
}

/// The weight of one of a triangle's corners.
struct Weight<'a, 's, C>(&'a Space<'s, C>, [u32; 3], [u32; 2], usize);

impl<C: Affine> Polynomial for Weight<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        self.0.weights::<N>(self.1, self.2)[self.3].clone()
    }
}

/// The volume of a triangle and a node, times a positive number.
struct OfTriangle<'a, 's, C>(&'a Space<'s, C>, &'a Place, [u32; 3]);

impl<C: Affine> Polynomial for OfTriangle<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [p, q, r] = self.2.each(|corner| &self.0.positions[corner as usize]);
        let [x, y, z, weight] = self.0.homogeneous::<N>(self.1);
        let at = numbers::<N, 3>(p);
        let way = [x, y, z];
        let way: [N; 3] = numbers_of(|axis| way[axis].minus(&at[axis].times(&weight)));
        determinant([&difference(q, p), &difference(r, p), &way])
    }
}

/// The determinant of three nodes in two coordinates.
struct Turned<'a, 's, C>(&'a Space<'s, C>, [&'a Place; 3], [usize; 2]);

impl<C: Affine> Polynomial for Turned<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [first, second] = self.2;
        let nodes = self.1.each(|place| {
            let numbers = self.0.homogeneous::<N>(place);
            [first, second, 3].each(|part| numbers[part].clone())
        });
        determinant(nodes.each_ref())
    }
}

/// The sum of the weights of a triangle's corners.
struct WeightSum<'a, 's, C>(&'a Space<'s, C>, [u32; 3], [u32; 2]);

impl<C: Affine> Polynomial for WeightSum<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        sum(&self.0.weights(self.1, self.2))
    }
}

/// The determinant of the normals of three planes.
struct Turn<'a, 's, C>(&'a Space<'s, C>, [u32; 3]);

impl<C: Affine> Polynomial for Turn<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let normals = self.1.each(|plane| self.0.normal::<N>(plane).0);
        determinant(normals.each_ref())
    }
}

/// A coordinate of a node, times its denominator; or, as the fourth number, the denominator.
struct Part<'a, 's, C>(&'a Space<'s, C>, &'a Place, usize);

impl<C: Affine> Polynomial for Part<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        self.0.homogeneous::<N>(self.1)[self.2].clone()
    }
}

/// The value of a plane at a node, times a positive number.
struct Value<'a, 's, C>(&'a Space<'s, C>, &'a Place, u32);

impl<C: Affine> Polynomial for Value<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(space, place, plane) = *self;
        match *place {
            Place::Vertex(vertex) => space.at(plane, vertex),
            Place::Edge { ends, plane: own } => {
                // Along an edge and in a triangle, the value follows from those at the corners. No coordinate of the
                // node is needed.
                let [low, high]: [N; 2] = ends.each(|end| space.at(own, end));
                let [of_low, of_high]: [N; 2] = ends.each(|end| space.at(plane, end));
                minor(&of_low, &of_high, &low, &high)
            }
            Place::Face { corners, planes } => {
                let values = corners.each(|corner| space.at::<N>(plane, corner));
                dot(&space.weights(corners, planes), &values)
            }
            Place::Meeting(_) | Place::Rounded(_) => {
                let [x, y, z, weight] = space.homogeneous::<N>(place);
                let (normal, offset) = space.normal::<N>(plane);
                dot(&normal, &[x, y, z]).plus(&offset.times(&weight))
            }
        }
    }
}

/// The difference of two nodes along an axis, times both denominators.
struct Ahead<'a, 's, C>(&'a Space<'s, C>, [&'a Place; 2], usize);

impl<C: Affine> Polynomial for Ahead<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b]: [[N; 4]; 2] = self.1.each(|place| self.0.homogeneous(place));
        minor(&a[self.2], &b[self.2], &a[3], &b[3])
    }
}

/// A coordinate of the direction of the line in which two planes meet.
struct Pivot<'a, 's, C>(&'a Space<'s, C>, [u32; 2], usize);

impl<C: Affine> Polynomial for Pivot<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b] = self.1.each(|plane| self.0.normal::<N>(plane).0);
        let (next, last) = ((self.2 + 1) % 3, (self.2 + 2) % 3);
        minor(&a[next], &a[last], &b[next], &b[last])
    }
}

/// The determinant of two columns of the coefficients of two planes.
struct Columns<'a, 's, C>(&'a Space<'s, C>, [u32; 2], [usize; 2]);

impl<C: Affine> Polynomial for Columns<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b]: [[N; 4]; 2] = self
            .1
            .each(|plane| self.0.cutters[plane as usize].equation());
        let [first, second] = self.2;
        minor(&a[first], &a[second], &b[first], &b[second])
    }
}

/// The scalar product of the normals of two planes.
struct Cosine<'a, 's, C>(&'a Space<'s, C>, [u32; 2]);

impl<C: Affine> Polynomial for Cosine<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b] = self.1.each(|plane| self.0.normal::<N>(plane).0);
        dot(&a, &b)
    }
}
