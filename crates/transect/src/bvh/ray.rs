//! The boxes that a line, a ray or a segment meets, nearest first.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use crate::batch::level::{dispatch, level_of_cpu};
use crate::bvh::block::{Block, lanes};
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::slabs::Slabs;
use crate::bvh::tree::Bvh;
use crate::chord::PARAMETER_ERROR;
use crate::clip::LinePart;

/// A search along a line, a ray or a segment: see [`Bvh::ray`].
#[derive(Clone, Copy, Debug)]
pub struct RaySearch<'t, T = f32, const D: usize = 3> {
    tree: &'t Bvh<T, D>,
    line: LinePart<D>,
    until: f64,
}

/// A node or a leaf that is to be visited.
#[derive(Clone, Copy)]
struct Waiting {
    /// A parameter that is not greater than those of the line's points in the box of the node.
    enter: f64,
    /// The level of the node: 0 for a leaf.
    level: u32,
    place: u32,
}

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Returns a search for the boxes that a [`Line`](crate::Line), a [`Ray`](crate::Ray) or a
    /// [`Segment`](crate::Segment) meets. Its methods return all boxes, any of them, or the first body. Boxes contain their
    /// borders, so touching counts.
    ///
    /// ```
    /// use transect::{Ray, batch::AabbColumns, bvh::Bvh};
    /// let ([low, high], zero, one) = ([[0.0_f32, 2.0, 4.0], [1.0, 3.0, 5.0]], [0.0; 3], [1.0; 3]);
    /// let tree = Bvh::build(&AabbColumns::new([&low, &zero, &zero], [&high, &one, &one]))?;
    /// let ray = Ray::new([1.5, 0.5, 1.0], [1.0, 0.0, 0.0])?; // along the upper faces of two boxes
    /// assert_eq!(tree.ray(ray).ids(), [1, 2]);
    /// let enter = |id: u32| ray.chord(&tree.aabb_in_slot(id as usize)?).interval().map(|[t, _]| t);
    /// assert_eq!(tree.ray(ray).first(enter), Some((1, 0.5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "cast_ray")]
    #[must_use]
    pub fn ray(&self, line: impl Into<LinePart<D>>) -> RaySearch<'_, T, D> {
        RaySearch {
            tree: self,
            line: line.into(),
            until: f64::INFINITY,
        }
    }
}

