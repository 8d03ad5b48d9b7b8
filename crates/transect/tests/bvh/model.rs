//! Random boxes and planes of many families. A flat list of boxes is the reference for every query of a tree.

use transect::batch::AabbColumns;
use transect::bvh::{Bvh, BvhView, Coordinate, Nearest, Selection};
use transect::{Aabb, Line, LinePart, Overlap, Plane, Ray, Region, Segment, Shape, Side};

/// The random number generator xorshift64*: it gives the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a random number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }
}

/// A number type, f32 or f64, with conversion from f64.
pub(crate) trait Number: Coordinate {
    const MOST: f64;
    fn of(value: f64) -> Self;
}

impl Number for f32 {
    const MOST: f64 = f32::MAX as f64;
    fn of(value: f64) -> Self {
        value as Self
    }
}

impl Number for f64 {
    const MOST: f64 = f64::MAX;
    fn of(value: f64) -> Self {
        value
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Family {
    /// The boxes are anywhere in a cube.
    Uniform,
    /// The boxes are in a few dense clusters, and one box is far away.
    Heaps,
    /// The boxes are unit cells with integer coordinates: all neighbors touch.
    Lattice,
    /// The boxes are far from the origin, relative to their size.
    Far,
    /// The boxes are so large that sums of coordinates overflow.
    Huge,
    /// The boxes are flat along some axes, or points.
    Flat,
    /// All boxes are identical.
    Identical,
    /// The boxes are so small that products underflow.
    Tiny,
    /// The boxes are small, and every tenth has infinite bounds.
    Unbounded,
}

pub(crate) const FAMILIES: [Family; 9] = [
    Family::Uniform,
    Family::Heaps,
    Family::Lattice,
    Family::Far,
    Family::Huge,
    Family::Flat,
    Family::Identical,
    Family::Tiny,
    Family::Unbounded,
];

pub(crate) type Corners<T, const D: usize> = [[T; D]; 2];

pub(crate) fn random_box<T: Number, const D: usize>(
    family: Family,
    random: &mut Random,
) -> Corners<T, D> {
    let heap = random.below(5) as f64;
    let outlier = random.below(300) == 0;
    let is_unbounded = random.below(10) == 0;
    let [mut min, mut max] = [[T::of(0.0); D]; 2];
    for (axis, (min, max)) in min.iter_mut().zip(&mut max).enumerate() {
        let (low, size) = match family {
            Family::Uniform => (random.unit() * 10.0, random.unit()),
            Family::Heaps if outlier => (1e6, 1.0),
            Family::Heaps => (heap * (20.0 + axis as f64) + random.unit(), 0.05),
            Family::Lattice => (random.below(9) as f64 - 4.0, 1.0),
            Family::Far => (5e6 + random.below(40) as f64, 1.0),
            Family::Huge => (
                (random.unit() * 1.8 - 1.0) * T::MOST,
                random.unit() * 0.2 * T::MOST,
            ),
            Family::Flat => (
                random.below(16) as f64 / 16.0,
                f64::from(random.below(3) == 0) / 8.0,
            ),
            Family::Identical => (0.1, 0.2),
            Family::Tiny => (random.unit() * 1e-40, random.unit() * 1e-41),
            Family::Unbounded => (random.below(40) as f64 / 4.0, 0.5),
        };
        *min = T::of(low);
        *max = T::of((T::of(low).to_f64() + size).min(T::MOST));
        if matches!(family, Family::Unbounded) && is_unbounded {
            let ends = random.below(4);
            if ends & 1 == 0 {
                *min = T::of(f64::NEG_INFINITY);
            }
            if ends & 2 == 0 {
                *max = T::of(f64::INFINITY);
            }
        }
    }
    [min, max]
}

/// Returns a plane that is usually near or on boxes of the family: most planes pass through a corner of one of the
/// boxes.
pub(crate) fn random_plane<T: Number, const D: usize>(
    family: Family,
    boxes: &[Option<Corners<T, D>>],
    random: &mut Random,
) -> Plane<D> {
    loop {
        let point = match boxes.len() {
            0 => [0.0; D],
            count => boxes[random.below(count)].map_or([0.0; D], |corners| {
                core::array::from_fn(|axis| {
                    let coordinate = corners[random.below(2)][axis].to_f64();
                    if coordinate.is_finite() {
                        coordinate
                    } else {
                        0.0
                    }
                })
            }),
        };
        let kind = random.below(6);
        let normal: [f64; D] = core::array::from_fn(|axis| match kind {
            0 => f64::from(axis == 1),
            1 => random.below(5) as f64 - 2.0,
            2 => (random.unit() - 0.5) * 1e30,
            3 => (random.unit() - 0.5) * 1e-30,
            _ => random.unit() - 0.5,
        });
        let plane = match (family, kind) {
            // The sum n·p + d of boxes overflows in f32.
            (Family::Huge, 2) => Plane::new([1e19; D], 0.0),
            _ => Plane::from_point_and_normal(point, normal),
        };
        if let Ok(plane) = plane {
            return plane;
        }
    }
}

/// Returns a line, a ray or a segment that usually passes near boxes of the family or touches one. Some of its directions
/// are perpendicular to axes, so short that quotients overflow, or so long that they underflow.
fn random_line<T: Number, const D: usize>(
    family: Family,
    boxes: &[Option<Corners<T, D>>],
    random: &mut Random,
) -> LinePart<D> {
    let plane = random_plane(family, boxes, random);
    let corners = match boxes.len() {
        0 => None,
        count => boxes[random.below(count)],
    };
    let end = random.below(2);
    let to: [f64; D] = core::array::from_fn(|axis| {
        let coordinate = corners.map_or(1.0, |corners| corners[end][axis].to_f64());
        if coordinate.is_finite() {
            coordinate
        } else {
            2.0
        }
    });
    let scale = match random.below(8) {
        0 => 1e-310,
        1 => 1e292,
        _ => 1.0,
    };
    let direction = plane.normal().map(|c| c * scale);
    // A point some steps before the corner.
    let steps = random.below(4) as f64 - 1.0;
    let from: [f64; D] = core::array::from_fn(|axis| to[axis] - steps * plane.normal()[axis]);
    let is_finite = from.iter().chain(&direction).all(|c| c.is_finite());
    match (random.below(4), is_finite) {
        (0, _) | (_, false) => {
            let half = to.map(|c| c / 2.0);
            LinePart::Segment(Segment::new(half, to).expect("finite points"))
        }
        (1, _) => Line::new(from, direction).map_or_else(
            |_| LinePart::Segment(Segment::new(from, to).expect("finite points")),
            LinePart::Line,
        ),
        _ => Ray::new(from, direction).map_or_else(
            |_| LinePart::Segment(Segment::new(from, to).expect("finite points")),
            LinePart::Ray,
        ),
    }
}

/// The reference for a tree: a flat list of boxes, indexed by id. A removed box is `None`.
pub(crate) struct Model<T, const D: usize>(pub(crate) Vec<Option<Corners<T, D>>>);

/// The bounds of boxes as columns: one list per axis and end, which this type owns.
pub(crate) struct Columns<T, const D: usize>([[Vec<T>; D]; 2]);

impl<T: Number, const D: usize> Columns<T, D> {
    pub(crate) fn of(boxes: impl Iterator<Item = Corners<T, D>> + Clone) -> Self {
        Self([0, 1].map(|end| {
            core::array::from_fn(|axis| boxes.clone().map(|corners| corners[end][axis]).collect())
        }))
    }

    pub(crate) fn view(&self) -> AabbColumns<'_, T, D> {
        let [min, max] = self.0.each_ref();
        AabbColumns::new(
            min.each_ref().map(Vec::as_slice),
            max.each_ref().map(Vec::as_slice),
        )
    }
}

pub(crate) fn aabb<T: Number, const D: usize>(corners: &Corners<T, D>) -> Aabb<D> {
    let [min, max] = corners.map(|corner| corner.map(|number| number.to_f64()));
    Aabb::new(min, max).expect("a box")
}

impl<T: Number, const D: usize> Model<T, D> {
    pub(crate) fn new(family: Family, count: usize, random: &mut Random) -> Self {
        Self(
            (0..count)
                .map(|_| Some(random_box(family, random)))
                .collect(),
        )
    }

