//! Families of parallel planes, after which the parts of a division are named.

use std::cmp::Ordering;

use transect::grid::{axis, names_by_axis};
use transect::{CuttingPlane, Relation, Side};

/// Parallel planes. A plane through points whose coefficients are rounded is a family of its own, unless it is perpendicular to
/// an axis: parallel coefficients do not say that such a plane is parallel to another one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Family {
    /// The name: that of the axis to which the planes are perpendicular, or a letter.
    name: String,
    first: CuttingPlane,
    /// The axis to which the planes are perpendicular.
    axis: Option<usize>,
    /// The planes, each with its index, and with `true` if its front is the front of the first plane.
    planes: Vec<(usize, CuttingPlane, bool)>,
}

impl Family {
    /// Groups planes. Families have the order of their first planes.
    ///
    /// No two combinations of sides have the same places: in a family of parallel planes, those below a part are the
    /// lowest ones, so their number says which they are.
    pub(super) fn of<'p>(planes: impl Iterator<Item = &'p CuttingPlane>) -> Vec<Self> {
        let mut families: Vec<Self> = Vec::new();
        for (index, plane) in planes.enumerate() {
            let mut known = families.iter_mut();
            match known.find_map(|family| Some((family.agrees(plane)?, family))) {
                Some((agrees, family)) => family.planes.push((index, *plane, agrees)),
                None => families.push(Self {
                    name: String::new(),
                    first: *plane,
                    axis: axis(plane.plane()).filter(|&axis| is_perpendicular(plane, axis)),
                    planes: vec![(index, *plane, true)],
                }),
            }
        }
        let names = names_by_axis(families.iter().map(|family| family.axis));
        for (family, name) in families.iter_mut().zip(names) {
            family.name = name;
        }
        families
    }

    /// Returns `true` if the front of a plane is that of this family, and `false` if it is the back; `None` if the plane is not
    /// known to be parallel.
    fn agrees(&self, plane: &CuttingPlane) -> Option<bool> {
        let share_axis = self.axis.is_some_and(|axis| is_perpendicular(plane, axis));
        let are_exact = has_exact_direction(&self.first) && has_exact_direction(plane);
        if !share_axis && !are_exact {
            return None;
        }
        match self.first.plane().relation(plane.plane()) {
            Relation::Crossing => None,
            Relation::Parallel { is_flipped, .. } | Relation::Same { is_flipped } => {
                Some(!is_flipped)
            }
        }
    }

    /// Returns the place of a part among the planes: the name, and the number of planes below the part.
    pub(super) fn place(&self, sides: &[Side]) -> String {
        let to_front = self.counts_to_front();
        let is_above = |&&(plane, _, agrees): &&(usize, CuttingPlane, bool)| {
            (sides[plane] == Side::Front) == (agrees == to_front)
        };
        let below = self.planes.iter().filter(is_above).count();
        format!("{}{below}", self.name)
    }

    /// Reads a place as [`Family::place`] writes it, at the start of a name. Returns the number of planes below the part, and
    /// the text after the next `-`, or `None` at the end.
    pub(super) fn read<'t>(&self, text: &'t str) -> Option<(usize, Option<&'t str>)> {
        let text = text.strip_prefix(&*self.name)?;
        let (number, rest) = match text.split_once('-') {
            Some((number, rest)) => (number, Some(rest)),
            None => (text, None),
        };
        let place = number.parse::<usize>().ok()?;
        (place.to_string() == number).then_some((place, rest))
    }

    /// Returns the side of each plane on which the part at a place lies, or `None` if the family has no such place.
    pub(super) fn sides_at(&self, place: usize) -> Option<Vec<(usize, Side)>> {
        if place > self.planes.len() {
            return None;
        }
        let to_front = self.counts_to_front();
        let mut order: Vec<&(usize, CuttingPlane, bool)> = self.planes.iter().collect();
        order.sort_by(|(_, one, _), (_, other, _)| {
            let ahead = self.is_ahead(one, other);
            if to_front { ahead } else { ahead.reverse() }
        });
        let ascending = order.into_iter().enumerate();
        let sides = ascending.map(|(index, &(plane, _, agrees))| {
            let is_above = index < place;
            let side = if is_above == (agrees == to_front) {
                Side::Front
            } else {
                Side::Back
            };
            (plane, side)
        });
        Some(sides.collect())
    }

    /// Returns `Greater` if one plane of this family lies ahead of another one, in the direction of the first plane's normal.
    fn is_ahead(&self, one: &CuttingPlane, other: &CuttingPlane) -> Ordering {
        let in_direction = |side: Side, of: &CuttingPlane| match self.agrees(of) {
            Some(false) => -side,
            _ => side,
        };
        // A kept point lies on its plane exactly. Without one, neither plane is rounded.
        let side = match (kept_point(one), kept_point(other)) {
            (Some(point), _) => in_direction(other.side(&point), other),
            (None, Some(point)) => -in_direction(one.side(&point), one),
            (None, None) => match other.plane().relation(one.plane()) {
                Relation::Parallel { side, .. } => in_direction(side, other),
                _ => Side::On,
            },
        };
        side.cmp(&Side::On)
    }

    /// Returns `true` if places are numbered in the direction of the first plane's normal. Along an axis, they are numbered in
    /// the direction of the axis.
    fn counts_to_front(&self) -> bool {
        let normal = self.first.plane().normal();
        self.axis.is_none_or(|axis| normal[axis] > 0.0)
    }

    /// Returns all places.
    pub(super) fn places(&self) -> Vec<String> {
        let places = 0..=self.planes.len();
        places
            .map(|place| format!("{}{place}", self.name))
            .collect()
    }
}

