//! The question that `transect classify` decides for each row, and its possible answers.

use std::path::PathBuf;

use transect::{
    Extent, ExtentThrough, Frustum, Overlap, Plane, PlaneAt, PlaneError, PlaneThrough, Polytope,
    Region, Side,
};

use crate::classify::given::Given;
use crate::error::CommandError;
use crate::quoted::quoted;
use transect_report::camera::side_name;
use transect_report::plane_file::PlaneFile;

/// The largest number of planes for which a region is checked for emptiness. The time of the check grows with the cube
/// of the number of planes.
const FEW: usize = 64;

/// The kind of a question: it is about the side of a plane, or about a region, which may be a frustum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plane,
    Region,
    Frustum,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Region => "region",
            Self::Frustum => "frustum",
        }
    }

    /// Returns the three possible answers to a question of this kind.
    pub(crate) fn words(self) -> [Word; 3] {
        let [front, on, back, outside, meets, inside] = Word::ALL;
        match self {
            Self::Plane => [front, on, back],
            Self::Region | Self::Frustum => [outside, meets, inside],
        }
    }
}

/// An answer as one word, such as `front` or `inside`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Side(Side),
    Overlap(Overlap),
}

impl Word {
    pub(crate) const ALL: [Self; 6] = [
        Self::Side(Side::Front),
        Self::Side(Side::On),
        Self::Side(Side::Back),
        Self::Overlap(Overlap::Outside),
        Self::Overlap(Overlap::Meets),
        Self::Overlap(Overlap::Inside),
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Side(side) => side.name(),
            Self::Overlap(overlap) => overlap.name(),
        }
    }
}

/// The answer for one row: the relation of its box or point to the plane or region of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The position of the row's box or point relative to a plane: the sides of its backmost and its frontmost point.
    Extent(Extent),
    /// The position of the row's box or point relative to a region: inside, meets or outside.
    Overlap(Overlap),
}

impl Answer {
    pub(crate) fn word(self) -> Word {
        match self {
            Self::Extent(extent) => Word::Side(extent.side()),
            Self::Overlap(overlap) => Word::Overlap(overlap),
        }
    }
}

/// The plane of the command line, before it is known whether the table is 2D or 3D.
pub(crate) enum PlaneRequest {
    /// The equation of `--plane`.
    Equation(String),
    /// The coordinates of `--point` and of `--normal`.
    PointAndNormal([Vec<f64>; 2]),
    /// The points of `--through`.
    Through(Vec<Vec<f64>>),
}

impl PlaneRequest {
    /// Returns the flags that give this plane, for a shell.
    pub(crate) fn flags(&self) -> String {
        let of = |flag: &str, point: &Vec<f64>| {
            let point: Vec<String> = point.iter().map(f64::to_string).collect();
            format!("{flag} {}", point.join(","))
        };
        match self {
            Self::Equation(text) => format!("--plane {}", quoted(text)),
            Self::PointAndNormal([point, normal]) => {
                format!("{} {}", of("--point", point), of("--normal", normal))
            }
            Self::Through(points) => {
                let points = points.iter().map(|point| of("--through", point));
                points.collect::<Vec<String>>().join(" ")
            }
        }
    }

    /// Returns the plane in `D` dimensions, and the form in which it is given if this is not an equation.
    fn plane<const D: usize>(&self) -> Result<(Plane<D>, Option<Given<D>>), CommandError> {
        let failed = |flag: &str, error: PlaneError| {
            let hint = match (&error, D) {
                (PlaneError::Dependent, 3) => {
                    "this is exact for the numbers as typed; choose a third point that is not on the line"
                }
                (PlaneError::Dependent, _) => "a line goes through two different points",
                (PlaneError::ZeroNormal, _) => {
                    "the normal is the direction to the front, such as 0,0,1"
                }
                _ => return CommandError::new(format!("{flag}: {error}")),
            };
            CommandError::with_hint(format!("{flag}: {error}"), hint)
        };
        match self {
            Self::Equation(text) => {
                let plane = text.parse::<Plane<D>>().map_err(|error| {
                    CommandError::with_hint(
                        format!("--plane {text}: {error}"),
                        "the table has no z columns, so it is two-dimensional",
                    )
                })?;
                Ok((plane, None))
            }
            Self::PointAndNormal([point, normal]) => {
                let (point, normal) = (corner("--point", point)?, corner("--normal", normal)?);
                let plane = PlaneAt::new(point, normal);
                let plane = plane.map_err(|error| failed("--normal", error))?;
                Ok((*plane.plane(), Some(Given::At(plane))))
            }
            Self::Through(points) => {
                let flag = "--through";
                let points = points.iter().map(|point| corner(flag, point));
                let points: Vec<[f64; D]> = points.collect::<Result<_, _>>()?;
                let points: [[f64; D]; D] = points.try_into().map_err(|points: Vec<_>| {
                    let times = |count: usize| match count {
                        1 => "once".into(),
                        2 => "twice".into(),
                        count => format!("{count} times"),
                    };
                    let example = match D {
                        3 => {
                            "a plane goes through three points: --through 0,0,0 --through 1,0,0 --through 0,1,0"
                        }
                        _ => {
                            "in a table without z columns, a line goes through two points: --through 0,0 --through 1,0"
                        }
                    };
                    let (given, expected) = (times(points.len()), times(D));
                    CommandError::with_hint(
                        format!("{flag} is given {given}, not {expected}"),
                        example,
                    )
                })?;
                let through = PlaneThrough::new(points).map_err(|error| failed(flag, error))?;
                Ok((*through.plane(), Some(Given::Through(through))))
            }
        }
    }
}

