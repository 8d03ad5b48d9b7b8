//! The planes of a cut that a program gives, without flags or files.

use transect::{CuttingPlane, Frustum};

use crate::camera::side_name;
use crate::planes::families::Family;
use crate::planes::{CutKind, CutPlanes, NAMED_BY_SIDES, NamedPlane};

impl CutPlanes {
    /// Returns the planes of a region: the space in front of all of them. Their names are `1`, `2` and so on. A region of no
    /// planes is all of space, and a region may be empty.
    ///
    /// ```
    /// use transect_report::planes::CutPlanes;
    /// let region = CutPlanes::of_region(vec!["z=1".parse()?, "2=z".parse()?]);
    /// let names: Vec<&str> = region.planes.iter().map(|plane| &*plane.name).collect();
    /// assert_eq!((names, region.text.as_str()), (vec!["1", "2"], "z = 1, -z + 2 = 0"));
    /// assert_eq!(region.part_names(), ["inside", "outside"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_region(planes: Vec<CuttingPlane>) -> Self {
        Self::named(CutKind::Region, numbered(planes))
    }

    /// Returns the planes that a camera sees between, with the names of their sides.
    ///
    /// ```
    /// use transect::Camera;
    /// use transect_report::planes::CutPlanes;
    /// let frustum = Camera::looking([0.0; 3], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]).frustum()?;
    /// let names: Vec<String> = CutPlanes::of_view(&frustum).planes.into_iter().map(|plane| plane.name).collect();
    /// assert_eq!(names, ["left", "right", "bottom", "top", "near"]);
    /// # Ok::<(), transect::FrustumError>(())
    /// ```
    #[must_use]
    pub fn of_view(frustum: &Frustum) -> Self {
        let sides = frustum.sides().iter().map(|&side| side_name(side));
        let planes = sides.zip(frustum.planes());
        let planes = planes.map(|(side, plane)| NamedPlane {
            name: side.into(),
            text: plane.to_string(),
            plane: (*plane).into(),
        });
        Self::named(CutKind::Frustum, planes.collect())
    }

    /// Returns the planes of a division. Their names are `1`, `2` and so on. Planes may coincide.
    ///
    /// ```
    /// use transect::Side;
    /// use transect_mesh::PartPlace;
    /// use transect_report::planes::CutPlanes;
    /// let division = CutPlanes::of_planes(vec!["z=1".parse()?, "z=2".parse()?]);
    /// let between = PartPlace::Sides(vec![Side::Front, Side::Back]);
    /// assert_eq!(division.part_name(&between), "front-back");
    /// // Without planes, the only part is the whole model.
    /// assert_eq!(CutPlanes::of_planes(Vec::new()).part_names(), ["whole"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_planes(planes: Vec<CuttingPlane>) -> Self {
        let families = match planes.len() {
            0..=NAMED_BY_SIDES => Vec::new(),
            _ => Family::of(planes.iter()),
        };
        Self {
            families,
            ..Self::named(CutKind::Division, numbered(planes))
        }
    }

    fn named(kind: CutKind, planes: Vec<NamedPlane>) -> Self {
        let texts: Vec<&str> = planes.iter().map(|own| &*own.text).collect();
        Self {
            kind,
            file: None,
            text: texts.join(", "),
            planes,
            families: Vec::new(),
        }
    }
}

/// Returns planes with the names `1`, `2` and so on.
fn numbered(planes: Vec<CuttingPlane>) -> Vec<NamedPlane> {
    let planes = (1..).zip(planes);
    planes
        .map(|(number, plane): (usize, _)| NamedPlane {
            name: number.to_string(),
            text: plane.plane().to_string(),
            plane,
        })
        .collect()
}