    pub(crate) fn tree(&self) -> Bvh<T, D> {
        let boxes = self.0.iter().map(|corners| corners.expect("all are there"));
        Bvh::build(&Columns::of(boxes).view()).expect("boxes")
    }

    fn boxes(&self) -> impl Iterator<Item = (u32, Aabb<D>)> + '_ {
        let boxes = self.0.iter().zip(0..);
        boxes.filter_map(|(corners, id)| Some((id, aabb(corners.as_ref()?))))
    }

    fn ids(&self, is_asked: impl Fn(&Aabb<D>) -> bool) -> Vec<u32> {
        let question = self.boxes().filter(|(_, aabb)| is_asked(aabb));
        question.map(|(id, _)| id).collect()
    }

    /// Compares the boxes on a line, ray or segment, the first of them, and those that begin before a bound.
    fn assert_ray(&self, tree: &Bvh<T, D>, line: &LinePart<D>) {
        let enter = |aabb: &Aabb<D>| line.chord(aabb).interval().map(|[t, _]| t);
        let search = tree.ray(*line);
        assert_eq!(
            search.ids(),
            self.ids(|aabb| enter(aabb).is_some()),
            "{line:?}"
        );
        let time = |id: u32| enter(&aabb(self.0[id as usize].as_ref()?));
        let hits = self
            .boxes()
            .filter_map(|(id, aabb)| Some((id, enter(&aabb)?)));
        let first = hits.min_by(|(a, s), (b, t)| s.total_cmp(t).then(a.cmp(b)));
        assert_eq!(search.first(time), first, "{line:?}");
        assert_eq!(
            search.any(|id| time(id).is_some()).is_some(),
            first.is_some()
        );
        if let Some((_, t)) = first
            && t.is_finite()
        {
            // The bound itself is within the search, and a bound that is less by more than the errors is not.
            assert_eq!(search.until(t).first(time), first, "{line:?}");
            let before = t - 1e-12 * t.abs() - 1e-299;
            assert_eq!(search.until(before).first(time), None, "{line:?}");
        }
    }

