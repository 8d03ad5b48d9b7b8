//! The report of `transect classify` for programs: one JSON object (docs/json.md, docs/classify.schema.json).

use std::path::Path;

use serde::Serialize;
use transect::{Overlap, Side};

use crate::classify::given::Given;
use crate::classify::question::{Answer, Kind, Question, Word};
use crate::table::shape::TableShape;
use transect_report::report::SourceReport;

#[derive(Debug, Serialize)]
pub(crate) struct ClassifyReport {
    pub(crate) version: u32,
    pub(crate) source: Vec<SourceReport>,
    /// The shape of the rows: `boxes` or `points`.
    pub(crate) shape: &'static str,
    pub(crate) dimension: usize,
    pub(crate) question: QuestionReport,
    pub(crate) bounds: Option<Ends>,
    pub(crate) rows: Counts,
    pub(crate) index: Option<IndexReport>,
    pub(crate) rows_written: usize,
    pub(crate) written: Vec<String>,
    /// The noun for a row, such as `box`.
    #[serde(skip)]
    pub(crate) noun: &'static str,
}

#[derive(Debug, Serialize)]
pub(crate) struct QuestionReport {
    /// The kind of the question: `plane`, `region` or `frustum`.
    pub(crate) kind: &'static str,
    pub(crate) file: Option<String>,
    pub(crate) conservative: bool,
    pub(crate) planes: Vec<NamedPlane>,
}

#[derive(Debug, Serialize)]
pub(crate) struct NamedPlane {
    pub(crate) name: Option<String>,
    pub(crate) normal: Vec<f64>,
    pub(crate) offset: f64,
    pub(crate) text: String,
    /// The points of `--through`, which define the plane exactly.
    pub(crate) through: Option<Vec<Vec<f64>>>,
    /// The point and the normal of `--point` and `--normal`, which define the plane exactly.
    pub(crate) at: Option<PointAndNormal>,
    /// `true` if a coefficient is rounded.
    #[serde(skip)]
    pub(crate) is_rounded: bool,
}

/// The point and the normal that define a plane.
#[derive(Debug, Serialize)]
pub(crate) struct PointAndNormal {
    pub(crate) point: Vec<f64>,
    pub(crate) normal: Vec<f64>,
}

/// The index file (`--index`), as the report names it.
#[derive(Debug, Serialize)]
pub(crate) struct IndexReport {
    pub(crate) path: String,
    /// `true` if this run built the index.
    pub(crate) built: bool,
}

/// The least and the greatest coordinates of all rows, axis by axis.
#[derive(Debug, Serialize)]
pub(crate) struct Ends {
    pub(crate) min: Vec<f64>,
    pub(crate) max: Vec<f64>,
}

/// The counts of rows in front of a plane, on it and behind it. `touching` counts the `on` rows that only touch the
/// plane.
#[derive(Debug, Default, Serialize)]
pub(crate) struct RowCounts {
    pub(crate) total: usize,
    pub(crate) front: usize,
    pub(crate) on: usize,
    pub(crate) back: usize,
    pub(crate) touching: usize,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Counts {
    Plane(RowCounts),
    Region(RegionCounts),
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct RegionCounts {
    pub(crate) total: usize,
    pub(crate) outside: usize,
    pub(crate) meets: usize,
    pub(crate) inside: usize,
}

impl Counts {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Plane => Self::Plane(RowCounts::default()),
            Kind::Region | Kind::Frustum => Self::Region(RegionCounts::default()),
        }
    }

    /// Adds the answer for one row to the counts.
    pub(crate) fn add_answer(&mut self, answer: Answer) {
        self.add(answer.word(), 1);
        let touches = matches!(answer, Answer::Extent(extent) if extent.touches());
        self.add_touching(usize::from(touches));
    }

    /// Adds `rows` to the number of rows whose answer is `word`.
    pub(crate) fn add(&mut self, word: Word, rows: usize) {
        let (total, of_word) = match self {
            Self::Plane(counts) => (
                &mut counts.total,
                match word {
                    Word::Side(Side::Front) => &mut counts.front,
                    Word::Side(Side::Back) => &mut counts.back,
                    _ => &mut counts.on,
                },
            ),
            Self::Region(counts) => (
                &mut counts.total,
                match word {
                    Word::Overlap(Overlap::Outside) => &mut counts.outside,
                    Word::Overlap(Overlap::Inside) => &mut counts.inside,
                    _ => &mut counts.meets,
                },
            ),
        };
        *total += rows;
        *of_word += rows;
    }

    /// Adds `rows` to the number of rows that only touch the plane.
    pub(crate) fn add_touching(&mut self, rows: usize) {
        if let Self::Plane(counts) = self {
            counts.touching += rows;
        }
    }

    pub(crate) fn total(&self) -> usize {
        match self {
            Self::Plane(counts) => counts.total,
            Self::Region(counts) => counts.total,
        }
    }
}

impl ClassifyReport {
    /// Returns an empty report, before the first row is read.
    pub(crate) fn nothing<S: TableShape<D>, const D: usize>(question: &Question<D>) -> Self {
        let planes = question.planes.iter().enumerate();
        let planes = planes.map(|(index, plane)| NamedPlane {
            name: question.names.get(index).cloned(),
            normal: plane.normal().to_vec(),
            offset: plane.offset(),
            text: plane.to_string(),
            through: match &question.given {
                Some(Given::Through(plane)) => Some(plane.points().map(|p| p.to_vec()).to_vec()),
                _ => None,
            },
            at: match &question.given {
                Some(Given::At(plane)) => Some(PointAndNormal {
                    point: plane.point().to_vec(),
                    normal: plane.normal().to_vec(),
                }),
                _ => None,
            },
            is_rounded: question.given.is_some_and(|given| given.is_rounded()),
        });
        Self {
            version: 2,
            source: Vec::new(),
            shape: S::NOUNS,
            dimension: D,
            question: QuestionReport {
                kind: question.kind.name(),
                file: question.file.clone(),
                conservative: question.conservative,
                planes: planes.collect(),
            },
            bounds: None,
            rows: Counts::of(question.kind),
            index: None,
            rows_written: 0,
            written: Vec::new(),
            noun: S::NOUN,
        }
    }

    /// Sets the file name, the size and the unit of the table, and the bounds of its rows, after the whole table is
    /// read.
    pub(crate) fn read<const D: usize>(
        &mut self,
        path: &Path,
        bytes: u64,
        bounds: Option<[[f64; D]; 2]>,
        unit: Option<&str>,
    ) {
        self.source = vec![SourceReport::of_table(path, bytes, unit)];
        self.bounds = bounds.map(|[min, max]| Ends {
            min: min.to_vec(),
            max: max.to_vec(),
        });
    }

    pub(crate) fn to_json(&self) -> String {
        // The values are only strings and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
