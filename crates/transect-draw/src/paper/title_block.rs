//! The title block of a sheet of paper: one row of cells at its lower edge.

use crate::drawing::Drawing;
use crate::page::shown_title;
use crate::text::{self, Anchor, Rect, Role, Text, Texts};

/// The height of the title block in px.
pub(super) const HEIGHT: f64 = 72.0;

/// The space between the edge of a cell and its text, in px.
const AIR: f64 = 10.0;

/// The width of the cell with the north arrow, in px.
const NORTH_WIDTH: f64 = 64.0;

/// The lines and the arrow of a title block. Its texts are stored with the texts of the page.
#[derive(Debug)]
pub(super) struct TitleBlock {
    pub(super) edge: Rect,
    /// The x coordinates of the lines between cells.
    pub(super) dividers: Vec<f64>,
    pub(super) arrow: Option<Arrow>,
}

/// A north arrow. The angle is in degrees, clockwise from the vertical axis of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    pub(super) center: [f64; 2],
    pub(super) angle: f64,
}

/// The contents of the cells of the title block.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub(super) scale: String,
    pub(super) paper: &'static str,
    pub(super) date: Option<String>,
    pub(super) north: Option<f64>,
    /// The number of this sheet, such as `2 of 6`.
    pub(super) number: String,
}

impl TitleBlock {
    /// Places the texts of the title block. `edge` is its border.
    pub(super) fn place(
        texts: &mut Texts,
        drawing: &Drawing,
        contents: &Cells,
        edge: Rect,
    ) -> Self {
        let cells = [
            Some(("Sheet", contents.number.clone())),
            contents.date.clone().map(|date| ("Date", date)),
            Some(("Paper", contents.paper.to_owned())),
            Some(("Unit", drawing.unit_name().to_owned())),
            Some(("Scale", contents.scale.clone())),
        ];
        // Cells are placed from the right, so the title gets the width that is left.
        let mut right = edge.right;
        let mut dividers = Vec::new();
        for (caption, value) in cells.into_iter().flatten() {
            let (size, bold) = Role::Class.font();
            let value = text::fitted(&value, size, bold, 150.0);
            let width = text::width(&value, size, bold).max(34.0) + 2.0 * AIR;
            let left = (right - width).ceil();
            for (role, y, content) in [
                (Role::Tick, 26.0, caption.to_owned()),
                (Role::Class, 48.0, value),
            ] {
                place(texts, role, [left + AIR, edge.top + y], content);
            }
            dividers.push(left);
            right = left;
        }
        let arrow = contents.north.map(|angle| {
            right -= NORTH_WIDTH;
            dividers.push(right);
            Arrow {
                center: [right + NORTH_WIDTH / 2.0, edge.top + HEIGHT / 2.0],
                angle,
            }
        });
        let title = shown_title(&drawing.title);
        let plane = drawing.place();
        let room = right - edge.left - 2.0 * AIR;
        for (role, y, content) in [
            (Role::Title, 27.0, title),
            (Role::Subtitle, 46.0, plane.as_str()),
            (Role::Note, 62.0, drawing.counts.as_str()),
        ] {
            let (size, bold) = role.font();
            let content = text::fitted(content, size, bold, room);
            place(texts, role, [edge.left + AIR, edge.top + y], content);
        }
        Self {
            edge,
            dividers,
            arrow,
        }
    }
}

fn place(texts: &mut Texts, role: Role, at: [f64; 2], content: String) {
    texts.place(Text {
        role,
        anchor: Anchor::Start,
        at,
        content,
    });
}
