//! The report of a cut as one JSON object (docs/json.md, docs/report.schema.json).
#![expect(missing_docs, reason = "docs/json.md describes the fields")]

use std::path::Path;

use serde::Serialize;
use transect::{Aabb, Overlap};
use transect_draw::Theme;
use transect_io::{Document, Format};
use transect_mesh::scene::{Amount, Encoding, MetPlane, ObjectCut, SceneCut};
use transect_mesh::{EdgeSum, PartPlace, Rest};

use crate::bent::BentReport;
use crate::closing::ChangesReport;
use crate::findings::ObjectFinding;
use crate::numbers::counted;
use crate::plane_report::{PlaneOfCut, counted_side, cuts};
use crate::planes::CutPlanes;
use crate::section_rule::SectionRule;
use crate::sums::CertificateSums;

#[derive(Debug, Serialize)]
pub struct Report {
    pub version: u32,
    pub source: Vec<SourceReport>,
    pub cut: CutInfo,
    pub planes: Vec<PlaneOfCut>,
    pub objects: ObjectCounts,
    pub parts: Vec<PartReport>,
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

/// The kind of the cut, and the flag or the file that gave the planes.
#[derive(Debug, Serialize)]
pub struct CutInfo {
    pub kind: &'static str,
    pub text: String,
    pub file: Option<String>,
    pub bounded: Option<bool>,
    /// The parts of a region that are written: `inside`, `outside` or `both`. `None` without a region.
    pub keep: Option<&'static str>,
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

/// The numbers of objects. `inside`, `meets` and `outside` are `None` without a region.
#[derive(Debug, Serialize)]
pub struct ObjectCounts {
    pub total: usize,
    /// The number of objects that are cut.
    pub cut: usize,
    pub inside: Option<usize>,
    pub meets: Option<usize>,
    pub outside: Option<usize>,
}

#[derive(Debug, Serialize)]
pub struct PartReport {
    pub name: String,
    /// The side of each plane on which the part lies; `None` for the parts of a region.
    pub sides: Option<Vec<&'static str>>,
    pub objects: usize,
    pub triangles: usize,
    /// `None` after one pass, which does not know the number of different vertices.
    pub vertices: Option<usize>,
    pub area: f64,
    pub volume: Option<f64>,
    pub signed_volume: Option<f64>,
    pub closed: bool,
    /// `None` after one pass if there are too many to count.
    pub open_edges: Option<usize>,
    /// `true` if each edge of the written file has exactly two triangles. Edges are compared by the indices of their
    /// vertices.
    pub manifold_as_written: Option<bool>,
    /// The number of vertices of the written file, which may have several at one position.
    pub vertices_as_written: Option<usize>,
}

#[derive(Debug, Serialize)]
pub struct CertificateReport {
    pub objects_closed: usize,
    pub objects_open: usize,
    pub cut_open: usize,
    /// The way in which it was found out which objects and parts are closed.
    pub closed_by: ClosedBy,
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
    pub relation: Option<&'static str>,
    /// The side of each plane on which the object lies.
    pub sides: Vec<&'static str>,
    pub closed: bool,
    /// The reason why the volume of the points inside is not known; `None` if it is known.
    pub unknown_volume: Option<UnknownVolume>,
    pub met: Vec<MetReport>,
    pub pieces: Vec<PieceReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangesReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bent: Option<BentReport>,
}

/// A plane that meets an object.
#[derive(Debug, Serialize)]
pub struct MetReport {
    pub plane: usize,
    pub touching: bool,
    pub divided: bool,
    /// The number of loops and of open chains (outlines that do not close), and the area of the object's section;
    /// `None` for a region.
    pub loops: Option<usize>,
    pub open_chains: Option<usize>,
    pub area: Option<f64>,
    pub signed_area: Option<f64>,
}

#[derive(Debug, Serialize)]
pub struct PieceReport {
    pub part: String,
    pub triangles: usize,
    pub volume: Option<f64>,
    pub signed_volume: Option<f64>,
}

/// The way in which it was found out whether a surface is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosedBy {
    /// Each edge was counted.
    Counting,
    /// One pass summed up a fingerprint of all edges ([`EdgeSum`]).
    Fingerprint,
}

/// The reason why the volume of the points inside of an object is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownVolume {
    /// The object is open.
    Open,
    /// Bodies of the object cross, or touch each other so that it is not decided which points are inside.
    Crossing,
    /// One pass does not know which triangles form a body.
    OnePass,
}