    /// Compares the boxes of a tree with the boxes of this flat list. Also compares the results of every query, for a
    /// few planes, regions and boxes.
    pub(crate) fn assert_same(&self, tree: &Bvh<T, D>, family: Family, random: &mut Random) {
        let mut boxes: Vec<_> = tree.boxes().collect();
        boxes.sort_by_key(|&(id, _)| id);
        assert!(boxes.into_iter().eq(self.boxes()));
        for _ in 0..3 {
            self.assert_ray(tree, &random_line(family, &self.0, random));
        }
        assert_eq!(tree.len(), self.boxes().count());
        assert_eq!(tree.id_count(), self.0.len());
        if let Some(bounds) = tree.bounds() {
            assert!(self.boxes().all(|(_, aabb)| bounds.join(&aabb) == bounds));
        }
        let bytes = tree.to_bytes();
        let view = BvhView::open(&bytes).expect("what was written");
        for _ in 0..3 {
            let plane = random_plane(family, &self.0, random);
            self.assert_sides(tree, &plane);
            self.assert_view_cuts(&view, &plane);
            self.assert_nearest(tree, &plane, random.below(40));
            let count = random.below(7);
            let planes: Vec<_> = (0..count)
                .map(|_| random_plane(family, &self.0, random))
                .collect();
            self.assert_overlaps(tree, &Region::new(&planes));
            self.assert_view_overlaps(&view, &Region::new(&planes));
            self.assert_meeting(tree, &aabb(&random_box::<T, D>(family, random)));
        }
    }

    pub(crate) fn assert_sides(&self, tree: &Bvh<T, D>, plane: &Plane<D>) {
        let sides = tree.sides(plane);
        let counts = tree.side_counts(plane);
        for (selection, count, side) in [
            (&sides.front, counts.front, Side::Front),
            (&sides.on, counts.on, Side::On),
            (&sides.back, counts.back, Side::Back),
        ] {
            let expected = self.ids(|aabb| plane.side(aabb) == side);
            assert_selected(tree, selection, &expected);
            assert_eq!(count, expected.len());
        }
        let cut = tree.on(plane);
        let expected = self.ids(|aabb| plane.side(aabb) == Side::On);
        assert_selected(tree, &cut, &expected);
        let mut visited = Vec::new();
        let flow = tree.visit_on(plane, |id| {
            visited.push(id);
            core::ops::ControlFlow::Continue(())
        });
        visited.sort_unstable();
        assert!(flow.is_continue() && visited == expected);
    }

