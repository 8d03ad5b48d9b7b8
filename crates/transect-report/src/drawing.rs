//! Makes the drawing of the section from a cut.

use transect::Plane;
use transect::polygons::InsideRule;
use transect_draw::{Crs, Drawing, DrawnClasses, Item, Limit};
use transect_mesh::scene::SceneSections;
use transect_mesh::{Frame, Section, Sections};

use crate::file_name::file_name;
use crate::numbers::objects_cut;
use crate::on_plane::OnPlaneRule;
use crate::planes::CutKind;
use crate::report::SourceReport;
use crate::request::{CutAnswer, CutRequest, PictureOptions, SectionAnswer};
use crate::section_rule::SectionRule;
use crate::upright::upright;

/// Returns the drawing of the section in a plane. A section has two one-sided limits: the limits of the sections by
/// parallel planes that approach the plane from behind, or from the front.
/// [`CutRequest::rule`](crate::CutRequest::rule) selects one of the two limits.
///
/// For a region, the section lies within the region, and shows the cut faces of this plane. It is drawn only if an
/// output of the request needs it.
#[must_use]
pub fn drawing(request: &CutRequest, answer: &CutAnswer, plane: usize) -> Drawing {
    let (source, unit) = (&answer.report.source, answer.unit.clone());
    let look = Look::of(request, answer.classes.as_ref());
    if let Some(Some(sections)) = answer.sections_in_region.get(plane) {
        let drawing = drawing_of_sections(look, source, sections, unit);
        return titled(drawing, request, plane);
    }
    let objects = answer.cut.objects.iter().map(|object| Shown {
        name: &object.name,
        color: object.color,
        sections: object.met_by(plane).and_then(|met| met.sections.as_ref()),
    });
    let own = request.planes.planes[plane].plane.plane();
    titled(drawn(look, source, own, unit, objects), request, plane)
}

/// Returns the drawing of a section that was computed without parts. It equals the drawing that [`drawing`] makes from
/// a complete cut.
#[must_use]
pub fn drawing_of_section(request: &CutRequest, answer: &SectionAnswer, plane: usize) -> Drawing {
    let unit = answer.unit.clone();
    let sections = &answer.sections[plane];
    let look = Look::of(request, answer.classes.as_ref());
    let drawing = drawing_of_sections(look, &answer.source, sections, unit);
    titled(drawing, request, plane)
}

/// Returns the drawing with the text about its plane. For a region, the text has the name of the plane.
fn titled(drawing: Drawing, request: &CutRequest, plane: usize) -> Drawing {
    let own = &request.planes.planes[plane];
    Drawing {
        plane: match request.planes.kind {
            // The equation of a plane of a frustum is long, so the drawing shows only the name of the plane.
            CutKind::Frustum => format!("the {} plane", own.name),
            kind if kind.is_region() => format!("{}: {}", own.name, own.plane.plane()),
            _ => drawing.plane,
        },
        ..drawing
    }
}

/// The properties of a drawing that a request sets.
#[derive(Clone, Copy)]
struct Look<'a> {
    rule: SectionRule,
    crs: Option<Crs>,
    pictures: &'a PictureOptions,
    classes: Option<&'a DrawnClasses>,
    /// `true` if objects without an outline in the section are left out. With one plane they stay, since they touch it.
    leaves_out_empty: bool,
}

impl<'a> Look<'a> {
    fn of(request: &'a CutRequest, classes: Option<&'a DrawnClasses>) -> Self {
        Self {
            rule: request.rule,
            crs: request.crs,
            pictures: &request.pictures,
            classes,
            leaves_out_empty: request.planes.are_several(),
        }
    }
}

/// Returns the drawing of the sections of a scene.
fn drawing_of_sections(
    look: Look<'_>,
    source: &[SourceReport],
    cut: &SceneSections,
    unit: Option<String>,
) -> Drawing {
    let objects = cut.objects.iter().map(|object| Shown {
        name: &object.name,
        color: object.color,
        sections: object.met.as_ref().map(|(sections, _)| sections),
    });
    drawn(look, source, cut.plane.plane(), unit, objects)
}

/// An object. If the plane cuts the object, `sections` holds the two one-sided limits of its section: the limits of the
/// sections by parallel planes that approach the plane from behind, and from the front.
struct Shown<'a> {
    name: &'a str,
    color: Option<[f64; 4]>,
    sections: Option<&'a Sections>,
}

