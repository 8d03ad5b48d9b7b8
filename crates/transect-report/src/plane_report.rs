//! The planes of a cut in reports: each plane, the objects that it meets, and its section.
#![expect(missing_docs, reason = "docs/json.md describes the fields")]

use serde::Serialize;
use transect::{CuttingPlane, Extent, Side};
use transect_draw::{Theme, class_of};
use transect_mesh::scene::{ObjectCut, ObjectSections, SceneSections};
use transect_mesh::{PlaneContact, Section, SectionMoments, Sections};

use crate::planes::CutPlanes;
use crate::section_rule::{SectionMeasures, SectionRule, TakenSection};

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

/// A plane of a cut.
#[derive(Debug, Serialize)]
pub struct PlaneOfCut {
    pub number: usize,
    pub name: String,
    #[serde(flatten)]
    pub plane: PlaneReport,
    pub objects: SideCounts,
    pub vertices_on_plane: usize,
    pub edges_on_plane: usize,
    pub faces_on_plane: usize,
    /// `None` if the section was computed without the parts.
    pub cap_area: Option<f64>,
    /// `None` for the cut faces of a region.
    pub section: Option<SectionReport>,
}

#[derive(Debug, Serialize)]
pub struct SideCounts {
    pub front: usize,
    pub on: usize,
    pub back: usize,
    /// The number of objects with vertices strictly on both sides. For a region, only those count of which something
    /// lies inside.
    pub cut: usize,
    pub touching: usize,
    pub divided: usize,
}

#[derive(Debug, Serialize)]
pub struct SectionReport {
    pub on_plane: &'static str,
    pub inside: &'static str,
    pub loops: usize,
    pub open_chains: usize,
    pub area: f64,
    pub area_other_limit: f64,
    pub signed_area: f64,
    pub perimeter: f64,
    /// The centroid and the second moments of the points inside; `None` without an area.
    pub moments: Option<MomentsReport>,
    /// `None` if the plane cuts no volumes of air, which are rooms, zones and openings.
    pub material: Option<MaterialReport>,
}

/// The part of a section that is not air.
#[derive(Debug, PartialEq, Serialize)]
pub struct MaterialReport {
    pub loops: usize,
    pub open_chains: usize,
    pub area: f64,
    pub area_other_limit: f64,
    pub signed_area: f64,
    pub perimeter: f64,
    pub moments: Option<MomentsReport>,
}

/// The centroid and the second moments of a section.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MomentsReport {
    pub centroid: [f64; 3],
    pub centroid_error: f64,
    pub axes: [[f64; 3]; 2],
    pub second: [f64; 3],
    pub second_error: f64,
    /// `None` if both principal moments are equal within their errors.
    pub principal: Option<PrincipalReport>,
}

/// The principal moments of a section and their axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PrincipalReport {
    pub moments: [f64; 2],
    pub axes: [[f64; 3]; 2],
}

impl MomentsReport {
    /// Returns the moments of sections by one plane together.
    fn of<'a>(sections: impl Iterator<Item = &'a Section> + Clone) -> Option<Self> {
        let moments = SectionMoments::of(sections)?;
        Some(Self {
            centroid: moments.centroid,
            centroid_error: moments.centroid_error,
            axes: moments.axes,
            second: moments.second,
            second_error: moments.second_error,
            principal: moments.principal.map(|own| PrincipalReport {
                moments: own.moments,
                axes: own.axes,
            }),
        })
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

/// Returns the indices of the planes whose sections are drawn: the only plane, or those of several that cut objects.
pub fn drawn_planes(given: &CutPlanes, planes: &[PlaneOfCut]) -> impl Iterator<Item = usize> {
    let is_only = !given.are_several();
    let planes = planes.iter().enumerate();
    let drawn = planes.filter(move |(_, own)| is_only || own.objects.cut > 0);
    drawn.map(|(plane, _)| plane)
}

/// The relation of a plane and an object.
#[derive(Clone, Copy)]
struct Meeting<'a> {
    /// `None` for an object without triangles, which counts as in front.
    extent: Option<Extent>,
    contact: Option<&'a PlaneContact>,
    sections: Option<&'a Sections>,
    /// `true` for rooms, zones and openings.
    is_air: bool,
}

impl PlaneOfCut {
    /// Returns the report of a plane of a cut.
    pub(crate) fn of_cut(
        planes: &CutPlanes,
        index: usize,
        objects: &[ObjectCut],
        rule: SectionRule,
        theme: &Theme,
    ) -> Self {
        let meetings = objects.iter().map(|object| {
            let met = object.met_by(index);
            Meeting {
                extent: object.reaches.get(index).map(|reach| reach.extent),
                contact: met.map(|met| &met.contact),
                sections: met.and_then(|met| met.sections.as_ref()),
                is_air: theme.is_air(class_of(&object.name)),
            }
        });
        let details = objects.iter().filter_map(|object| object.details.as_ref());
        let areas = details.map(|details| details.certificate.face_areas[index]);
        let mut plane = Self::of(planes, index, meetings, rule);
        if planes.kind.is_region() {
            // A plane with vertices on both sides may cut nothing of the part inside.
            let has_face = |object: &&ObjectCut| {
                let details = object.details.as_ref();
                let area = details.map_or(0.0, |own| own.certificate.face_areas[index]);
                object.met_by(index).is_some() && (area > 0.0 || !object.is_closed)
            };
            plane.objects.cut = objects.iter().filter(has_face).count();
        }
        plane.cap_area = Some(areas.fold(0.0, |sum, area| sum + area));
        plane
    }

