//! The verification of all objects: it selects pairs of parts (objects of the halves) for each object of the input, and
//! computes their certificates.
//!
//! The certificates together cover all objects of the input and all parts. So a wrong match cannot hide an error: it can
//! only make certificates of right halves fail.

use std::borrow::Cow;

use transect::{Cutter, Side};
use transect_mesh::scene::Encoding;
use transect_mesh::{Certificate, JudgedPart, Mesh, PartPlace};

use crate::totals::check;
use crate::user_error::UserError;
use crate::verify::group::Group;
use crate::verify::matching::{Matching, Parts};
use crate::verify::object::Object;
use crate::verify::reading::{Reading, joined, readings_of_all};
use crate::verify::verified::{Judged, Verified};

/// The objects of the input and of both halves, and the plane of the cut.
pub(super) struct Task<'s, C> {
    input: Vec<Object<'s>>,
    /// The meshes of the input in world coordinates.
    worlds: Vec<Cow<'s, Mesh>>,
    halves: [Vec<Object<'s>>; 2],
    plane: &'s C,
    tolerance: f64,
}

impl<'s, C: Cutter> Task<'s, C> {
    /// Places the objects of the input in world coordinates, and checks these coordinates.
    pub(super) fn new(
        input: Vec<Object<'s>>,
        halves: [Vec<Object<'s>>; 2],
        plane: &'s C,
        tolerance: f64,
    ) -> Result<Self, UserError> {
        let mut worlds = Vec::with_capacity(input.len());
        for object in &input {
            let world = object.in_world()?;
            if let Some(bounds) = world.bounds() {
                check(object.name, bounds, Encoding::Double)?;
            }
            worlds.push(world);
        }
        Ok(Self {
            input,
            worlds,
            halves,
            plane,
            tolerance,
        })
    }

    /// Verifies all objects: object by object if possible, or else joined to one mesh.
    ///
    /// Objects are matched within their names. If the halves have other names, they are matched without names. If this
    /// finds errors, or if the objects of a half may have been merged, all objects are also verified as one mesh.
    pub(super) fn verify(&self) -> Result<Verified, UserError> {
        let wanted = self.reaching();
        let parts = self.halves.each_ref().map(Vec::len);
        let by_name = Group::by_name(&self.input, &self.halves);
        let may_be_merged = by_name.is_none() || parts[0] < wanted[0] || parts[1] < wanted[1];
        let without_names = || {
            let all = Group::of_all(&self.input, &self.halves);
            all.filter(|_| parts == wanted).map(|all| vec![all])
        };
        let Some(groups) = by_name.or_else(without_names) else {
            return self.judge_joined();
        };
        let by_object = self.judge_groups(&groups)?;
        if by_object.is_certified() || !may_be_merged {
            return Ok(by_object);
        }
        let joined = self.judge_joined()?;
        Ok(match joined.is_certified() {
            true => joined,
            false => by_object,
        })
    }

    /// Returns the number of objects that reach in front of the plane, and the number of those that reach behind it.
    fn reaching(&self) -> [usize; 2] {
        let mut counts = [0; 2];
        for reach in self
            .worlds
            .iter()
            .filter_map(|world| world.reach(self.plane))
        {
            counts[0] += usize::from(reach.extent.frontmost == Side::Front);
            counts[1] += usize::from(reach.extent.backmost == Side::Back);
        }
        counts
    }

    fn judge_groups(&self, groups: &[Group]) -> Result<Verified, UserError> {
        let mut objects = Vec::with_capacity(self.input.len());
        for group in groups {
            match group.objects[..] {
                [object] => {
                    let parts = group.parts.each_ref().map(|parts| parts.first().copied());
                    objects.push(self.judge_object(object, parts)?);
                }
                _ => objects.extend(self.judge_group(group)?),
            }
        }
        objects.sort_by_key(|judged| judged.index);
        Ok(Verified {
            joined: false,
            objects,
        })
    }

    /// Verifies the objects of a group. Each object gets the first of its candidates that is certified. The remaining
    /// objects are then judged with the remaining parts.
    fn judge_group(&self, group: &Group) -> Result<Vec<Judged>, UserError> {
        let mut matching = self.matching(group)?;
        let mut results: Vec<(Parts, Judged)> = Vec::with_capacity(group.objects.len());
        for (place, &object) in group.objects.iter().enumerate() {
            let mut last = None;
            for parts in matching.candidates(place) {
                let judged = self.judge_object(object, parts)?;
                let is_certified = judged.is_certified();
                last = Some((parts, judged));
                if is_certified {
                    matching.settle(place, parts);
                    break;
                }
            }
            results.extend(last);
        }
        matching.give_rest();
        let mut all = Vec::with_capacity(results.len());
        for (place, (parts, judged)) in results.into_iter().enumerate() {
            let given = matching.parts_of(place);
            all.push(match given == parts {
                true => judged,
                false => self.judge_object(group.objects[place], given)?,
            });
        }
        Ok(all)
    }

    fn matching(&self, group: &Group) -> Result<Matching<'_>, UserError> {
        let objects = group.objects.iter();
        let objects: Vec<(&Object<'_>, &Mesh)> = objects
            .map(|&object| (&self.input[object], &*self.worlds[object]))
            .collect();
        let of_half = |half: usize| {
            let parts = group.parts[half].iter();
            parts
                .map(|&part| (part, &self.halves[half][part]))
                .collect::<Vec<_>>()
        };
        let parts = [of_half(0), of_half(1)];
        Matching::new(
            &objects,
            parts.each_ref().map(Vec::as_slice),
            self.plane,
            self.tolerance,
        )
    }

    fn judge_object(&self, object: usize, parts: Parts) -> Result<Judged, UserError> {
        let of_half = |half: usize| match parts[half] {
            Some(part) => Reading::of(&self.halves[half][part]),
            None => Ok(Vec::new()),
        };
        let readings = [of_half(0)?, of_half(1)?];
        let Object { name, index, .. } = self.input[object];
        self.judge(name, index, &self.worlds[object], &readings)
    }

    fn judge_joined(&self) -> Result<Verified, UserError> {
        let input = joined(self.worlds.iter().map(AsRef::as_ref))?;
        let [front, back] = self.halves.each_ref().map(|half| readings_of_all(half));
        let judged = self.judge("all objects", 0, &input, &[front?, back?])?;
        Ok(Verified {
            joined: true,
            objects: vec![judged],
        })
    }

    /// Verifies one object. Each half may have several readings (interpretations of its numbers, see [`Reading`]). All
    /// pairs of a reading of the front half and a reading of the back half are tried. The first pair without errors is
    /// used, or the first pair of all if every pair has errors.
    fn judge(
        &self,
        name: &str,
        index: usize,
        input: &Mesh,
        readings: &[Vec<Reading<'_>>; 2],
    ) -> Result<Judged, UserError> {
        let halves = readings.iter().flatten().map(|reading| &*reading.mesh);
        for bounds in std::iter::once(input)
            .chain(halves)
            .filter_map(Mesh::bounds)
        {
            check(name, bounds, Encoding::Double)?;
        }
        let nothing = [Reading::nothing()];
        let [fronts, backs] = readings
            .each_ref()
            .map(|readings| match readings.is_empty() {
                true => nothing.as_slice(),
                false => readings.as_slice(),
            });
        let mut judged = None;
        'readings: for front in fronts {
            for back in backs {
                let halves = [(front, Side::Front), (back, Side::Back)].map(|(half, side)| {
                    JudgedPart::without_labels(half.written(), PartPlace::Sides(vec![side]))
                });
                let planes = std::slice::from_ref(self.plane);
                let certificate = Certificate::within(input, planes, &halves, self.tolerance);
                let numbers = [front, back].map(Reading::numbers);
                if certificate.errors().next().is_none() {
                    judged = Some((certificate, numbers));
                    break 'readings;
                }
                judged.get_or_insert((certificate, numbers));
            }
        }
        let Some((certificate, numbers)) = judged else {
            return Err(UserError::new(format!(
                "object {name:?} cannot be verified"
            )));
        };
        Ok(Judged {
            name: name.to_string(),
            index,
            side: input
                .reach(self.plane)
                .map_or(Side::Front, |reach| reach.extent.side()),
            numbers,
            certificate,
        })
    }
}
