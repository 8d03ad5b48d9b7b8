//! The verification of all objects: it selects pieces (objects of the parts) for each object of the input, and
//! computes their certificates.
//!
//! The certificates together cover all objects of the input and all pieces. So a wrong match cannot hide an error: it can
//! only make certificates of right parts fail.

use std::borrow::Cow;

use transect::{CuttingPlane, Extent, Overlap};
use transect_mesh::scene::Encoding;
use transect_mesh::{Mesh, PartPlace};

use crate::totals::check;
use crate::user_error::UserError;
use crate::verify::attempts::{CutObject, Options};
use crate::verify::cut::CutToVerify;
use crate::verify::group::Group;
use crate::verify::matching::{Matching, Member};
use crate::verify::object::Object;
use crate::verify::places::{bounds_of_parts, extents, is_crossed, relation};
use crate::verify::reading::{joined, readings_of_all};
use crate::verify::verified::{Judged, Verified};

/// Verifies the parts of a cut object by object, or all objects as one mesh.
///
/// Objects of a part are matched with those of the input by name. Objects with the same name are matched by their
/// place: the bounding box of what the object must have in the part, and the names of its parents in the tree. If
/// several objects have the same place, the certificate decides between them. If a part has a name that the input
/// does not have, or more objects of a name than the input, all objects are matched by place.
///
/// All objects are verified as one mesh if the parts have other names than the input or fewer objects than it, and
/// the verification object by object finds errors.
///
/// # Errors
/// Returns [`UserError`] with the name of an object whose world coordinates or volume overflow.
pub fn verify(cut: &CutToVerify<'_>) -> Result<Verified, UserError> {
    let input = Object::all(cut.input);
    if input.is_empty() {
        return Err(UserError::with_hint(
            "there are no triangles in the input",
            "points and lines have no inside; export the model as a mesh",
        ));
    }
    Task::new(input, cut)?.verify()
}

/// The objects of the input and of all parts, and the planes of the cut.
struct Task<'s> {
    input: Vec<Object<'s>>,
    /// The meshes of the input in world coordinates, as they are.
    plain: Vec<Cow<'s, Mesh>>,
    /// The same surfaces as transect cuts them: with edges divided at the vertices that lie exactly on them, and welded if the
    /// input says so. `None` if nothing is changed.
    changed: Vec<Option<Mesh>>,
    planes: Vec<CuttingPlane>,
    /// `true` if the planes bound a region.
    is_region: bool,
    /// The places of the parts, and the objects of each.
    places: Vec<PartPlace>,
    parts: Vec<Vec<Object<'s>>>,
    tolerance: f64,
}