impl<T: Coordinate, const D: usize> RaySearch<'_, T, D> {
    /// Returns this search without the boxes that certainly begin after the parameter t, in floats. A segment is an exact
    /// bound.
    #[must_use]
    pub fn until(mut self, t: f64) -> Self {
        self.until = t;
        self
    }

    /// Returns the ids of all boxes that the line, ray or segment meets, exactly, in ascending order.
    #[must_use]
    pub fn ids(&self) -> Vec<u32> {
        let mut ids = Vec::new();
        let _ = self.visit_slots(|slot| {
            let aabb = self.tree.leaves[slot / LANES].aabb(slot % LANES);
            if !self.line.chord(&aabb).is_apart() {
                ids.push(self.tree.ids[slot]);
            }
            ControlFlow::Continue(self.until)
        });
        ids.sort_unstable();
        ids
    }

    /// Returns the id of a body that is hit, or `None` if no body is. `is_hit` tells whether the body in a box is hit.
    pub fn any(&self, mut is_hit: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut found = None;
        let _ = self.visit(|id| {
            if is_hit(id) {
                found = Some(id);
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(self.until)
            }
        });
        found
    }

    /// Returns the body that is hit first, with its parameter t: the least t, and the least id for equal ones. `time`
    /// returns the t at which the body in a box is hit, as [`RaySearch::first_by`] needs it; `None` if it is missed.
    pub fn first(&self, mut time: impl FnMut(u32) -> Option<f64>) -> Option<(u32, f64)> {
        let hit = |id| Some((id, time(id).filter(|t| *t <= self.until)?));
        let order = |(id, t): &(u32, f64), (other, least): &(u32, f64)| {
            let of_times = t.partial_cmp(least).unwrap_or(Ordering::Equal);
            of_times.then(id.cmp(other))
        };
        self.first_by(hit, |(_, t)| *t, order)
    }

    /// Returns the first hit in an order of hits that agrees with the exact parameters at which bodies are hit. `hit` returns
    /// the hit of the body in a box, `None` if it is missed. `time` returns its t, with a relative error below
    /// [`PARAMETER_ERROR`](crate::PARAMETER_ERROR), as that of a [`Chord`](crate::Chord).
    pub fn first_by<Hit>(
        &self,
        mut hit: impl FnMut(u32) -> Option<Hit>,
        time: impl Fn(&Hit) -> f64,
        order: impl Fn(&Hit, &Hit) -> Ordering,
    ) -> Option<Hit> {
        let mut first: Option<Hit> = None;
        let mut until = self.until;
        let _ = self.visit(|id| {
            if let Some(next) = hit(id)
                && first
                    .as_ref()
                    .is_none_or(|first| order(&next, first).is_lt())
            {
                // Another hit with a slightly greater t may come before.
                let t = time(&next);
                until = t + 2.0 * PARAMETER_ERROR * t.abs();
                first = Some(next);
            }
            ControlFlow::Continue(until)
        });
        first
    }

    /// Calls `visit` with the id of each box that the line, ray or segment may meet, about from the nearest to the
    /// farthest. A box is left out only if floats tell that it is missed, so the body in the box is to be asked. `visit`
    /// returns the parameter t up to which the search goes on, or `Break`.
    pub fn visit(&self, mut visit: impl FnMut(u32) -> ControlFlow<(), f64>) -> ControlFlow<()> {
        self.visit_slots(|slot| visit(self.tree.ids[slot]))
    }

    fn visit_slots(&self, mut visit: impl FnMut(usize) -> ControlFlow<(), f64>) -> ControlFlow<()> {
        let tree = self.tree;
        let slabs = Slabs::of(&self.line.course());
        let mut until = self.until;
        let mut waiting: Vec<Waiting> = Vec::with_capacity(64);
        let first = |level: usize, place: usize| Waiting {
            enter: f64::NEG_INFINITY,
            level: level as u32,
            place: place as u32,
        };
        waiting.extend((tree.built..tree.leaves.len()).map(|leaf| first(0, leaf)));
        if tree.built > 0 {
            waiting.push(first(tree.levels.len(), 0));
        }
        while let Some(Waiting {
            enter,
            level,
            place,
        }) = waiting.pop()
        {
            if enter > until {
                continue;
            }
            let at = place as usize;
            let (block, query) = match level {
                0 => (&tree.leaves[at], tree.alive[at]),
                _ => {
                    let below = level as usize - 1;
                    (&tree.levels[below][at], tree.lanes_of_node(below, at))
                }
            };
            let (enters, met) = meet(&slabs, block, until);
            let mut children = [(0.0, 0_u8); LANES];
            let mut count = 0;
            for lane in lanes(query & met) {
                // The nearest child comes last.
                let enter = enters[lane];
                let mut place = count;
                while place > 0 && children[place - 1].0 < enter {
                    children[place] = children[place - 1];
                    place -= 1;
                }
                children[place] = (enter, lane as u8);
                count += 1;
            }
            let children = &children[..count];
            if level == 0 {
                for &(enter, lane) in children.iter().rev() {
                    if enter > until {
                        break;
                    }
                    until = until.min(visit(at * LANES + usize::from(lane))?);
                }
                continue;
            }
            waiting.extend(children.iter().map(|&(enter, lane)| Waiting {
                enter,
                level: level - 1,
                place: place << 4 | u32::from(lane),
            }));
        }
        ControlFlow::Continue(())
    }
}

/// Returns, for each box of a block, a parameter that is not greater than those of the line's points in it, and a mask of
/// the boxes that the line may meet before `until`.
fn meet<T: Coordinate, const D: usize>(
    slabs: &Slabs<D>,
    block: &Block<T, D>,
    until: f64,
) -> ([f64; LANES], u16) {
    dispatch!(level_of_cpu(), _simd => slabs.meet(block, until))
}