/// Returns a point or vector of the command line in the dimension of the table.
fn corner<const D: usize>(flag: &str, numbers: &[f64]) -> Result<[f64; D], CommandError> {
    numbers.try_into().map_err(|_| {
        let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
        let (count, has) = match D {
            3 => ("three", "x, y and z"),
            _ => ("two", "no z"),
        };
        CommandError::with_hint(
            format!("{flag} {} is not {count} numbers", numbers.join(",")),
            format!("the table has {has} columns, so a point has {count} numbers"),
        )
    })
}

/// The question of the command line, before it is known whether the table is 2D or 3D.
pub(crate) enum ClassifyRequest {
    Plane(PlaneRequest),
    Region(PlaneFile, bool),
    Frustum(PathBuf, Box<Frustum>, bool),
}

impl ClassifyRequest {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Plane(_) => Kind::Plane,
            Self::Region(..) => Kind::Region,
            Self::Frustum(..) => Kind::Frustum,
        }
    }

    /// Returns the question for rows in `D` dimensions.
    pub(crate) fn question<const D: usize>(&self) -> Result<Question<D>, CommandError> {
        let kind = self.kind();
        match self {
            Self::Plane(plane) => {
                let (plane, given) = plane.plane()?;
                Ok(Question {
                    kind,
                    file: None,
                    given,
                    said: vec![plane.to_string()],
                    planes: vec![plane],
                    names: Vec::new(),
                    conservative: false,
                })
            }
            Self::Region(file, conservative) => Ok(Question {
                kind,
                file: Some(file.path.display().to_string()),
                given: None,
                planes: file.planes()?,
                names: file.names(),
                said: file.said(),
                conservative: *conservative,
            }),
            Self::Frustum(path, frustum, conservative) => {
                if D != 3 {
                    return Err(CommandError::with_hint(
                        "--frustum: a camera needs three dimensions, but the table has no z columns",
                        "use --plane or --region with equations in x and y",
                    ));
                }
                let in_space = |plane: &Plane| {
                    let normal = plane.normal();
                    Plane::new(core::array::from_fn(|axis| normal[axis]), plane.offset())
                        .map_err(CommandError::new)
                };
                let planes: Result<Vec<Plane<D>>, CommandError> =
                    frustum.planes().iter().map(in_space).collect();
                let sides = frustum.sides().iter().map(|&side| side_name(side));
                Ok(Question {
                    kind,
                    file: Some(path.display().to_string()),
                    given: None,
                    planes: planes?,
                    names: sides.clone().map(String::from).collect(),
                    said: sides.map(|side| format!("the {side} plane")).collect(),
                    conservative: *conservative,
                })
            }
        }
    }
}

/// The question for each row: its relation to a plane, or to the region in front of several planes.
pub(crate) struct Question<const D: usize> {
    pub(crate) kind: Kind,
    /// The name of the file of the region or frustum; `None` for a single plane.
    pub(crate) file: Option<String>,
    /// The plane in the form in which it is given; `None` for an equation.
    pub(crate) given: Option<Given<D>>,
    /// The planes; exactly one if the kind is `Plane`. If there is a `given` plane, it is the one of its coefficients.
    pub(crate) planes: Vec<Plane<D>>,
    /// The name of each plane: its line in the file, or its side of the frustum. Empty for a single plane.
    pub(crate) names: Vec<String>,
    /// The text of each plane in messages, such as its equation with its line number.
    pub(crate) said: Vec<String>,
    pub(crate) conservative: bool,
}

impl<const D: usize> Question<D> {
    pub(crate) fn region(&self) -> Region<'_, D> {
        Region::new(&self.planes)
    }

    /// Returns the exact position of a shape relative to the plane of the question.
    pub(crate) fn extent(&self, shape: &(impl Polytope<D> + ExtentThrough<D>)) -> Extent {
        match &self.given {
            Some(given) => given.extent(shape),
            None => self.planes[0].extent(shape),
        }
    }

    /// Returns the signed distance of a point from the plane of the question. It is rounded.
    pub(crate) fn signed_distance(&self, point: &[f64; D]) -> f64 {
        match &self.given {
            Some(given) => given.signed_distance(point),
            None => self.planes[0].signed_distance(point),
        }
    }

    pub(crate) fn answer(&self, shape: &(impl Polytope<D> + ExtentThrough<D>)) -> Answer {
        match (self.kind, self.conservative) {
            (Kind::Plane, _) => Answer::Extent(self.extent(shape)),
            (_, true) => Answer::Overlap(self.region().overlap_conservative(shape)),
            (_, false) => Answer::Overlap(self.region().overlap(shape)),
        }
    }

    /// Returns a note if the region is empty; it lists planes that exclude one another. Otherwise, or with more than
    /// `FEW` planes, returns no notes.
    pub(crate) fn notes(&self) -> Vec<String> {
        if self.kind == Kind::Plane || self.planes.len() > FEW {
            return Vec::new();
        }
        let Some(planes) = self.region().contradiction() else {
            return Vec::new();
        };
        let planes: Vec<&str> = planes.iter().map(|&plane| &*self.said[plane]).collect();
        let file = self.file.as_deref().unwrap_or_default();
        vec![format!(
            "{file}: the region is empty, so every row is outside; these planes exclude one another: {}",
            planes.join(", ")
        )]
    }
}