impl<'s> Task<'s> {
    /// Places the objects of the input in world coordinates, and checks these coordinates.
    fn new(input: Vec<Object<'s>>, cut: &CutToVerify<'s>) -> Result<Self, UserError> {
        let planes = cut.planes.cutters();
        let (mut plain, mut changed) = (Vec::new(), Vec::new());
        for object in &input {
            let world = object.in_world()?;
            if let Some(bounds) = world.bounds() {
                check(object.name, bounds, Encoding::Double)?;
            }
            changed.push(object.changed(&world, &planes)?);
            plain.push(world);
        }
        let objects = |(_, document): (_, Option<&'s _>)| document.map(Object::all);
        Ok(Self {
            input,
            plain,
            changed,
            planes,
            is_region: cut.planes.kind.is_region(),
            places: cut.parts().map(|(place, _)| place.clone()).collect(),
            parts: cut
                .parts()
                .map(objects)
                .map(Option::unwrap_or_default)
                .collect(),
            tolerance: cut.tolerance(),
        })
    }

    /// Verifies all objects: object by object if possible, or else joined to one mesh.
    ///
    /// Objects are matched within their names. If the parts have other names, they are matched without names. If this
    /// finds errors, and the objects of a part may have been merged, all objects are also verified as one mesh.
    fn verify(&self) -> Result<Verified, UserError> {
        let by_name = Group::by_name(&self.input, &self.parts);
        if let Some(groups) = &by_name {
            let by_object = self.judge_groups(groups)?;
            if by_object.is_certified() {
                return Ok(by_object);
            }
            let mut parts = self.parts.iter().zip(self.reaching());
            if parts.all(|(pieces, wanted)| pieces.len() >= wanted) {
                return Ok(by_object);
            }
            return self.joined_or(Some(by_object));
        }
        let all = Group::of_all(&self.input, &self.parts);
        let all = all.filter(|_| self.parts.iter().map(Vec::len).eq(self.reaching()));
        let by_object = all.map(|all| self.judge_groups(&[all])).transpose()?;
        match by_object {
            Some(by_object) if by_object.is_certified() => Ok(by_object),
            by_object => self.joined_or(by_object),
        }
    }

    /// Verifies all objects as one mesh. If this finds errors, returns the verification object by object, if there is one.
    fn joined_or(&self, by_object: Option<Verified>) -> Result<Verified, UserError> {
        let joined = self.judge_joined()?;
        Ok(match by_object {
            Some(by_object) if !joined.is_certified() => by_object,
            _ => joined,
        })
    }

    /// Returns, for each part, the number of objects that have something in it.
    fn reaching(&self) -> Vec<usize> {
        let mut counts = vec![0; self.places.len()];
        for world in self.worlds() {
            let bounds = bounds_of_parts(world, &self.planes, &self.places);
            for (count, bounds) in counts.iter_mut().zip(bounds) {
                *count += usize::from(bounds.is_some());
            }
        }
        counts
    }

    fn judge_groups(&self, groups: &[Group]) -> Result<Verified, UserError> {
        let mut objects = Vec::with_capacity(self.input.len());
        for group in groups {
            match group.objects[..] {
                [object] => objects.push(self.judge_object(object, &group.pieces)?.1),
                _ => objects.extend(self.judge_group(group)?),
            }
        }
        objects.sort_by_key(|judged| judged.index);
        Ok(Verified {
            joined: false,
            objects,
        })
    }

    /// Verifies the objects of a group. Each object gets the first of its candidates that are certified. The remaining
    /// objects are then judged with the remaining pieces.
    fn judge_group(&self, group: &Group) -> Result<Vec<Judged>, UserError> {
        let mut matching = self.matching(group)?;
        let mut results = Vec::with_capacity(group.objects.len());
        for (place, &object) in group.objects.iter().enumerate() {
            let (pieces, judged) = self.judge_object(object, &matching.candidates(place))?;
            if judged.certificate.is_correct() {
                matching.settle(place, &pieces);
            }
            results.push((pieces, judged));
        }
        matching.give_rest();
        let mut all = Vec::with_capacity(results.len());
        for (place, (pieces, judged)) in results.into_iter().enumerate() {
            let given = matching.pieces_of(place);
            all.push(if given == pieces {
                judged
            } else {
                let given: Vec<Vec<usize>> = given
                    .iter()
                    .map(|piece| piece.iter().copied().collect())
                    .collect();
                self.judge_object(group.objects[place], &given)?.1
            });
        }
        Ok(all)
    }

    fn matching(&self, group: &Group) -> Result<Matching<'_>, UserError> {
        let members = group.objects.iter().map(|&object| {
            let world = self.world(object);
            Member {
                path: &self.input[object].path,
                world,
                bounds: bounds_of_parts(world, &self.planes, &self.places),
            }
        });
        let members: Vec<Member<'_>> = members.collect();
        let parts = group.pieces.iter().zip(&self.parts);
        let pieces = parts.map(|(pieces, part)| {
            let pieces = pieces.iter();
            pieces.map(|&piece| (piece, &part[piece])).collect()
        });
        let pieces: Vec<Vec<(usize, &Object<'_>)>> = pieces.collect();
        Matching::new(&members, &pieces, self.tolerance)
    }

    /// Verifies one object with the best of its candidates, one list of pieces per part. Returns the pieces that were taken,
    /// too.
    fn judge_object(
        &self,
        object: usize,
        candidates: &[Vec<usize>],
    ) -> Result<(Vec<Option<usize>>, Judged), UserError> {
        let options = |candidates: &[Vec<usize>]| {
            let options = self.parts.iter().zip(candidates);
            let options = options.map(|(part, candidates)| Options::of(part, candidates));
            options.collect::<Result<Vec<_>, UserError>>()
        };
        let Object { name, index, .. } = self.input[object];
        let judged = self.judge(name, index, self.world(object), options(candidates)?)?;
        if judged.1.certificate.is_correct() || self.changed[object].is_none() {
            return Ok(judged);
        }
        // Other programs cut the surface as it is.
        let plain = self.judge(name, index, &self.plain[object], options(candidates)?)?;
        Ok(if plain.1.certificate.is_correct() {
            plain
        } else {
            judged
        })
    }

    /// Returns the surface of an object of the input as transect cuts it.
    fn world(&self, object: usize) -> &Mesh {
        let changed = self.changed[object].as_ref();
        changed.unwrap_or(&self.plain[object])
    }

    /// Returns the surfaces of all objects of the input as transect cuts them.
    fn worlds(&self) -> impl Iterator<Item = &Mesh> {
        (0..self.input.len()).map(|object| self.world(object))
    }

    fn judge_joined(&self) -> Result<Verified, UserError> {
        let options = || {
            let options = self.parts.iter();
            let options = options.map(|part| Ok(Options::of_readings(readings_of_all(part)?)));
            options.collect::<Result<_, UserError>>()
        };
        let input = joined(self.worlds())?;
        let (_, mut judged) = self.judge("all objects", 0, &input, options()?)?;
        if !judged.certificate.is_correct() && self.changed.iter().any(Option::is_some) {
            // Other programs cut the surfaces as they are.
            let input = joined(self.plain.iter().map(AsRef::as_ref))?;
            let (_, plain) = self.judge("all objects", 0, &input, options()?)?;
            if plain.certificate.is_correct() {
                judged = plain;
            }
        }
        Ok(Verified {
            joined: true,
            objects: vec![judged],
        })
    }

    fn judge(
        &self,
        name: &str,
        index: usize,
        input: &Mesh,
        options: Vec<Options<'_>>,
    ) -> Result<(Vec<Option<usize>>, Judged), UserError> {
        if let Some(bounds) = input.bounds() {
            check(name, bounds, Encoding::Double)?;
        }
        let planes = &self.planes;
        let object = CutObject {
            name,
            world: input,
            planes,
            places: &self.places,
            tolerance: self.tolerance,
        };
        let attempt = object.best_attempt(options)?;
        let extents = extents(input, planes);
        let relation = self.is_region.then(|| relation(input, planes, &extents));
        let judged = Judged {
            name: name.to_string(),
            index,
            sides: extents.iter().copied().map(Extent::side).collect(),
            is_cut: relation.map_or(is_crossed(&extents), |own| own == Overlap::Meets),
            relation,
            numbers: attempt.numbers,
            certificate: attempt.certificate,
        };
        Ok((attempt.pieces, judged))
    }
}
