//! The planes of a cut, each with a name: one plane, those of a region, or those of a division. A division is a cut into one
//! part per combination of sides of the planes. A grid is a division by families of parallel planes.

mod families;
mod given;
mod grid;
mod part_names;

use std::path::Path;

use transect::region::{ConvexRegion, Region};
use transect::{Aabb, CuttingPlane, Frustum, Plane, Relation};

use crate::equation::{marked, meant};
use crate::listing::names;
use crate::plane_file::PlaneFile;
use crate::planes::families::Family;
use crate::planes::grid::GridLine;
use crate::user_error::UserError;

/// The largest number of planes for which a region is checked for emptiness and boundedness. The time of the checks
/// grows with the cube of the number of planes.
const CHECKED: usize = 64;
/// The largest number of planes of a division whose parts are named by their sides. With more planes, the names have the
/// places along families of parallel planes.
const NAMED_BY_SIDES: usize = 3;

/// The kind of a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutKind {
    /// One plane, which cuts into two halves.
    Plane,
    /// An axis-aligned box.
    Box,
    /// The space between two parallel planes.
    Slab,
    /// The space in front of the planes of a file.
    Region,
    /// The space that a camera sees.
    Frustum,
    /// The planes do not bound a region. They divide the model into one part per combination of sides.
    Division,
    /// Families of parallel planes divide the model.
    Grid,
}

impl CutKind {
    /// Returns the kind as one word, for reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Box => "box",
            Self::Slab => "slab",
            Self::Region => "region",
            Self::Frustum => "frustum",
            Self::Division => "division",
            Self::Grid => "grid",
        }
    }

    /// Returns `true` if the planes bound a region.
    #[must_use]
    pub const fn is_region(self) -> bool {
        matches!(self, Self::Box | Self::Slab | Self::Region | Self::Frustum)
    }
}

/// A plane with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPlane {
    /// The name, such as `x-min`. With several planes, it is part of the name of the file of the plane's section.
    pub name: String,
    /// The equation as text. For an equation of the user, it is the text as typed.
    pub text: String,
    /// The plane. For a region, its front faces inward.
    pub plane: CuttingPlane,
}

/// The planes of a cut.
#[derive(Clone, Debug, PartialEq)]
pub struct CutPlanes {
    /// The kind of the cut.
    pub kind: CutKind,
    /// The file that describes the region, if there is one.
    pub file: Option<String>,
    /// The planes as text: the value of the flag that gave them.
    pub text: String,
    /// The planes. Their order does not change the parts.
    pub planes: Vec<NamedPlane>,
    /// For a division, the families of parallel planes after which its parts are named. Empty if the parts are named by their
    /// sides.
    families: Vec<Family>,
}

/// One plane, which cuts into two halves.
impl From<CuttingPlane> for CutPlanes {
    fn from(plane: CuttingPlane) -> Self {
        let text = plane.plane().to_string();
        Self {
            kind: CutKind::Plane,
            file: None,
            text: text.clone(),
            planes: vec![NamedPlane {
                name: "1".into(),
                text,
                plane,
            }],
            families: Vec::new(),
        }
    }
}