/// Returns a point of a plane that was given by points, or by a point and a normal.
fn kept_point(plane: &CuttingPlane) -> Option<[f64; 3]> {
    let first = plane.points().map(|[first, ..]| first);
    first.or(plane.point_and_normal().map(|[point, _]| point))
}

/// Returns `true` if the normal of a plane is exact, up to its length: that of the coefficients, or the normal by which the plane
/// was given.
fn has_exact_direction(plane: &CuttingPlane) -> bool {
    !plane.is_rounded() || plane.point_and_normal().is_some()
}

/// Returns `true` if a plane is exactly perpendicular to an axis.
fn is_perpendicular(plane: &CuttingPlane, to: usize) -> bool {
    match plane.points() {
        Some([first, second, third]) => first[to] == second[to] && first[to] == third[to],
        None => axis(plane.plane()) == Some(to),
    }
}

#[cfg(test)]
mod tests {
    use transect::{Plane, PlaneAt, PlaneThrough};

    use super::*;

    fn plane(text: &str) -> CuttingPlane {
        text.parse().expect("a plane")
    }

    fn through(points: [[f64; 3]; 3]) -> CuttingPlane {
        PlaneThrough::new(points).expect("a plane").into()
    }

    fn place(families: &[Family], sides: &[Side]) -> Vec<String> {
        families.iter().map(|family| family.place(sides)).collect()
    }

    /// Two planes through points cross, but have the same rounded coefficients up to the offset.
    #[test]
    fn planes_that_round_to_parallel_are_families_of_their_own() {
        let points: [[f64; 3]; 3] = [[1.9, 4.4, 3.0], [4.8, 5.0, 0.5], [0.1, 6.7, 2.1]];
        let mut other = points;
        other[0][0] = other[0][0].next_up();
        let planes = [through(points), through(other), plane("x=1"), plane("y=1")];
        let [first, second]: [Plane; 2] = [0, 1].map(|index| *planes[index].plane());
        assert!(first.is_parallel_to(&second));
        let families = Family::of(planes.iter());
        assert_eq!(families.len(), 4);
        let (front, back) = (Side::Front, Side::Back);
        assert_ne!(
            place(&families, &[front, back, back, back]),
            place(&families, &[back, front, back, back])
        );
    }

    #[test]
    fn planes_of_any_form_share_a_family_if_they_are_certainly_parallel() {
        let at = |point, normal| CuttingPlane::from(PlaneAt::new(point, normal).expect("a plane"));
        let planes = [
            // The coefficients are rounded, but all points have the same z.
            through([[0.1, 0.2, 0.3], [0.7, 0.2, 0.3], [0.1, 1.3, 0.3]]),
            plane("-z=-2"),
            at([0.1, 0.2, 0.7], [0.3, 0.1, 0.0]),
            at([0.4, 0.2, 0.7], [-0.3, -0.1, 0.0]),
        ];
        let families = Family::of(planes.iter());
        let names: Vec<&str> = families.iter().map(|family| &*family.name).collect();
        assert_eq!(names, ["z", "a"]);
        let (front, back) = (Side::Front, Side::Back);
        assert_eq!(place(&families, &[front, front, back, front]), ["z1", "a0"]);
        assert_eq!(place(&families, &[front, back, front, back]), ["z2", "a2"]);
    }
}
