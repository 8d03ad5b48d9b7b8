//! Writes sheets of paper as SVG, and as a picture of this SVG.

use std::fmt::Write;

use crate::drawing::Drawing;
use crate::ids::{ClassIds, Ids, unique};
use crate::page;
use crate::paper::layout::{Layout, PaperSheet};
use crate::paper::options::PX_PER_MM;
use crate::paper::title_block::{Arrow, TitleBlock};
use crate::svg::{NAMESPACES, escape, write_page};
use crate::theme::PageColors;
use crate::trace::px;

/// The distance between two sheets in the document, in px.
const GAP: f64 = 40.0;

/// Returns the document. If there are several sheets, each of them is a nested `<svg>` element, which hides what
/// reaches beyond the sheet.
pub(super) fn document(drawing: &Drawing, layout: &Layout<'_>) -> String {
    let size = size(layout);
    let mut svg = String::new();
    write_head(&mut svg, size);
    // Writing to a string does not fail, so this file ignores the results of `write!`.
    let _ = writeln!(
        svg,
        "<title>{}</title>\n<desc>{}</desc>",
        escape(&drawing.title),
        escape(&page::subtitle(drawing)),
    );
    let mut ids = Ids::new();
    let is_single = layout.sheets.len() == 1;
    if !is_single {
        let [width, height] = size.map(px);
        let between = &drawing.theme.page.grid;
        let _ = writeln!(
            svg,
            r#"<rect width="{width}" height="{height}" fill="{between}"/>"#
        );
    }
    for (index, sheet) in layout.sheets.iter().enumerate() {
        if !is_single {
            let [x, y] = position(layout, index).map(px);
            let [width, height] = sheet.page.size.map(px);
            let id = unique(format!("sheet-{}", index + 1), &mut ids);
            let _ = writeln!(
                svg,
                r#"<svg id="{id}" x="{x}" y="{y}" width="{width}" height="{height}">"#
            );
        }
        write_sheet(&mut svg, sheet, &mut ids);
        if !is_single {
            svg.push_str("</svg>\n");
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Writes the beginning of a document whose size is given in px, and written in millimetres.
pub(super) fn write_head(svg: &mut String, [width, height]: [f64; 2]) {
    let _ = writeln!(
        svg,
        concat!(
            r#"<svg {} viewBox="0 0 {} {}" width="{}mm" height="{}mm" "#,
            r#"font-family="Helvetica, Arial, sans-serif" role="img">"#,
        ),
        NAMESPACES,
        px(width),
        px(height),
        px(width / PX_PER_MM),
        px(height / PX_PER_MM),
    );
}

/// Writes the contents of one sheet.
pub(super) fn write_sheet(
    svg: &mut String,
    sheet: &PaperSheet<'_>,
    ids: &mut Ids,
) -> Vec<ClassIds> {
    let names = write_page(svg, &sheet.page, ids);
    write_block(svg, &sheet.block, &sheet.page.drawing.theme.page, ids);
    names
}

/// Returns the width and the height of the document in px.
pub(super) fn size(layout: &Layout<'_>) -> [f64; 2] {
    let sheet = layout
        .sheets
        .first()
        .map_or([1.0; 2], |sheet| sheet.page.size);
    let rows = layout.sheets.len().div_ceil(layout.columns.max(1));
    let counts = [layout.columns, rows].map(|count| count as f64);
    [0, 1].map(|axis| counts[axis] * (sheet[axis] + GAP) - GAP)
}

/// Returns the position of a sheet in the document.
pub(super) fn position(layout: &Layout<'_>, index: usize) -> [f64; 2] {
    let columns = layout.columns.max(1);
    let place = [index % columns, index / columns].map(|place| place as f64);
    let size = layout.sheets[index].page.size;
    [0, 1].map(|axis| place[axis] * (size[axis] + GAP))
}

fn write_block(svg: &mut String, block: &TitleBlock, colors: &PageColors, ids: &mut Ids) {
    let edge = &block.edge;
    let [left, top, right, bottom] = [edge.left, edge.top, edge.right, edge.bottom].map(px);
    let mut dividers = String::new();
    for x in &block.dividers {
        let _ = write!(dividers, "M{} {top}V{bottom}", px(*x));
    }
    let _ = writeln!(
        svg,
        concat!(
            r#"<g id="{id}" fill="none" stroke="{ink}"><path d="{dividers}" stroke-width=".7"/>"#,
            r#"<path d="M{left} {top}H{right}V{bottom}H{left}z" stroke-width="1.4"/></g>"#
        ),
        id = unique("title-block".into(), ids),
        ink = colors.text,
        dividers = dividers,
        left = left,
        top = top,
        right = right,
        bottom = bottom,
    );
    if let Some(arrow) = &block.arrow {
        write_arrow(svg, arrow, colors, ids);
    }
}

/// Writes the north arrow: a needle in a circle, with an N at its tip.
fn write_arrow(svg: &mut String, arrow: &Arrow, colors: &PageColors, ids: &mut Ids) {
    let [x, y] = arrow.center.map(px);
    let _ = writeln!(
        svg,
        concat!(
            r#"<g id="{id}" transform="translate({x} {y}) rotate({angle})" stroke="{ink}" stroke-width=".9">"#,
            r#"<circle r="20" fill="none"/><path d="M0 -20L7 14L0 8z" fill="{ink}"/>"#,
            r#"<path d="M0 -20L-7 14L0 8z" fill="{paper}"/>"#,
            r#"<path d="M-2.4 -22.5V-29.5L2.4 -22.5V-29.5" fill="none" stroke-width="1.1"/></g>"#
        ),
        id = unique("north".into(), ids),
        x = x,
        y = y,
        angle = arrow.angle,
        ink = colors.text,
        paper = colors.background,
    );
}
