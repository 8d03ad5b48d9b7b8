//! The certificate of a cut, computed from the finished halves alone.
//!
//! Nothing here knows how the halves were made: it welds positions, counts directed edges in
//! integers, and compares moments with a bound that is derived, not chosen.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::cutter::Cutter;
use crate::mesh::boundary::boundary;
use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::rounding::{Explained, Sums, area_of};
use crate::mesh::split::Split;
use crate::mesh::weld::{key, weld};
use crate::plane::Plane;
use crate::predicates::unit::U;
use crate::vector::{dot, length, scale, sub};

/// What a cut is to be judged by: its input and its finished halves, in the numbers of the output.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a, C = Plane> {
    /// The plane of the cut.
    pub plane: &'a C,
    /// The mesh that was cut.
    pub input: &'a Mesh,
    /// What lies in front.
    pub front: &'a Mesh,
    /// What lies behind.
    pub back: &'a Mesh,
    /// The part number of cap triangles in both halves.
    pub cap_part: u32,
    /// The loops that the caps should fill, material on the left seen from the front, in the
    /// coordinates of the halves.
    pub cap_loops: &'a [Vec<[f64; 3]>],
    /// Where the halves' origin lies in the coordinates of the input.
    pub origin: [f64; 3],
    /// The largest change of a coordinate by narrowing to the numbers of the output.
    pub largest_rounding: f64,
    /// The area of the triangles that fell away when narrowing made vertices equal.
    pub vanished_area: f64,
    /// The cap triangles that the halves in front and behind lack because they lay on the surface.
    pub folded_caps: [&'a [[[f64; 3]; 3]]; 2],
}

/// What was found of a cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// Whether the input is closed.
    pub input_closed: bool,
    /// The half in front.
    pub front: HalfReport,
    /// The half behind.
    pub back: HalfReport,
    /// The area of the caps of one half.
    pub cap_area: f64,
    /// Whether the boundary of the caps is the loops, exactly, in both halves, and no two triangles
    /// of them lie back to back.
    pub caps_match_loops: bool,
    /// |A(caps in front) − A(caps behind)|.
    pub caps_agree: Residual,
    /// How far vertices lie beyond the plane, and vertices that are not the input's off it.
    pub off_plane: Residual,
    /// |V(front) + V(back) − V(input)|.
    pub volume: Residual,
    /// The largest coordinate of |M(front) + M(back) − M(input)|, where M = ∫ (p − middle) dV.
    pub first_moment: Residual,
    /// |A(front) + A(back) − 2·A(caps) − A(input)|.
    pub area: Residual,
}

/// What was found of one half.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HalfReport {
    /// How many triangles it has.
    pub triangles: usize,
    /// How many different positions its corners have.
    pub vertices: usize,
    /// Whether every directed edge occurs as often as its reverse.
    pub closed: bool,
    /// Whether every directed edge occurs exactly once, and its reverse once.
    pub manifold: bool,
    /// How many directed edges lack their reverse.
    pub open_edges: usize,
    /// The area of its triangles, caps included.
    pub area: f64,
    /// The volume enclosed; it means something where the half is closed.
    pub volume: f64,
}

/// A difference that would be zero in exact arithmetic, and how large rounding may make it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// The difference, as computed.
    pub found: f64,
    /// The most that roundings explain.
    pub bound: f64,
}

impl Residual {
    /// Whether roundings explain the difference.
    #[must_use]
    pub fn is_explained(&self) -> bool {
        self.found <= self.bound
    }
}

/// Something that is wrong with the halves of a closed mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A half is open.
    Open,
    /// The caps do not fill the loops, or differ.
    Caps,
    /// A vertex lies where the cut puts none.
    Vertices,
    /// The volumes do not add up.
    Volume,
    /// The volumes add up, but do not lie where they should.
    FirstMoment,
    /// The areas do not add up.
    Area,
}

impl Split {
    /// The certificate of these halves as they are, in f64, for the mesh and the plane they come from.
    ///
    /// ```
    /// use transect::{Plane, mesh::{Mesh, RawMesh}};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let plane: Plane = "x + y = 3".parse()?;
    /// let certificate = tetrahedron.split(&plane).certificate(&tetrahedron, &plane);
    /// assert!(certificate.front.closed && certificate.back.closed);
    /// assert_eq!(certificate.faults().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn certificate(&self, input: &Mesh, plane: &impl Cutter) -> Certificate {
        self.certificate_narrowed(input, plane, [0.0; 3], 0.0)
    }

    /// The certificate of these halves after narrowing about an origin.
    pub(crate) fn certificate_narrowed(
        &self,
        input: &Mesh,
        plane: &impl Cutter,
        origin: [f64; 3],
        largest_rounding: f64,
    ) -> Certificate {
        Certificate::of(&Subject {
            plane,
            input,
            front: &self.front,
            back: &self.back,
            cap_part: CAP,
            cap_loops: &self.cap_loops,
            origin,
            largest_rounding,
            vanished_area: self.vanished_area,
            folded_caps: self.folded_caps.each_ref().map(Vec::as_slice),
        })
    }
}

