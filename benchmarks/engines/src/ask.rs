//! Questions that an engine answers with one call per item: the side of a point or a box relative to a plane, or the
//! visibility of a box in a frustum.

use std::hint::black_box;
use std::ops::Range;

use transect::{Aabb, Plane, Side};

use crate::rounds::Contestant;

/// A point in f32, which every engine can represent.
pub(crate) type Point = [f32; 3];

/// A box: its lower and its upper corner, 24 bytes.
pub(crate) type Bounds = [Point; 2];

pub(crate) fn widened(point: &Point) -> [f64; 3] {
    point.map(f64::from)
}

/// Converts a box to f64, exactly.
pub(crate) fn aabb([min, max]: &Bounds) -> Aabb {
    Aabb::new(widened(min), widened(max)).expect("families hold boxes")
}

/// The six planes of a camera's frustum, which face inward. Points in front of all of them are visible.
pub(crate) type Frustum = [Plane; 6];

/// A question, such as a plane, that has an exact answer for each record, such as a point or a box.
pub(crate) trait Exactly<Record> {
    fn exactly(&self, record: &Record) -> Side;
}

impl Exactly<Point> for Plane {
    fn exactly(&self, point: &Point) -> Side {
        self.side(&widened(point))
    }
}

impl Exactly<Bounds> for Plane {
    fn exactly(&self, bounds: &Bounds) -> Side {
        self.side(&aabb(bounds))
    }
}

/// The exact answer for a box. For each of the six planes, take the side of the frontmost point of the box; the answer
/// is the backmost of these six sides. `Back`: the box is wholly behind some plane. `On`: the box is not wholly behind
/// any plane, but it touches at least one plane from behind. `Front`: for each plane, part of the box is in front.
impl Exactly<Bounds> for Frustum {
    fn exactly(&self, bounds: &Bounds) -> Side {
        let aabb = aabb(bounds);
        let sides = self.iter().map(|plane| plane.extent(&aabb).frontmost);
        sides.min().expect("six planes")
    }
}

/// An engine that answers for one item at a time.
/// The engine prepares each question once, and stores the items in its own types.
pub(crate) trait Ask<Record, Question = Plane> {
    const NAME: &'static str;
    type Question: Copy;
    type Thing;
    fn query(question: &Question) -> Self::Question;
    fn thing(record: &Record) -> Self::Thing;
    fn side(query: &Self::Question, thing: &Self::Thing) -> Side;

    /// Returns `true` if the engine's answer is right, compared with the exact side. Engines with a convention of their
    /// own for boxes that only touch a frustum override this function.
    fn is_right(answer: Side, exact: Side) -> bool {
        answer == exact
    }
}

/// Returns the normal and the offset of a plane in f32. All planes of the measurements are exact in f32.
pub(crate) fn narrowed(plane: &Plane) -> ([f32; 3], f32) {
    (
        plane.normal().map(|number| number as f32),
        plane.offset() as f32,
    )
}

/// Converts an engine's answer about an item, visible or not, to a side: `Front` if it is visible, otherwise `Back`.
pub(crate) fn seen(is_seen: bool) -> Side {
    if is_seen { Side::Front } else { Side::Back }
}

/// An engine that is called once per item, in a loop. If `APART` is true, the compiler cannot combine the calls.
struct OneByOne<A: Ask<Record, Question>, Record, Question, const APART: bool> {
    query: A::Question,
    things: Vec<A::Thing>,
    sides: Vec<Side>,
}

impl<A, Record, Question, const APART: bool> OneByOne<A, Record, Question, APART>
where
    A: Ask<Record, Question>,
{
    fn new(question: &Question, records: &[Record]) -> Self {
        Self {
            query: A::query(question),
            things: records.iter().map(A::thing).collect(),
            sides: vec![Side::On; records.len()],
        }
    }
}

impl<A, Record, Question, const APART: bool> Contestant for OneByOne<A, Record, Question, APART>
where
    A: Ask<Record, Question>,
{
    fn name(&self) -> &'static str {
        A::NAME
    }

    fn run(&mut self, chunk: Range<usize>) {
        let query = black_box(self.query);
        let things = self.things[chunk.clone()].iter();
        for (thing, side) in things.zip(&mut self.sides[chunk]) {
            // `black_box` hides the item from the compiler, which therefore cannot combine several calls.
            *side = A::side(&query, if APART { black_box(thing) } else { thing });
        }
        black_box(&mut self.sides);
    }

    fn wrong(&self, exact: &[Side]) -> Option<usize> {
        let pairs = self.sides.iter().zip(exact);
        Some(
            pairs
                .filter(|&(&side, &exact)| !A::is_right(side, exact))
                .count(),
        )
    }
}

/// Returns a contestant (an engine to be timed) that makes single calls, which the compiler cannot combine.
pub(crate) fn calls<A: Ask<Record> + 'static, Record: 'static>(
    plane: &Plane,
    records: &[Record],
) -> Box<dyn Contestant> {
    Box::new(OneByOne::<A, Record, Plane, true>::new(plane, records))
}

/// Returns a contestant (an engine to be timed) that makes the calls in a loop, where the compiler may combine several
/// calls.
pub(crate) fn sweep<A, Question>(question: &Question, boxes: &[Bounds]) -> Box<dyn Contestant>
where
    A: Ask<Bounds, Question> + 'static,
    Question: 'static,
{
    Box::new(OneByOne::<A, Bounds, Question, false>::new(question, boxes))
}