/// The facts of a report beyond the cut itself.
pub(crate) struct Context<'a> {
    pub(crate) planes: &'a CutPlanes,
    pub(crate) keep: Option<&'static str>,
    pub(crate) document: &'a Document,
    pub(crate) rule: SectionRule,
    pub(crate) theme: &'a Theme,
    pub(crate) unit: Option<&'a str>,
    pub(crate) format: Format,
    pub(crate) encoding: Encoding,
    /// The facts about all triangles beside the band, if the file was read in one pass.
    pub(crate) rest: Option<&'a Rest>,
}

impl Report {
    /// Returns the report of a cut. `names` are the names of its parts.
    /// `inside` are the volumes of the points inside of each object, in its pieces
    /// ([`Scene::volumes_inside`](transect_mesh::scene::Scene::volumes_inside)).
    pub(crate) fn of(
        cut: &SceneCut,
        names: &[String],
        inside: &[Option<Vec<f64>>],
        context: &Context<'_>,
    ) -> Self {
        let Context {
            planes,
            keep,
            document,
            rule,
            theme,
            unit,
            ..
        } = *context;
        let objects = &cut.objects;
        Self {
            version: 6,
            source: SourceReport::all(document, unit),
            cut: CutInfo::of(planes, keep),
            planes: (0..planes.planes.len())
                .map(|index| PlaneOfCut::of_cut(planes, index, objects, rule, theme))
                .collect(),
            objects: ObjectCounts::with(
                objects
                    .iter()
                    .map(|object| (is_cut(object), object.relation)),
                planes,
            ),
            parts: PartReport::all(cut, names, inside, context.rest.is_some()),
            certificate: CertificateReport::of(cut, names, context),
            objects_list: objects
                .iter()
                .zip(inside)
                .enumerate()
                .map(|(index, (object, inside))| ObjectReport {
                    bent: BentReport::of(document, object.node),
                    ..ObjectReport::of(index, object, inside.as_deref(), names, context)
                })
                .collect(),
            written: Vec::new(),
        }
    }

    /// Returns the findings of severity `error`, which mean that the parts are wrong.
    pub fn errors(&self) -> impl Iterator<Item = &ObjectFinding> {
        let findings = self.certificate.findings.iter();
        findings.filter(|found| found.is_error())
    }

    /// Returns the names of the objects with findings of severity `error`, each object once.
    pub fn objects_with_errors(&self) -> Vec<&str> {
        ObjectFinding::with_errors(&self.certificate.findings)
    }

    /// Returns the names of the objects that are open (not closed).
    pub fn open_objects(&self) -> Vec<&str> {
        let open = self.objects_list.iter().filter(|object| !object.closed);
        open.map(|object| object.name.as_str()).collect()
    }

    /// Returns the names of the closed objects of which the volume of the points inside is not known.
    pub fn unknown_volumes(&self) -> Vec<&str> {
        let objects = self.objects_list.iter();
        let unknown = objects.filter(|own| own.unknown_volume == Some(UnknownVolume::Crossing));
        unknown.map(|object| object.name.as_str()).collect()
    }

    /// Returns `true` if several planes cut, or a region, so that the parts are not halves.
    pub fn has_several_planes(&self) -> bool {
        self.cut.has_several_planes()
    }