impl CutPlanes {
    /// Returns the planes of a box: the least and the greatest x, then y, then z. A box without thickness is an error.
    ///
    /// ```
    /// use transect::Aabb;
    /// use transect_report::planes::CutPlanes;
    /// let planes = CutPlanes::of_box(&Aabb::new([0.0; 3], [4.0, 3.0, 2.0])?, "0,0,0,4,3,2")?;
    /// let names: Vec<&str> = planes.planes.iter().map(|plane| &*plane.name).collect();
    /// assert_eq!(names, ["x-min", "x-max", "y-min", "y-max", "z-min", "z-max"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if the box has no thickness along an axis.
    pub fn of_box(aabb: &Aabb, text: &str) -> Result<Self, UserError> {
        let flat = (0..3).find(|&axis| aabb.min()[axis] == aabb.max()[axis]);
        if let Some(axis) = flat {
            let name = ["x", "y", "z"][axis];
            return Err(UserError::with_hint(
                format!(
                    "--box {text}: the box has no thickness along {name}: both ends are {}",
                    aabb.min()[axis]
                ),
                format!(
                    "give two different ends; --plane {name}={} cuts into two halves",
                    aabb.min()[axis]
                ),
            ));
        }
        let region = ConvexRegion::from(*aabb);
        if region.planes().is_empty() {
            return Err(UserError::with_hint(
                format!("--box {text}: all ends are infinite, so the box has no sides"),
                "give at least one finite end",
            ));
        }
        let sides = ["x-min", "x-max", "y-min", "y-max", "z-min", "z-max"];
        let planes = sides.into_iter().zip(region.planes());
        Ok(Self {
            kind: CutKind::Box,
            file: None,
            text: text.into(),
            planes: planes
                .map(|(name, plane)| NamedPlane {
                    name: name.into(),
                    text: plane.to_string(),
                    plane: (*plane).into(),
                })
                .collect(),
            families: Vec::new(),
        })
    }

    /// Returns the two planes of a slab, given as an expression and its range: `z=1..2`, or `x+y=0..4`.
    ///
    /// ```
    /// use transect_report::planes::CutPlanes;
    /// let slab = CutPlanes::of_slab("z=1..2.5")?;
    /// let normals: Vec<[f64; 3]> = slab.planes.iter().map(|own| own.plane.plane().normal()).collect();
    /// assert_eq!(normals, [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]); // both face inward
    /// let error = CutPlanes::of_slab("z=2..1").expect_err("an empty slab");
    /// assert_eq!(error.hint.as_deref(), Some("is --slab z=1..2 meant?"));
    /// # Ok::<(), transect_report::UserError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if the text is not a slab, or if the slab has no thickness.
    pub fn of_slab(text: &str) -> Result<Self, UserError> {
        let parts = text.split_once('=').and_then(|(left, range)| {
            let (low, high) = range.split_once("..")?;
            Some([left, low, high].map(str::trim))
        });
        let Some([left, low, high]) = parts else {
            let hint = match text.parse::<Plane>() {
                Ok(_) => {
                    format!("a slab has two ends, such as {text}..9; --plane {text} is a plane")
                }
                Err(_) => "write an expression and its range: --slab z=1..2".into(),
            };
            return Err(UserError::with_hint(
                format!("--slab {text:?} has no range"),
                hint,
            ));
        };
        let parsed = |equation: String| {
            equation.parse::<Plane>().map_err(|error| {
                let hint = match meant(&equation) {
                    Some(_) => {
                        "use a point as the decimal separator, and two points between the ends"
                    }
                    None => "write an expression and its range: --slab z=1..2",
                };
                UserError::with_hint(marked(&format!("--slab {text}"), &equation, &error), hint)
            })
        };
        let lower = parsed(format!("{left}={low}"))?;
        let upper = parsed(format!("{high}={left}"))?;
        let ends = [lower, upper];
        if Region::new(&ends).is_empty() {
            return Err(UserError::with_hint(
                format!(
                    "--slab {text}: the slab is empty, because its first end is the greater one"
                ),
                format!("is --slab {left}={high}..{low} meant?"),
            ));
        }
        if lower.is_same_set(&upper) {
            return Err(UserError::with_hint(
                format!("--slab {text}: the slab has no thickness"),
                format!("--plane {left}={low} cuts into two halves"),
            ));
        }
        let axis = ["x", "y", "z"].into_iter().find(|axis| left == *axis);
        let name = |end: &str| axis.map_or(end.into(), |axis| format!("{axis}-{end}"));
        let planes = [("min", lower), ("max", upper)];
        Ok(Self {
            kind: CutKind::Slab,
            file: None,
            text: text.into(),
            planes: planes
                .map(|(end, plane)| NamedPlane {
                    name: name(end),
                    text: plane.to_string(),
                    plane: plane.into(),
                })
                .to_vec(),
            families: Vec::new(),
        })
    }

