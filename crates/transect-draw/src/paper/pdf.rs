//! Writes sheets of paper as PDF: the parsed SVG of each sheet, node by node, on a page of its size. So PDF, SVG and
//! PNG cannot differ.

use std::collections::HashMap;

use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{PageLabel, PageSettings};
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Paint, Pattern, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document};
use resvg::tiny_skia::{self, PathSegment};
use resvg::usvg::fontdb::{Database, ID};
use resvg::usvg::{self, Group, Node, PaintOrder};

use crate::drawing::Drawing;
use crate::page;
use crate::paper::layout::Layout;
use crate::paper::options::PX_PER_MM;
use crate::paper::picture;
use crate::png::parsed;

/// The number of points, the unit of length of PDF, per px of a sheet.
const POINTS_PER_PX: f64 = 72.0 / 25.4 / PX_PER_MM;

/// The number of points per CSS px, the unit of length of a parsed SVG. An inch has 72 points and 96 CSS px.
const POINTS_PER_CSS_PX: f32 = 72.0 / 96.0;

/// Returns the PDF document. Its title is that of the first drawing. A document of several pages has a bookmark for
/// each drawing, and one for each sheet of a drawing that has several. Each page has the text of its bookmark as its
/// label.
pub(super) fn document<'a>(
    drawings: impl IntoIterator<Item = (&'a Drawing, &'a Layout<'a>)>,
) -> Vec<u8> {
    let mut document = Document::new();
    let drawings: Vec<_> = drawings.into_iter().collect();
    if let Some((first, _)) = drawings.first() {
        document.set_metadata(
            Metadata::new()
                .title(page::shown_title(&first.title).into())
                .description(page::subtitle(first))
                .creator("transect".into()),
        );
    }
    let pages: usize = drawings.iter().map(|(_, layout)| layout.sheets.len()).sum();
    let mut labels = Vec::new();
    if pages > 1 {
        let mut outline = Outline::new();
        for (drawing, layout) in &drawings {
            push_bookmarks(&mut outline, &mut labels, drawing, layout.sheets.len());
        }
        document.set_outline(outline);
    }
    let mut labels = labels.into_iter();
    let mut fonts = Fonts::default();
    let sheets = drawings.iter();
    let sheets =
        sheets.flat_map(|&(drawing, layout)| layout.sheets.iter().map(move |own| (drawing, own)));
    for (drawing, sheet) in sheets {
        let tree = parsed(&picture::sheet(sheet).0, &drawing.fonts);
        let [width, height] = sheet
            .page
            .size
            .map(|length| (length * POINTS_PER_PX) as f32);
        let mut settings = PageSettings::from_wh(width, height).expect("paper has a positive size");
        if let Some(label) = labels.next() {
            settings = settings.with_page_label(PageLabel::new(None, Some(label), None));
        }
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let scale = POINTS_PER_CSS_PX;
        surface.push_transform(&Transform::from_scale(scale, scale));
        draw(tree.root(), &mut surface, tree.fontdb(), &mut fonts);
        surface.pop();
        surface.finish();
        page.finish();
    }
    document
        .finish()
        .expect("the pages have no links, images or standards that could be invalid")
}

/// Adds the bookmarks of a drawing, and the labels of its pages. `labels` has those of the pages before it.
fn push_bookmarks(
    outline: &mut Outline,
    labels: &mut Vec<String>,
    drawing: &Drawing,
    sheets: usize,
) {
    if sheets == 0 {
        return;
    }
    let top = |page: usize| XyzDestination::new(page, Point::from_xy(0.0, 0.0));
    let name = [
        page::shown_title(&drawing.title).to_owned(),
        drawing.place(),
    ];
    let name: Vec<String> = name.into_iter().filter(|part| !part.is_empty()).collect();
    let name = name.join("  ·  ");
    let mut node = OutlineNode::new(name.clone(), top(labels.len())).with_open(true);
    for sheet in 1..=sheets {
        if sheets == 1 {
            labels.push(name.clone());
            break;
        }
        node.push_child(OutlineNode::new(
            format!("Sheet {sheet}"),
            top(labels.len()),
        ));
        labels.push(format!("{name}  ·  Sheet {sheet}"));
    }
    outline.push_child(node);
}

/// The fonts of the document, by their ids in the database of the SVG parser.
#[derive(Default)]
struct Fonts(HashMap<ID, Option<Font>>);

impl Fonts {
    fn get(&mut self, id: ID, database: &Database) -> Option<Font> {
        let font = self.0.entry(id).or_insert_with(|| {
            database
                .with_face_data(id, |data, index| {
                    Font::new(Data::from(data.to_vec()), index)
                })
                .flatten()
        });
        font.clone()
    }
}