    /// Returns the report of a plane whose section was computed without the parts.
    pub(crate) fn of_sections(
        planes: &CutPlanes,
        index: usize,
        sections: &SceneSections,
        rule: SectionRule,
        theme: &Theme,
    ) -> Self {
        let meetings = sections
            .objects
            .iter()
            .map(|object: &ObjectSections| Meeting {
                extent: object.reach.map(|reach| reach.extent),
                contact: object.met.as_ref().map(|(_, contact)| contact),
                sections: object.met.as_ref().map(|(sections, _)| sections),
                is_air: theme.is_air(class_of(&object.name)),
            });
        Self::of(planes, index, meetings, rule)
    }

    fn of<'a>(
        planes: &CutPlanes,
        index: usize,
        meetings: impl Iterator<Item = Meeting<'a>> + Clone,
        rule: SectionRule,
    ) -> Self {
        let own = &planes.planes[index];
        let contacts = || meetings.clone().filter_map(|meeting| meeting.contact);
        let sections = || {
            let met = meetings.clone();
            met.filter_map(|meeting| Some((meeting.sections?, meeting.is_air)))
        };
        Self {
            number: index + 1,
            name: own.name.clone(),
            plane: PlaneReport::of(&own.plane),
            vertices_on_plane: contacts().map(|contact| contact.vertices[1]).sum(),
            edges_on_plane: contacts().map(|contact| contact.edges).sum(),
            faces_on_plane: contacts().map(|contact| contact.faces).sum(),
            cap_area: None,
            section: (!planes.kind.is_region()).then(|| SectionReport::of(sections(), rule)),
            objects: SideCounts::of(meetings),
        }
    }
}

impl SideCounts {
    /// Counts the objects in front of the plane, those behind it, and those on it. Of the objects on the plane,
    /// also counts those that the plane only touches and those that it divides: a divided object has separate parts in
    /// front of the plane and behind it, but no point in the plane.
    fn of<'a>(meetings: impl Iterator<Item = Meeting<'a>> + Clone) -> Self {
        let side = |meeting: Meeting<'_>| counted_side(meeting.extent.map(Extent::side));
        let count = |wanted: Side| {
            let sides = meetings.clone().map(side);
            sides.filter(|&own| own == wanted).count()
        };
        let contacts = || meetings.clone().filter_map(|meeting| meeting.contact);
        Self {
            front: count(Side::Front),
            on: count(Side::On),
            back: count(Side::Back),
            cut: contacts().filter(|contact| cuts(contact)).count(),
            touching: contacts().filter(|contact| contact.touching()).count(),
            divided: contacts().filter(|contact| contact.divided()).count(),
        }
    }

    /// Returns the number of all objects.
    #[must_use]
    pub fn total(&self) -> usize {
        self.front + self.on + self.back
    }
}

impl SectionReport {
    /// Returns the sums over the sections of all cut objects, and those without the objects that are air. An item is
    /// the sections of an object, and whether the object is air.
    fn of<'a>(met: impl Iterator<Item = (&'a Sections, bool)>, rule: SectionRule) -> Self {
        let taken = met.map(|(sections, is_air)| (rule.take(sections), is_air));
        let taken: Vec<(TakenSection<'_>, bool)> = taken.collect();
        let all = MaterialReport::of(taken.iter().map(|(own, _)| own));
        let has_air = taken.iter().any(|(_, is_air)| *is_air);
        let solid = taken.iter().filter(|(_, is_air)| !is_air);
        Self {
            on_plane: rule.on_plane.name(),
            inside: rule.inside.name(),
            loops: all.loops,
            open_chains: all.open_chains,
            area: all.area,
            area_other_limit: all.area_other_limit,
            signed_area: all.signed_area,
            perimeter: all.perimeter,
            moments: all.moments,
            material: has_air.then(|| MaterialReport::of(solid.map(|(own, _)| own))),
        }
    }
}

impl MaterialReport {
    /// Returns the sums over sections: area, perimeter, number of loops, and number of open chains (outlines that do
    /// not close).
    fn of<'a>(taken: impl Iterator<Item = &'a TakenSection<'a>> + Clone) -> Self {
        let limits = || taken.clone().map(|own| own.section);
        let measures = taken.clone().map(|own| own.measures);
        let SectionMeasures {
            area,
            area_other_limit,
            signed_area,
            perimeter,
        } = SectionMeasures::total(measures);
        Self {
            loops: limits().map(|section| section.loops.len()).sum(),
            open_chains: limits().map(|section| section.open_chains.len()).sum(),
            area,
            area_other_limit,
            signed_area,
            perimeter,
            moments: MomentsReport::of(taken.map(|own| &*own.inside.section)),
        }
    }
}

/// Returns `true` if a plane cuts an object: if the object has vertices strictly on both sides of it.
pub(crate) fn cuts(contact: &PlaneContact) -> bool {
    contact.vertices[0] > 0 && contact.vertices[2] > 0
}

/// Returns the side as which reports count an object. For an object without triangles (`None`), returns `Front`,
/// because the object's node is written to the first part.
pub fn counted_side(side: Option<Side>) -> Side {
    side.unwrap_or(Side::Front)
}
