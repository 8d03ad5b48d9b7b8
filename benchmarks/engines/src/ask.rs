//! What an engine is asked: one plane, and one thing after the other.

use std::hint::black_box;
use std::ops::Range;

use transect::{Aabb, Plane, Side};

use crate::rounds::Contestant;

/// A point in f32, which every engine can keep.
pub(crate) type Point = [f32; 3];

/// A box: its least and its greatest corner, 24 bytes.
pub(crate) type Bounds = [Point; 2];

pub(crate) fn widened(point: &Point) -> [f64; 3] {
    point.map(f64::from)
}

/// The same box in f64, exactly.
pub(crate) fn aabb([min, max]: &Bounds) -> Aabb {
    Aabb::new(widened(min), widened(max)).expect("families hold boxes")
}

/// The exact answer.
pub(crate) trait Exactly {
    fn side(&self, plane: &Plane) -> Side;
}

impl Exactly for Point {
    fn side(&self, plane: &Plane) -> Side {
        plane.side(&widened(self))
    }
}

impl Exactly for Bounds {
    fn side(&self, plane: &Plane) -> Side {
        plane.side(&aabb(self))
    }
}

/// An engine that tells the side of one thing. What it prepares for a plane is prepared once, and each thing is
/// kept as the engine keeps it.
pub(crate) trait Ask<Record> {
    const NAME: &'static str;
    type Plane: Copy;
    type Thing;
    fn plane(plane: &Plane) -> Self::Plane;
    fn thing(record: &Record) -> Self::Thing;
    fn side(plane: &Self::Plane, thing: &Self::Thing) -> Side;
}

/// The numbers of a plane in f32: planes of families are exact in it.
pub(crate) fn narrowed(plane: &Plane) -> ([f32; 3], f32) {
    (
        plane.normal().map(|number| number as f32),
        plane.offset() as f32,
    )
}

/// One call for each thing, in a loop that the compiler sees through, or not.
struct OneByOne<A: Ask<Record>, Record, const APART: bool> {
    plane: A::Plane,
    things: Vec<A::Thing>,
    sides: Vec<Side>,
}

impl<A: Ask<Record>, Record, const APART: bool> OneByOne<A, Record, APART> {
    fn new(plane: &Plane, records: &[Record]) -> Self {
        Self {
            plane: A::plane(plane),
            things: records.iter().map(A::thing).collect(),
            sides: vec![Side::On; records.len()],
        }
    }
}

impl<A: Ask<Record>, Record, const APART: bool> Contestant for OneByOne<A, Record, APART> {
    fn name(&self) -> &'static str {
        A::NAME
    }

    fn run(&mut self, chunk: Range<usize>) {
        let plane = black_box(self.plane);
        let things = self.things[chunk.clone()].iter();
        for (thing, side) in things.zip(&mut self.sides[chunk]) {
            // Behind a black box, one call knows nothing of the next: no loop over many at once.
            *side = A::side(&plane, if APART { black_box(thing) } else { thing });
        }
        black_box(&mut self.sides);
    }

    fn wrong(&self, exact: &[Side]) -> Option<usize> {
        let pairs = self.sides.iter().zip(exact);
        Some(pairs.filter(|(side, exact)| side != exact).count())
    }
}

/// Single calls: each for itself.
pub(crate) fn calls<A: Ask<Record> + 'static, Record: 'static>(
    plane: &Plane,
    records: &[Record],
) -> Box<dyn Contestant> {
    Box::new(OneByOne::<A, Record, true>::new(plane, records))
}

/// A loop of calls, in which the compiler may do several at once.
pub(crate) fn sweep<A: Ask<Record> + 'static, Record: 'static>(
    plane: &Plane,
    records: &[Record],
) -> Box<dyn Contestant> {
    Box::new(OneByOne::<A, Record, false>::new(plane, records))
}