fn drawn<'a>(
    look: Look<'_>,
    source: &[SourceReport],
    plane: &Plane,
    unit: Option<String>,
    objects: impl ExactSizeIterator<Item = Shown<'a>>,
) -> Drawing {
    let files = source.iter().map(|source| file_name(&source.path));
    let files: Vec<String> = files.collect();
    let total = objects.len();
    let mut items = Vec::new();
    let mut limits_differ = false;
    let frame = upright(plane, look.pictures.up);
    let is_empty = |section: &Section| section.loops.is_empty() && section.open_chains.is_empty();
    for (index, object) in objects.enumerate() {
        let Some(sections) = object.sections else {
            continue;
        };
        let section = look.rule.limit(sections);
        if look.leaves_out_empty && is_empty(section) {
            continue;
        }
        limits_differ |= sections.differ();
        items.push(Item {
            index,
            color: object.color,
            ..item(object.name, section, look.rule.inside, &frame)
        });
    }
    Drawing {
        title: files.join(", "),
        plane: plane.to_string(),
        limit: limits_differ.then_some(limit(look.rule.on_plane)),
        unit,
        counts: objects_cut(items.len(), total),
        axes: frame.names().map(String::from),
        frame: Some([frame.origin(), frame.u(), frame.v()]),
        crs: look.crs,
        window: None,
        items,
        hidden_classes: look.pictures.hidden.clone(),
        classes: look.classes.cloned(),
        has_dimensions: look.pictures.has_dimensions,
        collinear: look.pictures.collinear,
        theme: look.pictures.theme.clone(),
        fonts: look.pictures.fonts.clone(),
    }
}

/// Returns the limit that a rule for points on the plane selects.
fn limit(rule: OnPlaneRule) -> Limit {
    match rule {
        OnPlaneRule::Front => Limit::Behind,
        OnPlaneRule::Back => Limit::InFront,
    }
}

/// Returns the outlines of a section in the two coordinates of a frame, as an object of a drawing.
///
/// By the nonzero rule, the outlines of each body are drawn, and filled by this rule. By the odd rule, what is drawn is
/// the boundary of the points inside: the outlines of all bodies, but those that occur an even number of times.
pub(crate) fn item(name: &str, section: &Section, rule: InsideRule, frame: &Frame) -> Item {
    let flat = |points: &[[f64; 3]]| points.iter().map(|point| frame.to_2d(point)).collect();
    let outlines = |section: &Section| {
        let loops = section.loops.iter();
        loops.map(|outline| flat(&outline.points)).collect()
    };
    let inside = section.inside(rule);
    let (area, signed_area) = (inside.section.area(), section.area());
    let (drawn, boundary, displacement) = match rule {
        InsideRule::Odd => (&*inside.section, None, inside.displacement),
        InsideRule::Nonzero => {
            let boundary = inside.differs().then(|| outlines(&inside.section));
            (section, boundary, 0.0)
        }
    };
    let chains = section.open_chains.iter();
    Item {
        name: name.into(),
        index: 0,
        color: None,
        loops: outlines(drawn),
        boundary,
        polygons: drawn.polygons(),
        chains: chains.map(|chain| flat(chain)).collect(),
        area,
        signed_area: (area != signed_area).then_some(signed_area),
        displacement,
    }
}

/// Returns the drawing of the section of a single mesh, which has no file. Its coordinates are those of
/// [`Section::frame`].
///
/// ```
/// use transect::Plane;
/// use transect_mesh::{Mesh, RawMesh};
/// use transect_report::{SectionRule, drawing::drawing_of_mesh};
/// let positions = vec![[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
/// let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
/// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
/// let plane: Plane = "z = 3".parse()?;
/// let sections = tetrahedron.sections(&plane);
/// let drawing = drawing_of_mesh("tetrahedron", &plane, &sections, SectionRule::default());
/// assert_eq!((drawing.items.len(), drawing.items[0].area), (1, 4.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn drawing_of_mesh(
    name: &str,
    plane: &Plane,
    sections: &Sections,
    rule: SectionRule,
) -> Drawing {
    let section = rule.limit(sections);
    let frame = &section.frame;
    Drawing {
        title: name.into(),
        plane: plane.to_string(),
        limit: sections.differ().then_some(limit(rule.on_plane)),
        axes: frame.names().map(String::from),
        frame: Some([frame.origin(), frame.u(), frame.v()]),
        items: vec![item(name, section, rule.inside, frame)],
        ..Drawing::default()
    }
}