    /// Returns the planes of a file.
    ///
    /// # Errors
    /// Returns [`UserError`] if the region is empty, or if it has no thickness between two of its planes.
    pub fn of_file(file: &PlaneFile) -> Result<Self, UserError> {
        let planes = file.planes::<3>()?.into_iter().zip(file.lines());
        let named = planes.map(|(plane, (line, text))| NamedPlane {
            name: format!("line-{line}"),
            text: text.into(),
            plane: plane.into(),
        });
        let path = file.path.display().to_string();
        let region = Self {
            kind: CutKind::Region,
            text: path.clone(),
            file: Some(path),
            planes: named.collect(),
            families: Vec::new(),
        };
        region.check(&file.said())?;
        Ok(region)
    }

    /// Returns the planes of a frustum that a file describes.
    ///
    /// # Errors
    /// Returns [`UserError`] if the frustum is empty, or if it has no thickness between two of its planes.
    pub fn of_frustum(frustum: &Frustum, file: &Path) -> Result<Self, UserError> {
        let path = file.display().to_string();
        let region = Self {
            text: path.clone(),
            file: Some(path),
            ..Self::of_view(frustum)
        };
        let planes = region.planes.iter();
        let said: Vec<String> = planes
            .map(|own| format!("the {} plane", own.name))
            .collect();
        region.check(&said)?;
        Ok(region)
    }

    /// Returns the planes of a division, with the texts of their equations. Their names are `1`, `2` and so on.
    ///
    /// ```
    /// use transect::Side;
    /// use transect_mesh::PartPlace;
    /// use transect_report::planes::CutPlanes;
    /// let planes = ["z=1", "x=2", "x=4", "y=3"].map(|text| (text.to_string(), text.parse().expect("a plane")));
    /// let division = CutPlanes::of_division(planes.to_vec())?;
    /// let sides = [Side::Back, Side::Front, Side::Back, Side::Front];
    /// assert_eq!(division.part_name(&PartPlace::Sides(sides.to_vec())), "z0-x1-y1"); // x from 2 to 4
    /// # Ok::<(), transect_report::UserError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if two planes are the same.
    pub fn of_division(planes: Vec<(String, CuttingPlane)>) -> Result<Self, UserError> {
        for (index, (text, plane)) in planes.iter().enumerate() {
            // The equation of a plane by points, or by a point and a normal, may be rounded, and then says nothing about others.
            let is_same = |before: &CuttingPlane| {
                let is_rounded = before.is_rounded() || plane.is_rounded();
                before == plane || (!is_rounded && before.plane().is_same_set(plane.plane()))
            };
            let same = planes[..index].iter().find(|(_, before)| is_same(before));
            if let Some((before, _)) = same {
                return Err(UserError::with_hint(
                    format!("the planes {before} and {text} are the same"),
                    "leave one of them out",
                ));
            }
        }
        let (texts, planes): (Vec<String>, Vec<CuttingPlane>) = planes.into_iter().unzip();
        let mut division = Self::of_planes(planes);
        division.text = texts.join(", ");
        for (own, text) in division.planes.iter_mut().zip(texts) {
            own.text = text;
        }
        Ok(division)
    }

