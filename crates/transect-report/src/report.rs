//! The report as one JSON object (docs/json.md, docs/report.schema.json).
#![expect(missing_docs, reason = "docs/json.md describes the fields")]

use std::path::Path;

use serde::Serialize;
use transect::mesh::{PlaneContact, Section, Sections};
use transect::scene::{Amount, CutDetails, Encoding, ObjectCut, SceneCut};
use transect::{Aabb, CuttingPlane, Side};
use transect_io::{Document, Format};

use crate::findings::{ObjectFinding, Severity};
use crate::numbers::counted;
use crate::on_plane::OnPlaneRule;
use crate::sums::CertificateSums;

#[derive(Debug, Serialize)]
pub struct Report {
    pub version: u32,
    pub source: Vec<SourceReport>,
    pub plane: PlaneReport,
    pub objects: ObjectCounts,
    pub section: SectionReport,
    pub halves: HalvesReport,
    pub certificate: CertificateReport,
    pub objects_list: Vec<ObjectReport>,
    pub written: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SourceReport {
    pub path: String,
    pub format: String,
    pub bytes: u64,
    pub unit: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Bounds {
    pub min: [f64; 3],
    pub max: [f64; 3],
}

impl Bounds {
    pub fn of(bounds: Aabb) -> Self {
        Self {
            min: bounds.min(),
            max: bounds.max(),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct PlaneReport {
    pub normal: [f64; 3],
    pub offset: f64,
    pub text: String,
    pub through: Option<[[f64; 3]; 3]>,
    pub at: Option<PointAndNormal>,
    /// `true` if a coefficient is rounded.
    #[serde(skip)]
    pub is_rounded: bool,
}

/// The point and the normal of a plane that was given by them.
#[derive(Debug, Serialize)]
pub struct PointAndNormal {
    pub point: [f64; 3],
    pub normal: [f64; 3],
}

#[derive(Debug, Serialize)]
pub struct ObjectCounts {
    pub total: usize,
    pub front: usize,
    pub on: usize,
    pub back: usize,
    pub touching: usize,
    pub divided: usize,
}

#[derive(Debug, Serialize)]
pub struct SectionReport {
    pub on_plane: &'static str,
    pub loops: usize,
    pub open_chains: usize,
    pub area: f64,
    pub area_other_limit: f64,
    pub perimeter: f64,
}

#[derive(Debug, Serialize)]
pub struct HalvesReport {
    pub front: HalfReport,
    pub back: HalfReport,
}

#[derive(Debug, Serialize)]
pub struct HalfReport {
    pub triangles: usize,
    pub vertices: usize,
    pub area: f64,
    pub volume: Option<f64>,
    pub closed: bool,
    pub open_edges: usize,
    /// `true` if each edge of the written file has exactly two triangles. Edges are compared by the indices of their
    /// vertices.
    pub manifold_as_written: Option<bool>,
}

#[derive(Debug, Serialize)]
pub struct CertificateReport {
    pub objects_closed: usize,
    pub objects_open: usize,
    pub cut_open: usize,
    pub vertices_on_plane: usize,
    pub edges_on_plane: usize,
    pub faces_on_plane: usize,
    #[serde(flatten)]
    pub sums: CertificateSums,
    pub largest_rounding: f64,
    pub findings: Vec<ObjectFinding>,
    pub assumptions: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct ObjectReport {
    pub name: String,
    pub index: usize,
    pub side: &'static str,
    pub touching: bool,
    pub divided: bool,
    pub closed: bool,
    pub loops: usize,
    pub section_area: f64,
    pub volume_front: Option<f64>,
    pub volume_back: Option<f64>,
}

impl Report {
    pub fn of(
        cut: &SceneCut,
        document: &Document,
        on_plane: OnPlaneRule,
        unit: Option<&str>,
        format: Format,
        encoding: Encoding,
    ) -> Self {
        let met = || {
            cut.objects
                .iter()
                .filter_map(|object| object.details.as_ref())
        };
        Self {
            version: 4,
            source: document
                .sources
                .iter()
                .map(|source| SourceReport::of(source, unit))
                .collect(),
            plane: PlaneReport::of(&cut.plane),
            objects: ObjectCounts::of(
                cut.objects.iter().map(|object| counted_side(object.side)),
                met().map(|met| &met.contact),
            ),
            section: SectionReport::of(met().map(|met| &met.sections), on_plane),
            halves: HalvesReport {
                front: HalfReport::of(cut.objects.iter().map(|object| &object.front)),
                back: HalfReport::of(cut.objects.iter().map(|object| &object.back)),
            },
            certificate: CertificateReport::of(cut, format, encoding),
            objects_list: cut
                .objects
                .iter()
                .enumerate()
                .map(|(index, object)| ObjectReport::of(index, object, on_plane))
                .collect(),
            written: Vec::new(),
        }
    }

    /// Returns the findings of severity `error`, which mean that the halves are wrong.
    pub fn errors(&self) -> impl Iterator<Item = &ObjectFinding> {
        let findings = self.certificate.findings.iter();
        findings.filter(|found| found.finding.severity == Severity::Error)
    }

    /// Returns the names of the objects with findings of severity `error`, each object once.
    pub fn objects_with_errors(&self) -> Vec<&str> {
        ObjectFinding::with_errors(&self.certificate.findings)
    }

    pub fn to_json(&self) -> String {
        // The values are only strings and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl PlaneReport {
    /// Returns the report of a plane: its coefficients, and the points, or the point and the normal, if it was given by
    /// them.
    pub fn of(given: &CuttingPlane) -> Self {
        let plane = given.plane();
        let at = given.point_and_normal();
        Self {
            normal: plane.normal(),
            offset: plane.offset(),
            text: plane.to_string(),
            through: given.points(),
            at: at.map(|[point, normal]| PointAndNormal { point, normal }),
            is_rounded: given.is_rounded(),
        }
    }
}

impl SourceReport {
    /// Returns the report's description of a table that was read as input.
    pub fn of_table(path: &Path, bytes: u64, unit: Option<&str>) -> Self {
        Self {
            path: path.display().to_string(),
            format: "csv".into(),
            bytes,
            unit: unit.map(String::from),
        }
    }

    /// Returns the report's description of an input file. `unit` overrides the unit of the file.
    pub fn of(source: &transect_io::Source, unit: Option<&str>) -> Self {
        Self {
            path: source.path.display().to_string(),
            format: source.format.to_string(),
            bytes: source.bytes,
            unit: unit.or(source.unit.as_deref()).map(String::from),
        }
    }
}

impl ObjectCounts {
    /// Counts the objects in front of the plane, those behind it, and those on it. Of the objects on the plane,
    /// also counts those that the plane only touches and those that it divides: a divided object has separate parts in
    /// front of the plane and behind it, but no point in the plane.
    pub fn of<'a>(
        sides: impl Iterator<Item = Side> + Clone,
        met: impl Iterator<Item = &'a PlaneContact> + Clone,
    ) -> Self {
        let count = |side: Side| sides.clone().filter(|&own| own == side).count();
        Self {
            total: sides.clone().count(),
            front: count(Side::Front),
            on: count(Side::On),
            back: count(Side::Back),
            touching: met.clone().filter(|contact| contact.touching()).count(),
            divided: met.filter(|contact| contact.divided()).count(),
        }
    }
}

impl SectionReport {
    /// Returns the sums over the sections of all cut objects: area, perimeter, number of loops, and number of open
    /// chains (outlines that do not close).
    pub fn of<'a>(met: impl Iterator<Item = &'a Sections> + Clone, on_plane: OnPlaneRule) -> Self {
        let limit = |on_plane: OnPlaneRule| {
            let met = met.clone();
            met.map(move |sections| sections.counting_on_as(on_plane.side()))
        };
        let sum = |part: fn(&Section) -> f64, on_plane: OnPlaneRule| {
            limit(on_plane).fold(0.0, |sum, section| sum + part(section))
        };
        Self {
            on_plane: on_plane.name(),
            loops: limit(on_plane).map(|section| section.loops.len()).sum(),
            open_chains: limit(on_plane)
                .map(|section| section.open_chains.len())
                .sum(),
            area: sum(Section::area, on_plane),
            area_other_limit: sum(Section::area, on_plane.other()),
            perimeter: sum(Section::perimeter, on_plane),
        }
    }
}

impl HalfReport {
    pub(crate) fn of<'a>(amounts: impl Iterator<Item = &'a Amount> + Clone) -> Self {
        let open_edges = amounts.clone().map(|amount| amount.open_edges).sum();
        Self {
            triangles: amounts.clone().map(|amount| amount.triangles).sum(),
            vertices: amounts.clone().map(|amount| amount.vertices).sum(),
            area: amounts.clone().fold(0.0, |sum, amount| sum + amount.area),
            volume: amounts
                .filter_map(|amount| amount.volume)
                .reduce(|sum, volume| sum + volume),
            closed: open_edges == 0,
            open_edges,
            manifold_as_written: None,
        }
    }
}

impl CertificateReport {
    fn of(cut: &SceneCut, format: Format, encoding: Encoding) -> Self {
        let objects_closed = cut.objects.iter().filter(|object| object.is_closed).count();
        let met: Vec<&CutDetails> = cut
            .objects
            .iter()
            .filter_map(|o| o.details.as_ref())
            .collect();
        let certificates = met.iter().map(|met| &met.certificate);
        let cut_open = certificates.clone().filter(|own| !own.input_closed).count();
        let largest_rounding = met
            .iter()
            .fold(0.0_f64, |m, met| m.max(met.largest_rounding));
        Self {
            objects_closed,
            objects_open: cut.objects.len() - objects_closed,
            cut_open,
            vertices_on_plane: met.iter().map(|met| met.contact.vertices[1]).sum(),
            edges_on_plane: met.iter().map(|met| met.contact.edges).sum(),
            faces_on_plane: met.iter().map(|met| met.contact.faces).sum(),
            sums: CertificateSums::of(certificates),
            largest_rounding,
            findings: ObjectFinding::all(cut.objects.iter().enumerate().filter_map(
                |(index, object)| {
                    let met = object.details.as_ref()?;
                    Some((&*object.name, index, &met.certificate))
                },
            )),
            assumptions: assumptions(&met, format, encoding),
        }
    }
}

/// Returns sentences that say under which assumptions the certificate holds (such as rounding), and what it does not
/// cover.
fn assumptions(met: &[&CutDetails], format: Format, encoding: Encoding) -> Vec<String> {
    let mut list = vec![
        "sides are exact for the coordinates as read; positions under node transforms are \
         computed in 64-bit floats, and sides are exact for the rounded positions"
            .to_string(),
        match encoding {
            Encoding::Double => {
                format!(
                    "cut vertices are rounded to 64-bit floats; {format} stores them without further rounding"
                )
            }
            _ => format!(
                "cut vertices are rounded to 64-bit floats, then to the 32-bit floats of {format}; \
                 the certificate is about the 32-bit halves"
            ),
        },
        "volume_residual and volume_bound are summed over closed cut objects".to_string(),
    ];
    let crossing = met.iter().filter(|met| met.caps_cross).count();
    if crossing > 0 {
        list.push(format!(
            "{} with outlines that cross; caps cover each point as often as the outlines wind around it",
            counted(crossing, "object")
        ));
    }
    list
}

/// Returns the side as which reports count an object. For an object without triangles (`None`), returns `Front`,
/// because the object's node is written to the front half.
pub fn counted_side(side: Option<Side>) -> Side {
    side.unwrap_or(Side::Front)
}

impl ObjectReport {
    fn of(index: usize, object: &ObjectCut, on_plane: OnPlaneRule) -> Self {
        let met = object.details.as_ref();
        let section = met.map(|met| met.sections.counting_on_as(on_plane.side()));
        Self {
            name: object.name.clone(),
            index,
            side: counted_side(object.side).name(),
            touching: met.is_some_and(|met| met.contact.touching()),
            divided: met.is_some_and(|met| met.contact.divided()),
            closed: object.is_closed,
            loops: section.map_or(0, |section| section.loops.len()),
            section_area: section.map_or(0.0, Section::area),
            volume_front: object.front.volume,
            volume_back: object.back.volume,
        }
    }
}
