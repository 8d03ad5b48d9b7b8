//! The rules by which reports and drawings take a section, and its measures by these rules.

use transect::polygons::InsideRule;
use transect_mesh::{Inside, Section, Sections};

use crate::on_plane::OnPlaneRule;

/// The rules by which reports and drawings take a section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SectionRule {
    /// The rule for points on the plane.
    pub on_plane: OnPlaneRule,
    /// The rule that decides which points are inside.
    pub inside: InsideRule,
}

/// The measures of a section.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SectionMeasures {
    /// The area of the points inside.
    pub(crate) area: f64,
    /// The same area by the other rule for points on the plane.
    pub(crate) area_other_limit: f64,
    /// The sum of the signed areas of the loops, which counts each body as often as it winds around a point.
    pub(crate) signed_area: f64,
    /// The length of the boundary of the points inside.
    pub(crate) perimeter: f64,
}

/// A section by these rules.
pub(crate) struct TakenSection<'s> {
    /// The limit that the rule for points on the plane selects.
    pub(crate) section: &'s Section,
    pub(crate) inside: Inside<'s>,
    pub(crate) measures: SectionMeasures,
}

impl SectionRule {
    /// Returns the one-sided limit that the rule for points on the plane selects.
    #[must_use]
    pub fn limit(self, sections: &Sections) -> &Section {
        sections.counting_on_as(self.on_plane.side())
    }

    /// Returns a section with its points inside and its measures.
    pub(crate) fn take(self, sections: &Sections) -> TakenSection<'_> {
        let section = self.limit(sections);
        let inside = section.inside(self.inside);
        let area = inside.section.area();
        let other = || sections.counting_on_as(self.on_plane.other().side());
        let measures = SectionMeasures {
            area,
            area_other_limit: if sections.differ() {
                other().inside(self.inside).section.area()
            } else {
                area
            },
            signed_area: section.area(),
            perimeter: inside.section.perimeter(),
        };
        TakenSection {
            section,
            inside,
            measures,
        }
    }

    /// Returns the measures of a section.
    pub(crate) fn measures(self, sections: &Sections) -> SectionMeasures {
        self.take(sections).measures
    }
}

impl SectionMeasures {
    /// Returns the sum of measures.
    pub(crate) fn total(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |sum, own| Self {
            area: sum.area + own.area,
            area_other_limit: sum.area_other_limit + own.area_other_limit,
            signed_area: sum.signed_area + own.signed_area,
            perimeter: sum.perimeter + own.perimeter,
        })
    }
}