    pub fn to_json(&self) -> String {
        // The values are only strings and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
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

    /// Returns the report's descriptions of all input files.
    pub(crate) fn all(document: &Document, unit: Option<&str>) -> Vec<Self> {
        let sources = document.sources.iter();
        sources.map(|source| Self::of(source, unit)).collect()
    }
}

impl CutInfo {
    pub(crate) fn of(planes: &CutPlanes, keep: Option<&'static str>) -> Self {
        Self {
            kind: planes.kind.name(),
            text: planes.text.clone(),
            file: planes.file.clone(),
            bounded: planes.is_bounded(),
            keep,
        }
    }

    /// Returns `true` if several planes cut, or a region, so that the parts are not halves.
    pub fn has_several_planes(&self) -> bool {
        self.kind != "plane"
    }
}

impl ObjectCounts {
    /// Counts objects. Each has `true` if it is cut, and its relation to the region.
    pub(crate) fn with(
        objects: impl ExactSizeIterator<Item = (bool, Option<Overlap>)> + Clone,
        planes: &CutPlanes,
    ) -> Self {
        // An object without triangles counts as inside, because its node is written to that part.
        let count = |wanted: Overlap| {
            let relations = objects.clone();
            let relations = relations.map(|(_, relation)| relation.unwrap_or(Overlap::Inside));
            let of_region = planes.kind.is_region();
            of_region.then(|| relations.filter(|own| *own == wanted).count())
        };
        Self {
            total: objects.len(),
            cut: objects.clone().filter(|(is_cut, _)| *is_cut).count(),
            inside: count(Overlap::Inside),
            meets: count(Overlap::Meets),
            outside: count(Overlap::Outside),
        }
    }
}

/// Returns `true` if an object is cut: if it meets the region, or has vertices strictly on both sides of a plane. An
/// object that is only touched is not cut.
fn is_cut(object: &ObjectCut) -> bool {
    match object.relation {
        Some(relation) => relation == Overlap::Meets,
        None => object.met.iter().any(|met| cuts(&met.contact)),
    }
}

impl PartReport {
    /// Returns the reports of the parts. A part of a division without triangles is left out.
    fn all(
        cut: &SceneCut,
        names: &[String],
        inside: &[Option<Vec<f64>>],
        is_one_pass: bool,
    ) -> Vec<Self> {
        let is_listed = |own: &Self| {
            let is_half = own.sides.as_ref().is_none_or(|sides| sides.len() == 1);
            is_half || own.triangles > 0
        };
        let has_closed = cut.objects.iter().any(|object| object.is_closed);
        let has_known = inside.iter().any(Option::is_some);
        let parts = cut.parts.iter().zip(names).enumerate();
        let parts = parts.map(|(index, (part, name))| {
            let pieces = cut.objects.iter().flat_map(|object| &object.pieces);
            let own = pieces.filter(move |(piece, _)| *piece == index);
            let own = Self::of(&part.place, name, own.map(|(_, amount)| amount));
            let known = cut.objects.iter().zip(inside);
            let known = known.flat_map(|(object, inside)| {
                let volumes = inside.iter().flatten();
                object.pieces.iter().zip(volumes)
            });
            let volumes = known.filter(|((piece, _), _)| *piece == index);
            let volumes = volumes.map(|(_, volume)| *volume);
            Self {
                vertices: own.vertices.filter(|_| !is_one_pass),
                // The volume of nothing is zero, if any object has a volume.
                volume: volumes
                    .reduce(|sum, volume| sum + volume)
                    .or(has_known.then_some(0.0)),
                signed_volume: own.signed_volume.or(has_closed.then_some(0.0)),
                ..own
            }
        });
        parts.filter(is_listed).collect()
    }

