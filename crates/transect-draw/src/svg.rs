//! Writes a laid-out page as SVG.
//!
//! The outlines of a hatched class are written once and drawn twice: first with the flat fill, then, by `<use>`, with
//! the hatch and the outline. Therefore the hatch pattern needs no background, which could show seams between the tiles
//! of the pattern. Also, the fill of an object never covers the outline of another object of the class.
//!
//! References are written `xlink:href`, as in SVG 1.1, because Inkscape ignores a plain `href` before release 1.3.
//! SVG 2 requires its readers to know both.

use crate::class::{Class, Object};
use crate::color::Color;
use crate::dimension::lines::Dimensions;
use crate::drawing::Drawing;
use crate::grid::{Frame, Tick};
use crate::ids::{ClassIds, Ids, unique};
use crate::legend::{Bar, Sample};
use crate::page::{self, Page, Sheet};
use crate::style::Style;
use crate::text::{Anchor, Rect, Role, Text};
use crate::theme::PageColors;
use crate::trace::{self, px};
use std::fmt::Write;

impl Drawing {
    /// Returns the drawing as an SVG document of 1,000 px width.
    #[must_use]
    pub fn to_svg(&self) -> String {
        document(&Page::lay_out(self)).0
    }

    /// Writes the drawing as an SVG document of 1,000 px width.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_to(&self, writer: &mut impl std::io::Write) -> std::io::Result<()> {
        writer.write_all(self.to_svg().as_bytes())
    }
}

/// Returns the whole document, and the ids of the classes and of their hatches.
pub(crate) fn document(page: &Page<'_>) -> (String, Vec<ClassIds>) {
    let mut svg = String::new();
    let subtitle = page::subtitle(page.drawing);
    write_head(&mut svg, page.size, &page.drawing.title, &subtitle);
    let names = write_page(&mut svg, page, &mut Ids::new());
    svg.push_str("</svg>\n");
    (svg, names)
}

