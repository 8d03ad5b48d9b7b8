//! The findings of the certificate of parts.

use alloc::vec::Vec;

use transect_exact::sorting::sort_by_key;

use crate::mesh::certificate::kind::FindingKind;

/// A finding of the certificate of parts: a fault of the cut, or a note about the input. It combines all occurrences of one
/// kind in one part and, for cut faces, of one plane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of the finding.
    pub kind: FindingKind,
    /// The index of the part that the finding concerns, or `None` if it concerns several parts together.
    pub part: Option<usize>,
    /// The index of the plane whose cut face the finding concerns, or `None`.
    pub plane: Option<usize>,
    /// The place of the first occurrence, in the coordinates of the input, or `None` if the finding has no place.
    pub place: Option<[f64; 3]>,
    /// The number of vertices, triangles or edges that the finding concerns, or 1 if it is about a total.
    pub count: usize,
    /// The amount, which [`FindingKind`] defines for each kind.
    pub amount: f64,
}

/// The findings, while they are collected.
#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
}

impl Findings {
    /// Adds an occurrence, with the amount that belongs to it.
    pub(super) fn add(
        &mut self,
        kind: FindingKind,
        part: Option<usize>,
        plane: Option<usize>,
        place: Option<[f64; 3]>,
        amount: f64,
    ) {
        let mut known = self.list.iter_mut();
        let same = known.find(|own| (own.kind, own.part, own.plane) == (kind, part, plane));
        match same {
            Some(own) => {
                own.count += 1;
                own.amount = match kind {
                    FindingKind::Vertex => own.amount.max(amount),
                    _ => own.amount + amount,
                };
            }
            None => self.list.push(Finding {
                kind,
                part,
                plane,
                place,
                count: 1,
                amount,
            }),
        }
    }

    /// Returns `true` if one of the findings is an error.
    pub(super) fn have_errors(&self) -> bool {
        self.list.iter().any(|own| own.kind.is_error())
    }

    /// Returns `true` if surface is missing, or is where it does not belong, so that the parts are open.
    pub(super) fn are_about_open_surface(&self) -> bool {
        let mut kinds = self.list.iter().map(|own| own.kind);
        kinds.any(|kind| {
            matches!(
                kind,
                FindingKind::Missing
                    | FindingKind::Flipped
                    | FindingKind::Doubled
                    | FindingKind::WrongSide
            )
        })
    }

    /// Returns `true` if faces end elsewhere than at the section.
    pub(super) fn are_about_boundaries(&self) -> bool {
        let mut kinds = self.list.iter().map(|own| own.kind);
        kinds.any(|kind| kind == FindingKind::CapBoundary)
    }

    pub(super) fn into_list(mut self) -> Vec<Finding> {
        sort_by_key(&mut self.list, |own| (own.kind, own.part, own.plane));
        self.list
    }
}