    fn of<'a>(
        place: &PartPlace,
        name: &str,
        amounts: impl Iterator<Item = &'a Amount> + Clone,
    ) -> Self {
        let counts = amounts.clone().map(|amount| amount.open_edges);
        let is_counted = counts.clone().all(|count| count != EdgeSum::UNCOUNTED);
        let open_edges: Option<usize> = is_counted.then(|| counts.sum());
        let has = |amount: &&Amount| amount.triangles > 0;
        Self {
            name: name.into(),
            sides: sides_of(place),
            objects: amounts.clone().filter(has).count(),
            triangles: amounts.clone().map(|amount| amount.triangles).sum(),
            vertices: Some(amounts.clone().map(|amount| amount.vertices).sum()),
            area: amounts.clone().fold(0.0, |sum, amount| sum + amount.area),
            volume: None,
            signed_volume: amounts
                .filter_map(|amount| amount.volume)
                .reduce(|sum, volume| sum + volume),
            closed: open_edges == Some(0),
            open_edges,
            manifold_as_written: None,
            vertices_as_written: None,
        }
    }
}

/// Returns the side of each plane on which a part lies; `None` for the parts of a region.
pub(crate) fn sides_of(place: &PartPlace) -> Option<Vec<&'static str>> {
    match place {
        PartPlace::Sides(sides) => Some(sides.iter().map(|own| own.name()).collect()),
        PartPlace::Inside | PartPlace::Outside => None,
    }
}

impl CertificateReport {
    fn of(cut: &SceneCut, names: &[String], context: &Context<'_>) -> Self {
        let objects_closed = cut.objects.iter().filter(|object| object.is_closed).count();
        let judged = cut.objects.iter();
        let judged = judged.filter_map(|object| object.details.as_ref());
        // An object that its only plane touches is judged, too, but not counted.
        let counted = cut.objects.iter().filter(|object| is_cut(object));
        let counted = counted.filter_map(|object| object.details.as_ref());
        let certificates = counted.map(|own| &own.certificate);
        let cut_open = certificates.clone().filter(|own| !own.input_closed).count();
        let findings = cut.objects.iter().enumerate();
        let findings = findings.filter_map(|(index, object)| {
            let details = object.details.as_ref()?;
            let part = |judged: usize| names[details.parts[judged]].clone();
            let certificate = &details.certificate;
            Some(ObjectFinding::all(&object.name, index, certificate, part))
        });
        Self {
            objects_closed,
            objects_open: cut.objects.len() - objects_closed,
            cut_open,
            closed_by: match context.rest {
                None => ClosedBy::Counting,
                Some(_) => ClosedBy::Fingerprint,
            },
            sums: CertificateSums::of(certificates),
            largest_rounding: judged.fold(0.0, |most, own| most.max(own.largest_rounding)),
            findings: findings.flatten().collect(),
            assumptions: assumptions(&cut.objects, context),
        }
    }
}

/// Returns sentences that say under which assumptions the certificate holds (such as rounding), and what it does not
/// cover.
fn assumptions(objects: &[ObjectCut], context: &Context<'_>) -> Vec<String> {
    let format = context.format;
    let mut list = vec![
        "sides are exact for the coordinates as read; positions under node transforms are \
         computed in 64-bit floats, and sides are exact for the rounded positions"
            .to_string(),
    ];
    let rounded = if context.planes.are_several() {
        "the parts are exact pieces of the input, and each coordinate of a cut vertex is rounded to a 64-bit float once"
    } else {
        "cut vertices are rounded to 64-bit floats"
    };
    list.push(match context.encoding {
        Encoding::Double => {
            format!("{rounded}; {format} stores them without further rounding")
        }
        _ => format!(
            "{rounded}, then to the 32-bit floats of {format}; the certificate is about the 32-bit parts"
        ),
    });
    list.push("volume_residual and volume_bound are summed over closed cut objects".to_string());
    if context.rest.is_some() {
        list.push(
            "the file was read in one pass: the certificate judges the triangles that meet the plane, and all others are \
             written as they are; a surface counts as closed if its fingerprint is 0, which is wrong with a probability below \
             2^-88"
                .to_string(),
        );
    }
    let crosses = |object: &&ObjectCut| object.met.iter().any(|met| met.caps_cross);
    let crossing = objects.iter().filter(crosses).count();
    if crossing > 0 {
        list.push(format!(
            "{} with outlines that cross; caps cover each point as often as the outlines wind around it",
            counted(crossing, "object")
        ));
    }
    list
}

