//! The cut of one object: the planes that meet it and its parts, rounded to the precision of the output and certified.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use transect::{CuttingPlane, Extent, Overlap};
use transect_exact::Side;

use crate::mesh::contact::PlaneContact;
use crate::mesh::indexed::{CAP, Mesh, MeshError};
use crate::mesh::reach::Reach;
use crate::mesh::section::Sections;
use crate::mesh::split::Split;
use crate::mesh::{
    Certificate, EdgeSum, Finding, FindingKind, JudgedPart, PartPlace, PlaneCut, Precision,
    RegionPart, Rest, WrittenPart,
};
use crate::scene::encoding::Encoding;

/// A plane that meets an object.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MetPlane {
    /// The index of the plane.
    pub plane: usize,
    /// The number of vertices on each side of the plane, of edges in the plane, and of triangles that lie in it or pass
    /// through it.
    pub contact: PlaneContact,
    /// The section of the object as two one-sided limits: as the plane is approached from behind and from the front. `None`
    /// for a region, whose sections [`Scene::sections_in_region`](crate::scene::Scene::sections_in_region) computes.
    pub sections: Option<Sections>,
    /// `true` if outlines of the cut faces cross, because the object crosses itself.
    pub caps_cross: bool,
}

/// The cut of one object, before its parts are rounded.
pub(super) struct Cut {
    /// The relation to a region, if the planes bound one.
    pub(super) relation: Option<Overlap>,
    /// The planes that meet the object.
    pub(super) met: Vec<MetPlane>,
    /// The parts. If the object is not cut, all of it lies in the only part, which has no mesh of its own.
    parts: Vec<(PartPlace, Option<Made>)>,
}

/// The mesh of a part.
enum Made {
    /// A half by one plane, whose caps have the part number [`CAP`].
    Half(Mesh),
    Part(RegionPart),
}

/// The parts of an object that is cut, in the coordinates of the output.
pub(super) struct Written {
    pub(super) places: Vec<PartPlace>,
    /// The meshes of the parts. The triangles of each plane's cut face have a part number of their own.
    pub(super) meshes: Vec<Mesh>,
    /// The origin of the coordinates of these meshes.
    pub(super) origin: [f64; 3],
    /// The largest change of a coordinate by the rounding to the precision of the output.
    pub(super) largest_rounding: f64,
    pub(super) certificate: Certificate,
}

impl Written {
    /// Adds what is known of the rest of a mesh, whose band was cut, to the certificate.
    pub(super) fn add_rest(&mut self, rest: &Rest) {
        self.certificate.input_closed = rest.is_closed();
        self.largest_rounding = self.largest_rounding.max(rest.largest_rounding());
        for (index, (place, mesh)) in self.places.iter().zip(&self.meshes).enumerate() {
            let PartPlace::Sides(sides) = place else {
                continue;
            };
            let part = rest.part(sides[0], mesh);
            self.certificate.parts[index].add_rest(&part);
            if self.certificate.input_closed && !part.is_closed {
                // The certificate of the band cannot find this: the band itself is open.
                let open = part.open_edges.unwrap_or(EdgeSum::MOST) as f64;
                self.certificate.findings.push(Finding {
                    kind: FindingKind::Open,
                    part: Some(index),
                    plane: None,
                    place: None,
                    count: 1,
                    amount: open,
                });
            }
        }
    }
}

impl Cut {
    pub(super) fn of(
        mesh: &Mesh,
        planes: &[CuttingPlane],
        reaches: &[Reach],
        is_region: bool,
    ) -> Self {
        if let ([plane], false) = (planes, is_region) {
            return Self::by_one(mesh, plane, reaches.first());
        }
        let extents: Vec<Extent> = reaches.iter().map(|reach| reach.extent).collect();
        if is_region {
            return Self::by_region(mesh, planes, &extents);
        }
        let division = mesh.divided_with(planes, &extents);
        let met = planes.iter().zip(&extents).enumerate();
        let met = met.filter(|(_, (_, extent))| extent.side() == Side::On);
        let met = met.map(|(plane, (cutter, _))| {
            let (sections, contact) = mesh.sections_and_contact(cutter);
            let mut cuts = division.cuts.iter();
            MetPlane {
                plane,
                contact,
                sections: Some(sections),
                caps_cross: cuts.any(|cut| cut.plane == plane && cut.caps_cross),
            }
        });
        let met = met.collect();
        let is_cut = !division.cuts.is_empty();
        let parts = division.parts.into_iter();
        Self {
            relation: None,
            met,
            parts: parts
                .map(|own| {
                    let made = is_cut.then_some(Made::Part(own.part));
                    (PartPlace::Sides(own.sides), made)
                })
                .collect(),
        }
    }

    fn by_one(mesh: &Mesh, plane: &CuttingPlane, reach: Option<&Reach>) -> Self {
        let places = [Side::Front, Side::Back].map(|side| PartPlace::Sides(vec![side]));
        let mut cut = Self {
            relation: None,
            met: Vec::new(),
            parts: Vec::new(),
        };
        match (reach.map(|reach| reach.extent.side()), places) {
            // The node of an object without triangles is kept in the first part.
            (None, _) => {}
            (Some(Side::Front), [front, _]) => cut.parts.push((front, None)),
            (Some(Side::Back), [_, back]) => cut.parts.push((back, None)),
            (Some(Side::On), places) => {
                let Split {
                    front,
                    back,
                    sections,
                    caps_cross,
                    contact,
                    ..
                } = mesh.split(plane);
                let halves = [front, back].map(|half| Some(Made::Half(half)));
                cut.parts = places.into_iter().zip(halves).collect();
                cut.met.push(MetPlane {
                    plane: 0,
                    contact,
                    sections: Some(sections),
                    caps_cross,
                });
            }
        }
        cut
    }

