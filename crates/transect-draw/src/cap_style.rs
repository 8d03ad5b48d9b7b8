//! The style of cut faces in a preview: the cut faces of a class look like the sections of the class in a drawing.

use std::collections::BTreeMap;

use crate::drawing::Item;
use crate::drawn_classes::DrawnClasses;
use crate::hatch::Hatch;
use crate::page::{StyledClass, chosen, styled};
use crate::theme::Theme;

/// The style of the cut faces of a class; it comes from [`Theme::cap_styles`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapStyle {
    pub(crate) fill: [u8; 3],
    pub(crate) hatch: Option<Hatch>,
    pub(crate) hatch_color: [u8; 3],
}

impl Theme {
    /// Returns the style that each class has in a drawing of these cut objects, by the name of the class. Each object
    /// is given by its name and its material colour (linear RGBA). `shared` are the classes of several drawings, as in
    /// [`Drawing::classes`](crate::Drawing::classes).
    ///
    /// The result leaves out a class of which a drawing shows only the outlines. It also leaves out the only class of
    /// the objects if no entry of the theme matches this class, because the style `[plain]` is as pale as the surfaces
    /// of a preview. [`Look::style`](crate::Look::style) describes cut faces without a style.
    ///
    /// ```
    /// use transect_draw::Theme;
    /// let styles = Theme::light().cap_styles([("IfcWall/a", None), ("IfcSlab/b", None)], None);
    /// assert_ne!(styles["IfcWall"], styles["IfcSlab"]);
    /// assert!(Theme::light().cap_styles([("part", None)], None).is_empty());
    /// ```
    pub fn cap_styles<'a>(
        &self,
        objects: impl IntoIterator<Item = (&'a str, Option<[f64; 4]>)>,
        shared: Option<&DrawnClasses>,
    ) -> BTreeMap<String, CapStyle> {
        let items: Vec<Item> = objects
            .into_iter()
            .map(|(name, color)| Item {
                name: name.into(),
                color,
                ..Item::default()
            })
            .collect();
        let chosen = chosen(shared, &items);
        let classes = styled(&items, &chosen.styles(self), self).into_iter();
        let classes = classes.filter(|class| class.style != self.plain);
        let style = |class: StyledClass<'_>| {
            let style = CapStyle {
                fill: class.style.fill?.rgb(),
                hatch: class.style.hatch,
                hatch_color: class.style.hatch_color.rgb(),
            };
            Some((class.name.to_owned(), style))
        };
        classes.filter_map(style).collect()
    }
}