    pub(crate) fn assert_overlaps(&self, tree: &Bvh<T, D>, region: &Region<'_, D>) {
        let found = tree.overlap_conservative(region);
        let of = |overlap| self.ids(|aabb| region.overlap_conservative(aabb) == overlap);
        assert_selected(tree, &found.inside, &of(Overlap::Inside));
        assert_selected(tree, &found.meets, &of(Overlap::Meets));
        if region.planes().len() > 6 {
            return;
        }
        let found = tree.overlap(region);
        let of = |overlap| self.ids(|aabb| region.overlap(aabb) == overlap);
        assert_selected(tree, &found.inside, &of(Overlap::Inside));
        assert_selected(tree, &found.meets, &of(Overlap::Meets));
    }

    fn assert_view_cuts(&self, view: &BvhView<'_, T, D>, plane: &Plane<D>) {
        let mut cut = view.on(plane).expect("what was written");
        cut.sort_unstable();
        assert_eq!(cut, self.ids(|aabb| plane.side(aabb) == Side::On));
    }

    pub(crate) fn assert_view_overlaps(&self, view: &BvhView<'_, T, D>, region: &Region<'_, D>) {
        let mut found = view.overlap_conservative(region).expect("what was written");
        let of = |overlap| self.ids(|aabb| region.overlap_conservative(aabb) == overlap);
        found.inside.sort_unstable();
        found.meets.sort_unstable();
        assert_eq!(found.inside, of(Overlap::Inside));
        assert_eq!(found.meets, of(Overlap::Meets));
    }

    fn assert_meeting(&self, tree: &Bvh<T, D>, query: &Aabb<D>) {
        let meets = |aabb: &Aabb<D>| {
            (0..D).all(|axis| {
                aabb.min()[axis] <= query.max()[axis] && query.min()[axis] <= aabb.max()[axis]
            })
        };
        let expected = self.ids(meets);
        assert_selected(tree, &tree.meeting(query), &expected);
        let stopped = tree.visit_meeting(query, |_| core::ops::ControlFlow::Break(()));
        assert_eq!(stopped.is_break(), !expected.is_empty());
    }

    pub(crate) fn assert_nearest(&self, tree: &Bvh<T, D>, plane: &Plane<D>, count: usize) {
        let in_front = self
            .boxes()
            .filter(|(_, aabb)| plane.extent(aabb).backmost != Side::Back);
        let mut expected: Vec<_> = in_front
            .map(|(id, aabb)| Nearest {
                id,
                distance: aabb.interval(plane).backmost + 0.0,
            })
            .collect();
        expected.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.id.cmp(&b.id)));
        expected.truncate(count);
        assert_eq!(tree.nearest(plane, count), expected);
    }
}

/// Asserts that a selection consists of these ids, through each of its methods.
fn assert_selected<T: Number, const D: usize>(
    tree: &Bvh<T, D>,
    selection: &Selection<'_>,
    expected: &[u32],
) {
    let mut ids: Vec<u32> = selection.ids().collect();
    ids.sort_unstable();
    assert_eq!(ids, expected);
    assert_eq!(selection.count(), expected.len());
    assert_eq!(selection.is_empty(), expected.is_empty());
    let bitmap = selection.bitmap();
    assert_eq!(bitmap.len(), tree.id_count().div_ceil(64));
    let set: u32 = bitmap.iter().map(|word| word.count_ones()).sum();
    assert_eq!(set as usize, expected.len());
    assert!(
        expected
            .iter()
            .all(|id| bitmap[*id as usize / 64] >> (id % 64) & 1 == 1)
    );
    let ranges = selection.slot_ranges();
    assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
    let mut by_slot: Vec<u32> = ranges
        .into_iter()
        .flatten()
        .map(|slot| tree.ids()[slot])
        .collect();
    by_slot.sort_unstable();
    assert_eq!(by_slot, expected);
}