    fn by_region(mesh: &Mesh, planes: &[CuttingPlane], extents: &[Extent]) -> Self {
        let cut = mesh.cut_with(planes, extents);
        let met = |own: &PlaneCut| MetPlane {
            plane: own.plane,
            contact: own.contact,
            sections: None,
            caps_cross: own.caps_cross,
        };
        Self {
            relation: (!mesh.is_empty()).then_some(cut.relation),
            met: cut.cuts.iter().map(met).collect(),
            parts: match cut.relation {
                // The node of an object without triangles is kept in the first part.
                _ if mesh.is_empty() => Vec::new(),
                Overlap::Inside => vec![(PartPlace::Inside, None)],
                Overlap::Outside => vec![(PartPlace::Outside, None)],
                Overlap::Meets => vec![
                    (PartPlace::Inside, Some(Made::Part(cut.inside))),
                    (PartPlace::Outside, Some(Made::Part(cut.outside))),
                ],
            },
        }
    }

    /// Returns `true` if the object is cut, and `false` if all of it lies in one part.
    pub(super) fn is_cut(&self) -> bool {
        self.parts.iter().any(|(_, part)| part.is_some())
    }

    /// Returns `true` if the parts are the halves by one plane.
    fn is_split(&self) -> bool {
        matches!(self.parts.first(), Some((_, Some(Made::Half(_)))))
    }

    /// Returns the places of the parts, with the volumes that the surface encloses in them.
    pub(super) fn volumes(&self, mesh: &Mesh) -> impl Iterator<Item = (&PartPlace, f64)> {
        self.parts.iter().map(|(place, made)| {
            let volume = match made {
                None => mesh.volume(),
                Some(Made::Half(half)) => half.volume(),
                Some(Made::Part(part)) => part.mesh.volume(),
            };
            (place, volume)
        })
    }

    /// Returns the places of the parts.
    pub(super) fn places(&self) -> impl Iterator<Item = &PartPlace> {
        self.parts.iter().map(|(place, _)| place)
    }

    /// Rounds the parts to the precision of the output and certifies them. In their meshes, the triangles of the cut face
    /// of plane i have the part number `first` + i.
    pub(super) fn written(
        self,
        mesh: &Mesh,
        planes: &[CuttingPlane],
        first: usize,
        encoding: Encoding,
    ) -> Result<Written, MeshError> {
        let origin = match encoding {
            Encoding::LocalSingle => mesh.single_precision_origin(),
            Encoding::Double | Encoding::Single => [0.0; 3],
        };
        let mut largest_rounding = 0.0_f64;
        let is_split = self.is_split();
        let mut meshes = Vec::with_capacity(self.parts.len());
        let mut places = Vec::with_capacity(self.parts.len());
        for (place, made) in self.parts {
            let mut part = match made {
                Some(Made::Half(half)) => half,
                Some(Made::Part(part)) => part.into_mesh_with_faces_as_parts(first as u32),
                None => continue,
            };
            places.push(place);
            if encoding != Encoding::Double {
                let narrowed = part.into_narrowed(&origin)?;
                largest_rounding = largest_rounding.max(narrowed.largest_rounding);
                part = narrowed.mesh;
            }
            meshes.push(part);
        }
        #[cfg(feature = "sabotage")]
        spoil(&mut meshes, is_split, first, planes);
        let precision = match encoding {
            Encoding::Double => Precision::Double,
            Encoding::Single | Encoding::LocalSingle => Precision::Single,
        };
        let written = meshes.iter().map(|mesh| WrittenPart {
            origin,
            precision,
            ..WrittenPart::new(mesh)
        });
        let written: Vec<WrittenPart<'_>> = written.collect();
        let judged = written
            .iter()
            .zip(&places)
            .map(|(part, place)| match place {
                PartPlace::Sides(sides) if is_split => JudgedPart::of_split(*part, sides[0], mesh),
                _ => JudgedPart::written(*part, faces(part.mesh, first), place.clone()),
            });
        let judged: Vec<JudgedPart<'_>> = judged.collect();
        let certificate = Certificate::of(mesh, planes, &judged);
        Ok(Written {
            places,
            meshes,
            origin,
            largest_rounding,
            certificate,
        })
    }
}

/// Returns, for each triangle of a part, the plane of its cut face plus 1, or 0. The cut face of plane i has the part number
/// `first` + i. Caps of an earlier cut are surface of this one.
fn faces(part: &Mesh, first: usize) -> Cow<'_, [u32]> {
    let face = |&part: &u32| match part {
        CAP => 0,
        part => (part + 1).saturating_sub(first as u32),
    };
    Cow::Owned(part.parts().iter().map(face).collect())
}

/// Alters two of the parts, for tests.
#[cfg(feature = "sabotage")]
fn spoil(meshes: &mut [Mesh], is_split: bool, first: usize, planes: &[CuttingPlane]) {
    match meshes {
        [front, back] if is_split => crate::scene::sabotage::spoil([front, back]),
        [one, other, ..] => {
            crate::scene::sabotage::spoil_parts([one, other], first as u32, planes);
        }
        _ => {}
    }
}