    /// Returns the planes of a grid, given as one text per family of parallel planes, such as `x=0..40/4`: an expression, its
    /// range, and the number of cells in this range. The ends of the range are planes, too. `x=0..40 step 10` gives the
    /// width of the cells instead.
    ///
    /// ```
    /// use transect_report::planes::CutPlanes;
    /// let grid = CutPlanes::of_grid(&["x=0..40/4".into(), "z=0..3 step 1.5".into()])?;
    /// let texts: Vec<&str> = grid.planes.iter().map(|plane| &*plane.text).collect();
    /// assert_eq!(texts, ["x = 0", "x = 10", "x = 20", "x = 30", "x = 40", "z = 0", "z = 1.5", "z = 3"]);
    /// // Along an axis, planes and cells are numbered in the direction of the axis.
    /// let grid = CutPlanes::of_grid(&["-x=0..4/2".into()])?;
    /// let named: Vec<[&str; 2]> = grid.planes.iter().map(|plane| [&*plane.name, &*plane.text]).collect();
    /// assert_eq!(named, [["x-1", "-x = 4"], ["x-2", "-x = 2"], ["x-3", "-x = 0"]]);
    /// # Ok::<(), transect_report::UserError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if a text is not a family of planes, or two families have the same direction.
    pub fn of_grid(texts: &[String]) -> Result<Self, UserError> {
        let mut planes: Vec<NamedPlane> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for text in texts {
            let line = GridLine::parse(text)?;
            let name = unlike(line.name(), &names);
            names.push(name.clone());
            for (index, (text, plane)) in line.planes()?.into_iter().enumerate() {
                planes.push(NamedPlane {
                    name: format!("{name}-{}", index + 1),
                    text,
                    plane: plane.into(),
                });
            }
        }
        let families = Family::of(planes.iter().map(|own| &own.plane));
        if families.len() < texts.len() {
            return Err(UserError::with_hint(
                format!(
                    "--grid {}: two families have the same direction",
                    texts.join(" --grid ")
                ),
                "give one --grid per direction",
            ));
        }
        Ok(Self {
            kind: CutKind::Grid,
            file: None,
            text: texts.join(", "),
            planes,
            families,
        })
    }

    /// Returns `true` if several planes cut, or a region, whose parts are not halves even if it has a single plane.
    #[must_use]
    pub fn are_several(&self) -> bool {
        self.kind != CutKind::Plane
    }

    /// Returns the planes without their names.
    #[must_use]
    pub fn cutters(&self) -> Vec<CuttingPlane> {
        self.planes.iter().map(|own| own.plane).collect()
    }

    /// Returns the planes of the coefficients, for measuring and drawing. They are exact for a region.
    #[must_use]
    pub fn plain(&self) -> Vec<Plane> {
        self.planes.iter().map(|own| *own.plane.plane()).collect()
    }

    /// Returns `true` if the region lies within some box. `None` if the planes do not bound a region, and for a region of more
    /// than 64 planes.
    #[must_use]
    pub fn is_bounded(&self) -> Option<bool> {
        let is_checked = self.kind.is_region() && self.planes.len() <= CHECKED;
        is_checked.then(|| Region::new(&self.plain()).is_bounded())
    }

    /// Checks that the region is not empty, and that no two of its planes coincide and face in opposite directions.
    /// `said` has the text of each plane for messages.
    fn check(&self, said: &[String]) -> Result<(), UserError> {
        let planes = self.plain();
        if planes.len() > CHECKED {
            return Ok(());
        }
        let listed = |list: &[usize]| {
            let list: Vec<&str> = list.iter().map(|&plane| &*said[plane]).collect();
            names(&list)
        };
        let inward = "the front of each plane, where the left side is greater, is inside";
        if let Some(list) = Region::new(&planes).contradiction() {
            return Err(UserError::with_hint(
                format!(
                    "{}: the region is empty; these planes exclude one another: {}",
                    self.text,
                    listed(&list)
                ),
                inward,
            ));
        }
        for (index, plane) in planes.iter().enumerate() {
            let flipped = Relation::Same { is_flipped: true };
            let twin = planes[..index]
                .iter()
                .position(|before| plane.relation(before) == flipped);
            if let Some(twin) = twin {
                return Err(UserError::with_hint(
                    format!(
                        "{}: the region has no thickness, because these planes are the two sides of one plane: {}",
                        self.text,
                        listed(&[twin, index])
                    ),
                    inward,
                ));
            }
        }
        Ok(())
    }
}

/// Returns a name of at most 40 characters that differs from all others: the given one, or this one with a number.
fn unlike(name: String, others: &[String]) -> String {
    let short: String = name.chars().take(40).collect();
    let numbered = (2..).map(|number| format!("{short}_{number}"));
    let mut names = std::iter::once(short.clone()).chain(numbered);
    names.find(|own| !others.contains(own)).unwrap_or(short)
}
