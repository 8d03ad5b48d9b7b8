//! A storey, and the result of a search for storeys.

use serde::Serialize;
use transect_draw::Up;

use crate::numbers::{grouped, measured};

/// The storeys of a building, and the reasons for the choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Storeys {
    /// The up axis: 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// The kind of faces that show the floors. The evidence for a roof may be of another kind.
    pub kind: Evidence,
    /// For each axis, its support as the up axis: the number of rooms, or of walls and columns, that stand on the
    /// floors. If the evidence is faces, it is the total area of the floors. If the up axis was given, the other two
    /// axes have `None`.
    pub support_by_axis: [Option<f64>; 3],
    /// The area of the floors beside that of the building.
    pub extent: Extent,
    /// The storeys, from bottom to top.
    pub list: Vec<Storey>,
    /// The largest levels that have faces of the same kind as the floors, but are not floors.
    pub others: Vec<OtherLevel>,
}

/// The area of the largest floor beside the area of the building, seen along the up axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The area of the largest floor. If walls and columns show the floors, it is the area of the bounding rectangle
    /// around those that stand on floors.
    pub floor: f64,
    /// The area of the bounding rectangle of the building.
    pub building: f64,
}

impl Extent {
    /// Returns `true` if the largest floor has less than a twentieth of the area of the building. Then these floors are
    /// probably not those of a building.
    #[must_use]
    pub fn is_sparse(&self) -> bool {
        self.floor < self.building / 20.0
    }
}

/// A storey: its floor, and its plan (docs/slicing.md).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Storey {
    /// The name of the group in the file with more than half of the objects on this floor, otherwise "Storey" and a
    /// number.
    pub name: String,
    /// The height of the floor.
    pub floor: f64,
    /// The height of the plan.
    pub plan: f64,
    /// The kind of faces that show the floor.
    pub evidence: Evidence,
    /// The total area of the faces that show the floor.
    pub area: f64,
}

/// A kind of level faces that show where a floor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// The undersides of rooms (`IfcSpace`).
    Rooms,
    /// The undersides of walls and columns (`IfcWall…`, `IfcCurtainWall`, `IfcColumn…`).
    Walls,
    /// Faces that face up.
    Faces,
}

impl Evidence {
    /// Returns the name of the faces, such as `undersides of rooms`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rooms => "undersides of rooms",
            Self::Walls => "undersides of walls and columns",
            Self::Faces => "faces that face up",
        }
    }
}

/// A level (a height with level faces) that is not a floor. Its faces are of the same kind as those of the floors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OtherLevel {
    /// The height of the level.
    pub height: f64,
    /// The total area of its faces.
    pub area: f64,
    /// The reason why the level is not a floor.
    pub reason: Reason,
}

/// The reason why a level is not a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its area is too small, compared with that of the largest level.
    Small,
    /// Less than 1.8 m above the level, faces that face down cover half of its area.
    Low,
    /// No part of the building is higher than the level.
    Bare,
}

impl Reason {
    /// Returns the reason as text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Small => "too small",
            Self::Low => "less than 1.8 m of headroom",
            Self::Bare => "nothing above it",
        }
    }
}

impl Storeys {
    /// Returns the storey whose plan has this height.
    #[must_use]
    pub fn at(&self, height: f64) -> Option<&Storey> {
        self.list.iter().find(|storey| storey.plan == height)
    }

    /// Returns the up axis as the axis that points up in drawings.
    #[must_use]
    pub const fn up(&self) -> Up {
        match self.axis {
            0 => Up::X,
            1 => Up::Y,
            _ => Up::Z,
        }
    }

    /// Returns the name of the up axis.
    #[must_use]
    pub fn axis_name(&self) -> &'static str {
        ["x", "y", "z"][self.axis.min(2)]
    }

    /// Returns the reasons for the up axis as text, or `None` if the axis was given.
    #[must_use]
    pub fn axis_reason(&self, area_unit: &str) -> Option<String> {
        let amount = |axis: usize| {
            let support = self.support_by_axis[axis]?;
            Some(match self.kind {
                Evidence::Faces => format!("{}{area_unit}", measured(support)),
                _ => grouped(support as usize),
            })
        };
        let others: Option<Vec<String>> = (0..3)
            .filter(|axis| *axis != self.axis)
            .map(|axis| Some(format!("{} {}", ["x", "y", "z"][axis], amount(axis)?)))
            .collect();
        let (own, others) = (amount(self.axis)?, others?.join(", "));
        let what = match self.kind {
            Evidence::Rooms => format!("{own} rooms stand on floors"),
            Evidence::Walls => format!("{own} walls and columns stand on floors"),
            Evidence::Faces => format!("floors of {own}"),
        };
        Some(format!("{}: {what} ({others})", self.axis_name()))
    }

    /// Returns the note that these floors are probably not those of the building, if they cover little of it.
    #[must_use]
    pub fn sparse(&self, area_unit: &str) -> Option<String> {
        let Extent { floor, building } = self.extent;
        self.extent.is_sparse().then(|| {
            format!(
                "the largest floor has {}{area_unit}, less than a twentieth of the {}{area_unit} of the building seen along {}",
                measured(floor),
                measured(building),
                self.axis_name(),
            )
        })
    }
}