/// Draws the nodes of a group. The SVG of a sheet has no clips, masks, filters or images.
fn draw(group: &Group, surface: &mut Surface<'_>, database: &Database, fonts: &mut Fonts) {
    surface.push_transform(&transform(&group.transform()));
    for node in group.children() {
        match node {
            Node::Group(group) => draw(group, surface, database, fonts),
            Node::Path(path) if path.is_visible() => draw_path(path, surface),
            Node::Text(text) => draw_text(text, surface, database, fonts),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
    surface.pop();
}

fn draw_path(path: &usvg::Path, surface: &mut Surface<'_>) {
    let Some(outline) = outline(path.data()) else {
        return;
    };
    let fill = path.fill().and_then(|fill| self::fill(fill, surface));
    let stroke = path.stroke().and_then(stroke);
    if fill.is_some() || stroke.is_some() {
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_path(&outline);
    }
}

/// Draws a text as glyphs of an embedded font, so that its characters can be selected. The halo of a text is drawn as
/// outlines, so that a search for text does not find each character twice.
fn draw_text(text: &usvg::Text, surface: &mut Surface<'_>, database: &Database, fonts: &mut Fonts) {
    for span in text.layouted() {
        for run in span
            .positioned_glyphs
            .chunk_by(|before, after| before.font == after.font)
        {
            let Some(font) = run
                .first()
                .and_then(|glyph| fonts.get(glyph.font, database))
            else {
                continue;
            };
            let size = span.font_size.get();
            let (start, content, glyphs) = placed(run, size);
            let mut write = |fill: Option<Fill>, stroke: Option<Stroke>, is_outline: bool| {
                surface.set_fill(fill);
                surface.set_stroke(stroke);
                surface.draw_glyphs(start, &glyphs, font.clone(), &content, size, is_outline);
            };
            let halo = span.stroke.as_ref().and_then(stroke);
            if halo.is_some() && span.paint_order == PaintOrder::StrokeAndFill {
                write(None, halo, true);
            }
            if let Some(usvg::Paint::Color(color)) = span.fill.as_ref().map(usvg::Fill::paint) {
                write(Some(plain(*color)), None, false);
            }
        }
    }
}

/// Returns the start of a run of glyphs, its characters, and the glyphs. Advances are in units of the font size.
fn placed(run: &[usvg::layout::PositionedGlyph], size: f32) -> (Point, String, Vec<KrillaGlyph>) {
    let places: Vec<Transform> = run
        .iter()
        .map(|glyph| transform(&glyph.transform()))
        .collect();
    let mut content = String::new();
    let mut glyphs = Vec::new();
    for (index, glyph) in run.iter().enumerate() {
        let from = content.len();
        content.push_str(&glyph.text);
        // Nothing follows the last glyph, so its advance does not matter.
        let next = places.get(index + 1);
        let advance = next.map_or(0.0, |next| (next.tx() - places[index].tx()) / size);
        let id = GlyphId::new(glyph.id.0);
        let range = from..content.len();
        glyphs.push(KrillaGlyph::new(id, advance, 0.0, 0.0, 0.0, range, None));
    }
    let start = places
        .first()
        .map_or([0.0; 2], |place| [place.tx(), place.ty()]);
    (Point::from_xy(start[0], start[1]), content, glyphs)
}

fn outline(path: &tiny_skia::Path) -> Option<Path> {
    let mut outline = PathBuilder::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => outline.move_to(p.x, p.y),
            PathSegment::LineTo(p) => outline.line_to(p.x, p.y),
            PathSegment::QuadTo(a, p) => outline.quad_to(a.x, a.y, p.x, p.y),
            PathSegment::CubicTo(a, b, p) => outline.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            PathSegment::Close => outline.close(),
        }
    }
    outline.finish()
}

fn transform(from: &usvg::Transform) -> Transform {
    Transform::from_row(from.sx, from.ky, from.kx, from.sy, from.tx, from.ty)
}

fn color(color: usvg::Color) -> Paint {
    rgb::Color::new(color.red, color.green, color.blue).into()
}

fn plain(from: usvg::Color) -> Fill {
    Fill {
        paint: color(from),
        ..Fill::default()
    }
}

/// Returns a fill: a colour, or a pattern of vector lines.
fn fill(fill: &usvg::Fill, surface: &mut Surface<'_>) -> Option<Fill> {
    let paint = match fill.paint() {
        usvg::Paint::Color(from) => color(*from),
        usvg::Paint::Pattern(pattern) => self::pattern(pattern, surface),
        // The SVG of a sheet has no gradients.
        usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => return None,
    };
    Some(Fill {
        paint,
        opacity: NormalizedF32::new(fill.opacity().get()).unwrap_or(NormalizedF32::ONE),
        rule: match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        },
    })
}

fn pattern(pattern: &usvg::Pattern, surface: &mut Surface<'_>) -> Paint {
    let rect = pattern.rect();
    let mut builder = surface.stream_builder();
    let mut tile = builder.surface();
    for node in pattern.root().children() {
        if let Node::Path(path) = node {
            draw_path(path, &mut tile);
        }
    }
    tile.finish();
    let stream = builder.finish();
    Pattern {
        stream,
        transform: transform(&pattern.transform().pre_translate(rect.x(), rect.y())),
        width: rect.width(),
        height: rect.height(),
    }
    .into()
}

fn stroke(stroke: &usvg::Stroke) -> Option<Stroke> {
    let usvg::Paint::Color(from) = stroke.paint() else {
        return None;
    };
    Some(Stroke {
        paint: color(*from),
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: NormalizedF32::new(stroke.opacity().get()).unwrap_or(NormalizedF32::ONE),
        dash: stroke.dasharray().map(|array| StrokeDash {
            array: array.to_vec(),
            offset: stroke.dashoffset(),
        }),
    })
}