impl Certificate {
    /// Examines a cut. Coordinates beyond about 1e70 overflow the moments, and are then called faults.
    #[must_use]
    pub fn of(subject: &Subject<'_, impl Cutter>) -> Self {
        let input_middle = subject.input.middle();
        let middle = sub(&input_middle, &subject.origin);
        let input = Sums::of(subject.input, &input_middle, None);
        let (front, front_sums) = examine(subject.front, &middle, subject.cap_part);
        let (back, back_sums) = examine(subject.back, &middle, subject.cap_part);
        let all = [&input, &front_sums, &back_sums];
        let displacement = displacement(subject);
        let explained = Explained::of(&all, displacement);
        // Distances are measured from coefficients; a plane kept as its points lies so far off these.
        let off_plane_bound = displacement + subject.plane.gap(largest_coordinate(subject.input));
        let moment_difference = |axis: usize| {
            (front_sums.first[axis] + back_sums.first[axis] - input.first[axis]).abs()
        };
        let [folded_in_front, folded_behind] = subject.folded_caps.map(area_of);
        let front_caps = front_sums.cap_area + folded_in_front;
        let back_caps = back_sums.cap_area + folded_behind;
        Self {
            input_closed: subject.input.boundary().is_closed(),
            cap_area: 0.5 * (front_caps + back_caps),
            caps_agree: Residual {
                found: (front_caps - back_caps).abs(),
                bound: explained.area + subject.vanished_area * (1.0 + 16.0 * U),
            },
            off_plane: Residual {
                found: off_plane(subject, off_plane_bound),
                bound: off_plane_bound,
            },
            caps_match_loops: caps_match(subject, subject.back, subject.folded_caps[1], 1)
                && caps_match(subject, subject.front, subject.folded_caps[0], -1)
                && [subject.front, subject.back]
                    .iter()
                    .all(|half| lies_flat(half, subject)),
            volume: Residual {
                found: (front_sums.volume + back_sums.volume - input.volume).abs(),
                bound: explained.volume,
            },
            first_moment: Residual {
                found: (0..3).map(moment_difference).fold(0.0, f64::max),
                bound: explained.first,
            },
            area: Residual {
                found: (front_sums.area - front_sums.cap_area + back_sums.area
                    - back_sums.cap_area
                    - input.area)
                    .abs(),
                bound: explained.area + subject.vanished_area * (1.0 + 16.0 * U),
            },
            front,
            back,
        }
    }

    /// What is wrong: of halves of a closed mesh, nothing ever should be. Of an open mesh the caps, the
    /// vertices and the area are judged.
    pub fn faults(&self) -> impl Iterator<Item = Fault> {
        let closed = self.front.closed && self.back.closed;
        [
            (Fault::Open, self.input_closed && !closed),
            (
                Fault::Caps,
                !self.caps_match_loops || !self.caps_agree.is_explained(),
            ),
            (Fault::Vertices, !self.off_plane.is_explained()),
            (
                Fault::Volume,
                self.input_closed && !self.volume.is_explained(),
            ),
            (
                Fault::FirstMoment,
                self.input_closed && !self.first_moment.is_explained(),
            ),
            (Fault::Area, !self.area.is_explained()),
        ]
        .into_iter()
        .filter_map(|(fault, is_there)| is_there.then_some(fault))
    }
}

/// How far any vertex of the halves may lie from where exact arithmetic would put it, across the
/// surface: the narrowing, and the construction of cut vertices.
///
/// A cut vertex is a + t·(b − a). Two values of n·p + d are each within 2⁻⁵⁰ of the truth, so t is
/// within 20u, which matters only where the coordinate on the plane's own axis is set apart; with
/// the three roundings after it no coordinate is off by more than 96u·max|coordinate|. A distance
/// is at most twice the error of a coordinate.
fn displacement(subject: &Subject<'_, impl Cutter>) -> f64 {
    2.0 * (subject.largest_rounding + 96.0 * U * largest_coordinate(subject.input))
}

fn largest_coordinate(mesh: &Mesh) -> f64 {
    mesh.bounds().map_or(0.0, |bounds| {
        let corners = [bounds.min(), bounds.max()];
        corners
            .as_flattened()
            .iter()
            .fold(0.0_f64, |m, c| m.max(c.abs()))
    })
}

fn examine(half: &Mesh, middle: &[f64; 3], cap_part: u32) -> (HalfReport, Sums) {
    let sums = Sums::of(half, middle, Some(cap_part));
    let mut positions = half.positions().to_vec();
    let mut triangles = half.triangles().to_vec();
    weld(&mut positions, &mut triangles);
    let boundary = boundary(positions.len(), &triangles);
    let report = HalfReport {
        triangles: triangles.len(),
        vertices: positions.len(),
        closed: boundary.is_closed(),
        manifold: boundary.manifold,
        open_edges: boundary.open_edges(),
        area: sums.area,
        volume: sums.volume,
    };
    (report, sums)
}