/// Returns the reason why the volume of the points inside of an object is not known.
fn unknown_volume(
    object: &ObjectCut,
    inside: Option<&[f64]>,
    rest: Option<&Rest>,
) -> Option<UnknownVolume> {
    match (object.is_closed, inside, rest) {
        (false, ..) => Some(UnknownVolume::Open),
        (true, None, None) => Some(UnknownVolume::Crossing),
        (true, None, Some(_)) => Some(UnknownVolume::OnePass),
        (true, Some(_), _) => None,
    }
}

impl ObjectReport {
    fn of(
        index: usize,
        object: &ObjectCut,
        inside: Option<&[f64]>,
        names: &[String],
        context: &Context<'_>,
    ) -> Self {
        let rule = context.rule;
        let pieces = object.pieces.iter().enumerate();
        let pieces = pieces.filter(|(_, (_, amount))| amount.triangles > 0);
        Self {
            name: object.name.clone(),
            index,
            relation: object.relation.map(Overlap::name),
            sides: object.sides().map(transect::Side::name).collect(),
            closed: object.is_closed,
            unknown_volume: unknown_volume(object, inside, context.rest),
            met: object
                .met
                .iter()
                .map(|met| MetReport::of(met, rule))
                .collect(),
            pieces: pieces
                .map(|(place, (part, amount))| PieceReport {
                    part: names[*part].clone(),
                    triangles: amount.triangles,
                    volume: inside.map(|volumes| volumes[place]),
                    signed_volume: amount.volume,
                })
                .collect(),
            changes: ChangesReport::of(&object.changes),
            bent: None,
        }
    }

    /// Returns the side of the first plane as which the object counts. With one plane, it is the side of the object.
    pub fn side(&self) -> &'static str {
        let first = self.sides.first().copied();
        first.unwrap_or(counted_side(None).name())
    }

    /// Returns the area of the sections of the object by all planes; 0 for a region.
    pub fn section_area(&self) -> f64 {
        // With several planes, those that only touch the object have no drawing.
        let is_shown = |met: &&MetReport| self.sides.len() == 1 || !met.touching;
        let areas = self.met.iter().filter(is_shown);
        let areas = areas.filter_map(|met| met.area);
        areas.fold(0.0, |sum, area| sum + area)
    }

    /// Returns the volume of the object's points inside in a part: 0 if it has no piece there, and `None` if it is not
    /// known.
    pub fn volume_in(&self, part: &str) -> Option<f64> {
        let volume = self.piece_in(part).map(|piece| piece.volume);
        volume.unwrap_or_else(|| self.unknown_volume.is_none().then_some(0.0))
    }

    /// Returns the signed volume of the object in a part: 0 if it has no piece there, and `None` if the object is open.
    pub fn signed_volume_in(&self, part: &str) -> Option<f64> {
        let volume = self.piece_in(part).map(|piece| piece.signed_volume);
        volume.unwrap_or_else(|| self.closed.then_some(0.0))
    }

    fn piece_in(&self, part: &str) -> Option<&PieceReport> {
        self.pieces.iter().find(|piece| piece.part == part)
    }
}

impl MetReport {
    fn of(met: &MetPlane, rule: SectionRule) -> Self {
        let sections = met.sections.as_ref();
        let section = sections.map(|sections| rule.limit(sections));
        let measures = sections.map(|sections| rule.measures(sections));
        Self {
            plane: met.plane + 1,
            touching: met.contact.touching(),
            divided: met.contact.divided(),
            loops: section.map(|section| section.loops.len()),
            open_chains: section.map(|section| section.open_chains.len()),
            area: measures.map(|own| own.area),
            signed_area: measures.map(|own| own.signed_area),
        }
    }
}