/// Writes the contents of a page. `ids` are the ids that the document has already. Returns the ids of the classes and
/// of their hatches.
pub(crate) fn write_page(svg: &mut String, page: &Page<'_>, ids: &mut Ids) -> Vec<ClassIds> {
    let colors = &page.drawing.theme.page;
    let classes = page.classes.iter();
    let names: Vec<ClassIds> = classes.map(|class| ClassIds::of(class, ids)).collect();
    // Writing to a string does not fail, so this file ignores the results of `write!`.
    write_patterns(svg, page, &names);
    write_background(svg, page.size, colors);
    if let Some(sheet) = &page.sheet {
        write_grid(svg, &sheet.frame, &sheet.ticks, colors, ids);
    }
    let mut open = Vec::new();
    let id = unique("section".into(), ids);
    let _ = writeln!(
        svg,
        r#"<g id="{id}" stroke-miterlimit="3" fill-rule="nonzero">"#
    );
    for (class, names) in page.classes.iter().zip(&names) {
        write_class(svg, class, names, ids, &mut open, colors);
    }
    svg.push_str("</g>\n");
    if !open.is_empty() {
        let _ = writeln!(svg, r#"<g id="{}">"#, unique("open".into(), ids));
        for id in open {
            let _ = writeln!(svg, r##"<use xlink:href="#{id}"/>"##);
        }
        svg.push_str("</g>\n");
    }
    write_dimensions(svg, &page.dimensions, colors, ids);
    if let Some(sheet) = &page.sheet {
        if page.covers_margin {
            write_margin(svg, page, sheet, ids);
        }
        write_legend(svg, page, sheet, &names, ids);
    }
    let _ = writeln!(svg, r#"<g id="{}">"#, unique("labels".into(), ids));
    for text in page.texts.iter() {
        write_text(svg, text, colors);
    }
    svg.push_str("</g>\n");
    names
}

fn write_dimensions(svg: &mut String, dimensions: &Dimensions, colors: &PageColors, ids: &mut Ids) {
    if dimensions.lines.is_empty() {
        return;
    }
    let path = |segments: &[[[f64; 2]; 2]]| {
        let mut path = String::new();
        for [from, to] in segments {
            trace::write_outline(&mut path, &[*from, *to].map(trace::mark), false);
        }
        path
    };
    let _ = writeln!(
        svg,
        concat!(
            r#"<g id="{id}" fill="none" stroke="{ink}"><path d="{lines}" stroke-width=".6"/>"#,
            r#"<path d="{ticks}" stroke-width="1.2"/></g>"#
        ),
        id = unique("dimensions".into(), ids),
        ink = colors.text,
        lines = path(&dimensions.lines),
        ticks = path(&dimensions.ticks),
    );
}

/// Paints the margin over the parts of objects that reach beyond the frame, and writes the frame again.
fn write_margin(svg: &mut String, page: &Page<'_>, sheet: &Sheet, ids: &mut Ids) {
    let colors = &page.drawing.theme.page;
    let frame = &sheet.frame;
    let [left, top, right, bottom] = [frame.left, frame.top, frame.right(), frame.bottom()].map(px);
    let [width, height] = page.size.map(px);
    let _ = writeln!(
        svg,
        r#"<path id="{id}" fill="{}" fill-rule="evenodd" d="M0 0H{width}V{height}H0zM{left} {top}H{right}V{bottom}H{left}z"/>"#,
        colors.background,
        id = unique("margin".into(), ids),
    );
    svg.push_str("<g fill=\"none\">");
    write_frame(svg, frame, &sheet.ticks, colors);
    svg.push_str("</g>\n");
}

/// The namespaces of a document: that of SVG, and that of `xlink:href`.
pub(crate) const NAMESPACES: &str =
    r#"xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#;

/// Writes the beginning of a page of this width and height.
pub(crate) fn write_head(
    svg: &mut String,
    [width, height]: [f64; 2],
    title: &str,
    description: &str,
) {
    let _ = write!(
        svg,
        concat!(
            r#"<svg {xmlns} viewBox="0 0 {w} {h}" width="{w}" height="{h}" "#,
            r#"font-family="Helvetica, Arial, sans-serif" role="img">"#,
            "\n<title>{title}</title>\n<desc>{desc}</desc>\n"
        ),
        xmlns = NAMESPACES,
        w = px(width),
        h = px(height),
        title = escape(title),
        desc = escape(description),
    );
}

/// Fills the page with the colour of its background.
pub(crate) fn write_background(svg: &mut String, [width, height]: [f64; 2], colors: &PageColors) {
    let _ = writeln!(
        svg,
        r#"<rect width="{}" height="{}" fill="{}"/>"#,
        px(width),
        px(height),
        colors.background,
    );
}

fn write_patterns(svg: &mut String, page: &Page<'_>, names: &[ClassIds]) {
    svg.push_str("<defs>\n");
    for (class, names) in page.classes.iter().zip(names) {
        if let (Some(hatch), Some(id)) = (class.style.hatch, &names.hatch) {
            hatch.write_pattern(svg, id, &class.style.hatch_color);
        }
    }
    svg.push_str("</defs>\n");
}

pub(crate) fn write_grid(
    svg: &mut String,
    frame: &Frame,
    ticks: &[Vec<Tick>; 2],
    colors: &PageColors,
    ids: &mut Ids,
) {
    let [left, top, right, bottom] = [frame.left, frame.top, frame.right(), frame.bottom()].map(px);
    let mut path = String::new();
    for tick in &ticks[0] {
        let _ = write!(path, "M{} {top}V{bottom}", px(tick.position));
    }
    for tick in &ticks[1] {
        let _ = write!(path, "M{left} {}H{right}", px(tick.position));
    }
    let _ = write!(
        svg,
        r#"<g id="{}" fill="none"><path d="{path}" stroke="{}" stroke-width=".6"/>"#,
        unique("grid".into(), ids),
        colors.grid,
    );
    write_frame(svg, frame, ticks, colors);
    svg.push_str("</g>\n");
}

/// Writes the border of the section and the marks of the ticks outside it.
fn write_frame(svg: &mut String, frame: &Frame, ticks: &[Vec<Tick>; 2], colors: &PageColors) {
    let [left, top, right, bottom] = [frame.left, frame.top, frame.right(), frame.bottom()].map(px);
    let mut marks = String::new();
    for tick in &ticks[0] {
        let _ = write!(marks, "M{} {bottom}v4", px(tick.position));
    }
    for tick in &ticks[1] {
        let _ = write!(marks, "M{left} {}h-4", px(tick.position));
    }
    let _ = write!(
        svg,
        r#"<path d="M{left} {top}H{right}V{bottom}H{left}z{marks}" stroke="{}" stroke-width=".7"/>"#,
        colors.frame,
    );
}

fn write_class(
    svg: &mut String,
    class: &Class<'_>,
    names: &ClassIds,
    ids: &mut Ids,
    open: &mut Vec<String>,
    colors: &PageColors,
) {
    let style = &class.style;
    let outline = outline(style);
    let fill = fill(style);
    match &names.hatch {
        Some(_) => {
            let _ = writeln!(svg, r#"<g fill="{fill}">"#);
        }
        None => {
            let _ = writeln!(svg, r#"<g fill="{fill}" {outline}>"#);
        }
    }
    let _ = writeln!(
        svg,
        r#"<g id="{}" data-class="{name}"><title>{name}</title>"#,
        names.class,
        name = escape(class.name),
    );
    for object in &class.objects {
        write_object(svg, object, style, ids, open, colors);
    }
    svg.push_str("</g>\n</g>\n");
    if let Some(hatch) = &names.hatch {
        let _ = writeln!(
            svg,
            r##"<use xlink:href="#{}" fill="url(#{hatch})" {outline}/>"##,
            names.class
        );
    }
}

fn write_object(
    svg: &mut String,
    object: &Object<'_>,
    style: &Style,
    ids: &mut Ids,
    open: &mut Vec<String>,
    colors: &PageColors,
) {
    let id = unique(format!("object-{}", object.item.index), ids);
    let name = escape(&object.item.name);
    let _ = write!(
        svg,
        r#"<g id="{id}" data-name="{name}"><title>{name}</title>"#
    );
    if !object.trace.loops.is_empty() {
        // If each loop of an object is a single point after rounding, its outline is invisible. Such an object is drawn
        // as a dot that is wider than an outline.
        let is_dot = object.trace.loops.iter().all(|marks| marks.len() == 1);
        svg.push_str(if is_dot {
            "<path stroke-width=\"4\" d=\""
        } else {
            "<path d=\""
        });
        for marks in &object.trace.loops {
            trace::write_outline(svg, marks, true);
        }
        svg.push_str("\"/>");
    }
    if !object.trace.chains.is_empty() {
        let _ = write!(svg, r#"<path fill="none" {} d=""#, outline(style));
        for marks in &object.trace.chains {
            trace::write_outline(svg, marks, false);
        }
        svg.push_str("\"/>");
        let ends = &object.trace.open_ends;
        if !ends.is_empty() {
            let id = unique(format!("open-{}", object.item.index), ids);
            let _ = write!(svg, r#"<path id="{id}" {} d=""#, open_end(colors));
            trace::write_dots(svg, ends);
            svg.push_str("\"/>");
            open.push(id);
        }
    }
    svg.push_str("</g>\n");
}

pub(crate) fn fill(style: &Style) -> String {
    let color = style.fill.as_ref();
    color.map_or("none".into(), Color::to_string)
}

/// Returns the SVG attributes for the discs at open ends.
pub(crate) fn open_end(colors: &PageColors) -> String {
    format!(
        r#"fill="none" stroke="{}" stroke-width="3.2" stroke-linecap="round""#,
        colors.warning
    )
}

/// Returns the SVG attributes for the outlines of a class. With round line caps, a section that is a single point is
/// drawn as a dot.
fn outline(style: &Style) -> String {
    let (dashes, cap) = if style.dashed {
        (r#" stroke-dasharray="3 2""#, "butt")
    } else {
        ("", "round")
    };
    format!(
        r#"stroke="{}" stroke-width="{}" stroke-linecap="{cap}"{dashes}"#,
        style.outline, style.weight
    )
}

fn write_legend(
    svg: &mut String,
    page: &Page<'_>,
    sheet: &Sheet,
    names: &[ClassIds],
    ids: &mut Ids,
) {
    let theme = &page.drawing.theme;
    let colors = &theme.page;
    let _ = writeln!(svg, r#"<g id="{}">"#, unique("legend".into(), ids));
    for (rect, sample) in &sheet.legend.swatches {
        match sample {
            Sample::Class(number) => {
                if let (Some(class), Some(names)) = (page.classes.get(*number), names.get(*number))
                {
                    write_swatch(svg, rect, &class.style, names.hatch.as_deref());
                }
            }
            Sample::Other => write_swatch(svg, rect, &theme.other, None),
            Sample::Open => {
                let y = px((rect.top + rect.bottom) / 2.0);
                let [left, right] = [rect.left, rect.right].map(px);
                let _ = writeln!(
                    svg,
                    r#"<path d="M{left} {y}H{right}" stroke="{}" stroke-width="1.2"/><path d="M{left} {y}h0M{right} {y}h0" {}/>"#,
                    colors.text,
                    open_end(colors),
                );
            }
        }
    }
    if let Some(bar) = &sheet.legend.bar {
        write_bar(svg, bar, colors, ids);
    }
    svg.push_str("</g>\n");
}

fn write_swatch(svg: &mut String, rect: &Rect, style: &Style, hatch: Option<&str>) {
    let place = format!(
        r#"x="{}" y="{}" width="{}" height="{}""#,
        px(rect.left),
        px(rect.top),
        px(rect.width()),
        px(rect.height())
    );
    let fill = fill(style);
    let outline = outline(style);
    let _ = match hatch {
        Some(hatch) => writeln!(
            svg,
            r#"<rect {place} fill="{fill}"/><rect {place} fill="url(#{hatch})" {outline}/>"#
        ),
        None => writeln!(svg, r#"<rect {place} fill="{fill}" {outline}/>"#),
    };
}

pub(crate) fn write_bar(svg: &mut String, bar: &Bar, colors: &PageColors, ids: &mut Ids) {
    let part = bar.width / f64::from(bar.parts);
    let mut dark = String::new();
    for number in (0..bar.parts).step_by(2) {
        let left = bar.left + f64::from(number) * part;
        let _ = write!(dark, "M{} {}h{}v5h-{2}z", px(left), px(bar.top), px(part));
    }
    let _ = writeln!(
        svg,
        r#"<g id="{id}"><rect x="{}" y="{}" width="{}" height="5" fill="{light}" stroke="{ink}" stroke-width=".8"/><path d="{dark}" fill="{ink}"/></g>"#,
        px(bar.left),
        px(bar.top),
        px(bar.width),
        id = unique("scale-bar".into(), ids),
        light = colors.background,
        ink = colors.text,
    );
}

pub(crate) fn write_text(svg: &mut String, text: &Text, colors: &PageColors) {
    let (size, bold) = text.role.font();
    let color = colors.of(text.role);
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => r#" text-anchor="middle""#,
        Anchor::End => r#" text-anchor="end""#,
        Anchor::Upwards => r#" text-anchor="middle""#,
    };
    let [x, y] = text.at.map(px);
    let place = if text.anchor == Anchor::Upwards {
        format!(r#"transform="translate({x} {y}) rotate(-90)""#)
    } else {
        format!(r#"x="{x}" y="{y}""#)
    };
    let weight = if bold { r#" font-weight="bold""# } else { "" };
    let halo = if matches!(text.role, Role::Room | Role::Area) {
        format!(
            r#" stroke="{}" stroke-width="2" stroke-linejoin="round" paint-order="stroke""#,
            colors.halo
        )
    } else {
        String::new()
    };
    let _ = writeln!(
        svg,
        r#"<text {place} font-size="{size}" fill="{color}"{weight}{anchor}{halo}>{}</text>"#,
        escape(&text.content),
    );
}

/// Escapes the characters that XML reserves, and replaces the characters that XML forbids by U+FFFD.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                escaped.push('\u{fffd}');
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