/// How far vertices of the halves lie beyond the plane, caps off it, and vertices that are not the
/// input's off it.
///
/// Distances are plain sums: off by at most 4u·(|n|·|p| + |d|)/|n|, which the displacement has room
/// for. Vertices farther off than the displacement must be the input's, all of them: their
/// fingerprints are added up, in any order, and only if the sums differ are they looked up one by one.
fn off_plane(subject: &Subject<'_, impl Cutter>, displacement: f64) -> f64 {
    let plane = subject.plane.measuring_plane();
    let normal = plane.normal();
    let scaled = scale(&normal, 1.0 / length(&normal));
    let offset = plane.offset() / length(&normal) + dot(&scaled, &subject.origin);
    let distance = |position: &[f64; 3]| dot(&scaled, position) + offset;
    let narrow = |c: f64| {
        if subject.largest_rounding > 0.0 {
            f64::from(c as f32)
        } else {
            c
        }
    };
    let place = |position: &[f64; 3]| sub(position, &subject.origin).map(narrow);
    let mut farthest = 0.0_f64;
    for (half, sign) in [(subject.front, 1.0), (subject.back, -1.0)] {
        let is_away = |position: &&[f64; 3]| sign * distance(position) > displacement;
        let away = half.positions().iter().filter(is_away).map(fingerprint);
        let placed = subject.input.positions().iter().map(place);
        let expected = placed.filter(|p| is_away(&p)).map(|p| fingerprint(&p));
        if away.fold(0, u64::wrapping_add) != expected.fold(0, u64::wrapping_add) {
            let known: HashSet<[u64; 3]> = subject
                .input
                .positions()
                .iter()
                .map(|p| key(&place(p)))
                .collect();
            let new = half.positions().iter().filter(|p| !known.contains(&key(p)));
            farthest = new.fold(farthest, |m, p| m.max(distance(p).abs()));
        }
        farthest = half
            .positions()
            .iter()
            .fold(farthest, |m, p| m.max(-sign * distance(p)));
        for index in (0..half.triangles().len()).filter(|&t| half.part(t) == subject.cap_part) {
            let corners = half.corners(index);
            farthest = corners
                .iter()
                .fold(farthest, |m, p| m.max(distance(p).abs()));
        }
    }
    farthest
}

/// A number that hardly any two positions share (the mixing steps of SplitMix64).
fn fingerprint(position: &[f64; 3]) -> u64 {
    key(position).into_iter().fold(0, |mixed: u64, bits| {
        let mixed = (mixed ^ bits).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}

/// Whether the directed edges of a half's caps, with those that it lacks, are those of the loops
/// times `sign`.
fn caps_match<C>(
    subject: &Subject<'_, C>,
    half: &Mesh,
    folded: &[[[f64; 3]; 3]],
    sign: i32,
) -> bool {
    let mut ids: HashMap<[u64; 3], u32> = HashMap::new();
    let mut counts: HashMap<[u32; 2], i32> = HashMap::new();
    let mut count = |from: &[f64; 3], to: &[f64; 3], times: i32| {
        let [from, to] = [from, to].map(|position| {
            let next = ids.len() as u32;
            *ids.entry(key(position)).or_insert(next)
        });
        match from.cmp(&to) {
            core::cmp::Ordering::Less => *counts.entry([from, to]).or_default() += times,
            core::cmp::Ordering::Greater => *counts.entry([to, from]).or_default() -= times,
            core::cmp::Ordering::Equal => {}
        }
    };
    let is_cap = |&index: &usize| half.part(index) == subject.cap_part;
    let caps = (0..half.triangles().len())
        .filter(is_cap)
        .map(|index| half.corners(index));
    for [a, b, c] in caps.chain(folded.iter().copied()) {
        count(&a, &b, 1);
        count(&b, &c, 1);
        count(&c, &a, 1);
    }
    for points in subject.cap_loops {
        let next = points.iter().skip(1).chain(points.first());
        for (from, to) in points.iter().zip(next) {
            count(from, to, -sign);
        }
    }
    counts.into_values().all(|times| times == 0)
}

/// Whether no two cap triangles of a half lie back to back.
fn lies_flat<C>(half: &Mesh, subject: &Subject<'_, C>) -> bool {
    let is_cap = |&index: &usize| half.part(index) == subject.cap_part;
    let caps = || {
        (0..half.triangles().len())
            .filter(is_cap)
            .map(|index| half.corners(index).each_ref().map(key))
    };
    let least_first =
        |[a, b, c]: [[u64; 3]; 3]| [[a, b, c], [b, c, a], [c, a, b]].into_iter().min();
    let there: HashSet<_> = caps().map(least_first).collect();
    caps().all(|[a, b, c]| !there.contains(&least_first([a, c, b])))
}
