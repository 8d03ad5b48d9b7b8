//! The names of the parts of a cut.

use transect::Side;
use transect_mesh::PartPlace;

use crate::planes::families::Family;
use crate::planes::{CutKind, CutPlanes};

/// The largest number of names of parts that are listed before the cut.
const LISTED: usize = 4096;
/// The name of the only part of a division without planes.
const WHOLE: &str = "whole";
/// The sides of a plane on which a part can lie.
const SIDES: [Side; 2] = [Side::Front, Side::Back];

impl CutPlanes {
    /// Returns the name of a part: `inside` or `outside`, the sides of up to three planes such as `front-back`, or otherwise the
    /// places along the families of parallel planes, such as `x2-y1`.
    #[must_use]
    pub fn part_name(&self, place: &PartPlace) -> String {
        match place {
            PartPlace::Inside => "inside".into(),
            PartPlace::Outside => "outside".into(),
            PartPlace::Sides(_) if self.planes.is_empty() => WHOLE.into(),
            PartPlace::Sides(sides) if self.families.is_empty() => {
                let words: Vec<&str> = sides.iter().map(|side| side.name()).collect();
                words.join("-")
            }
            PartPlace::Sides(sides) => {
                let families = self.families.iter();
                let places: Vec<String> = families.map(|family| family.place(sides)).collect();
                places.join("-")
            }
        }
    }

    /// Returns the names that parts may have, or an empty list if there are more than 4,096.
    #[must_use]
    pub fn part_names(&self) -> Vec<String> {
        if self.kind.is_region() {
            return ["inside", "outside"].map(String::from).to_vec();
        }
        if self.planes.is_empty() {
            return vec![WHOLE.into()];
        }
        let choices: Vec<Vec<String>> = if self.families.is_empty() {
            vec![SIDES.map(|side| side.name().to_string()).to_vec(); self.planes.len()]
        } else {
            self.families.iter().map(Family::places).collect()
        };
        let mut names = vec![String::new()];
        for choice in choices {
            if names.len() * choice.len() > LISTED {
                return Vec::new();
            }
            let extended = |name: &String| {
                let dash = if name.is_empty() { "" } else { "-" };
                let all = choice.iter().map(|own| format!("{name}{dash}{own}"));
                all.collect::<Vec<_>>()
            };
            names = names.iter().flat_map(extended).collect();
        }
        names
    }

    /// Returns the place of the part that has this name, or `None` if no part can have it.
    ///
    /// ```
    /// use transect::Side;
    /// use transect_mesh::PartPlace;
    /// use transect_report::planes::CutPlanes;
    /// let grid = CutPlanes::of_grid(&["x=0..40/2".into()])?; // x = 0, x = 20 and x = 40
    /// let sides = vec![Side::Front, Side::Front, Side::Back];
    /// assert_eq!(grid.place_named("x2"), Some(PartPlace::Sides(sides)));
    /// assert_eq!(grid.place_named("x4"), None);
    /// # Ok::<(), transect_report::UserError>(())
    /// ```
    #[must_use]
    pub fn place_named(&self, name: &str) -> Option<PartPlace> {
        if self.kind.is_region() {
            let places = [PartPlace::Inside, PartPlace::Outside];
            return places.into_iter().find(|own| self.part_name(own) == name);
        }
        if self.planes.is_empty() {
            return (name == WHOLE).then(|| PartPlace::Sides(Vec::new()));
        }
        if self.families.is_empty() {
            let side = |word: &str| SIDES.into_iter().find(|side| side.name() == word);
            let sides: Vec<Side> = name.split('-').map(side).collect::<Option<_>>()?;
            return (sides.len() == self.planes.len()).then_some(PartPlace::Sides(sides));
        }
        let mut sides = vec![Side::Back; self.planes.len()];
        let mut rest = Some(name);
        for family in &self.families {
            let (place, after) = family.read(rest?)?;
            for (plane, side) in family.sides_at(place)? {
                sides[plane] = side;
            }
            rest = after;
        }
        rest.is_none().then_some(PartPlace::Sides(sides))
    }

    /// Returns the places of the parts that always belong to the cut, even if they are empty: both halves, or the parts inside
    /// and outside. A division by several planes has no such parts.
    #[must_use]
    pub fn fixed_places(&self) -> Vec<PartPlace> {
        match self.kind {
            CutKind::Plane => SIDES.map(|side| PartPlace::Sides(vec![side])).to_vec(),
            kind if kind.is_region() => vec![PartPlace::Inside, PartPlace::Outside],
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use transect::{CuttingPlane, PlaneAt, PlaneThrough};

    use super::*;

    fn check(planes: &CutPlanes) {
        let names = planes.part_names();
        assert!(!names.is_empty());
        for name in &names {
            let place = planes.place_named(name).expect(name);
            assert_eq!(&planes.part_name(&place), name);
        }
        for wrong in [
            "", "-", "front-", "-front", "x", "x99", "x1-", "insid", "x01", "x+1",
        ] {
            assert_eq!(planes.place_named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_name_has_its_place() {
        let text = |text: &str| text.parse::<CuttingPlane>().expect("a plane");
        check(&text("x=1").into());
        check(&CutPlanes::of_slab("z=1..2").expect("a slab"));
        let texts = ["x=1", "-x=-3", "2x=5", "x+y=0", "-2x-2y=8", "z=4", "x=0"];
        let mut planes: Vec<CuttingPlane> = texts.map(text).to_vec();
        for count in 1..=planes.len() {
            check(&CutPlanes::of_planes(planes[..count].to_vec()));
        }
        // Planes whose coefficients are rounded, parallel to planes that are not.
        planes.push(
            PlaneAt::new([0.1, 0.2, 0.7], [0.0, 0.0, -0.3])
                .expect("a plane")
                .into(),
        );
        planes.push(
            PlaneAt::new([0.1, 0.2, 0.7], [1.0, 1.0, 0.0])
                .expect("a plane")
                .into(),
        );
        planes.push(
            PlaneAt::new([0.1, 0.3, 0.7], [-1.0, -1.0, 0.0])
                .expect("a plane")
                .into(),
        );
        let points = [[0.1, 0.2, 0.3], [0.7, 0.2, 0.3], [0.1, 1.3, 0.3]];
        planes.push(PlaneThrough::new(points).expect("a plane").into());
        check(&CutPlanes::of_planes(planes));
        let grid = ["-x=0..4/2", "z=0..3 step 1", "x+2y=1..2/1"].map(String::from);
        check(&CutPlanes::of_grid(&grid).expect("a grid"));
    }

    /// The place of a name is where points lie that are in the cell with this name.
    #[test]
    fn places_agree_with_points() {
        let planes = ["x=1", "-x=-3", "2x=5", "-x=-10", "z=4"];
        let planes = planes.map(|text| text.parse::<CuttingPlane>().expect("a plane"));
        let cut = CutPlanes::of_planes(planes.to_vec());
        for (name, point) in [
            ("x0-z0", [0.0, 0.0, 0.0]),
            ("x1-z0", [2.0, 0.0, 0.0]),
            ("x2-z1", [2.75, 0.0, 5.0]),
            ("x3-z0", [4.0, 0.0, 0.0]),
            ("x4-z1", [11.0, 0.0, 9.0]),
        ] {
            let sides = planes.iter().map(|plane| plane.side(&point)).collect();
            assert_eq!(
                cut.place_named(name),
                Some(PartPlace::Sides(sides)),
                "{name}"
            );
        }
    }
}
