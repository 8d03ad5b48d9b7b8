//! The classes of objects, and the choice of their styles: which classes have a style of their own.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use crate::style::Style;
use crate::theme::Theme;

/// The largest number of classes with their own style and legend row; further classes are "other".
const MOST: usize = 20;

/// The classes of all objects that may appear in the drawings of one run. Drawings that share them give each class the same
/// style: see [`Drawing::classes`](crate::Drawing::classes).
///
/// ```
/// use transect_draw::{Drawing, DrawnClasses, Item};
/// let item = |name: &str| Item {
///     name: name.into(),
///     loops: vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]]],
///     ..Item::default()
/// };
/// let alone = |classes| Drawing { items: vec![item("lid/b")], classes, ..Drawing::default() }.to_svg();
/// // A class that is alone in its drawing has a plain style, unless other drawings show other classes.
/// let classes = DrawnClasses::of([("box/a", None), ("lid/b", None)], &[]);
/// assert_ne!(alone(Some(classes)), alone(None));
/// let only = DrawnClasses::of([("lid/b", None), ("lid/c", None)], &[]);
/// assert_eq!(alone(Some(only)), alone(None));
/// ```
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnClasses {
    /// The classes with the most objects, those with more objects first.
    shown: Vec<DrawnClass>,
    /// The same for the classes that drawings leave out. Files such as DXF have them.
    hidden: Vec<DrawnClass>,
}

/// A class of objects.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
struct DrawnClass {
    name: String,
    objects: usize,
    /// The material colour that all objects of the class share (linear RGBA).
    color: Option<[f64; 4]>,
}

impl DrawnClass {
    /// Orders classes by the number of their objects, the largest first, and then by name.
    fn rank(&self) -> (Reverse<usize>, &str) {
        (Reverse(self.objects), &self.name)
    }
}

impl DrawnClasses {
    /// Returns the classes of objects. Each object is given by its name and its material colour (linear RGBA). `hidden` are the
    /// names of the classes that drawings leave out.
    pub fn of<'a>(
        objects: impl IntoIterator<Item = (&'a str, Option<[f64; 4]>)>,
        hidden: &[String],
    ) -> Self {
        let mut classes: BTreeMap<&str, (usize, Option<[f64; 4]>)> = BTreeMap::new();
        for (name, color) in objects {
            let (count, common) = classes.entry(class_of(name)).or_insert((0, color));
            *count += 1;
            if *common != color {
                *common = None;
            }
        }
        let classes = classes.into_iter();
        let classes = classes.map(|(name, (objects, color))| DrawnClass {
            name: name.into(),
            objects,
            color,
        });
        let is_hidden = |class: &DrawnClass| hidden.contains(&class.name);
        let (hidden, shown) = classes.partition(is_hidden);
        Self {
            shown: largest(shown),
            hidden: largest(hidden),
        }
    }

    /// Returns the styles of the classes that drawings show, by the names of the classes. A class that is not listed has the
    /// style [`Theme::other`].
    pub(crate) fn styles(&self, theme: &Theme) -> BTreeMap<&str, Style> {
        styles(self.shown.iter().collect(), theme)
    }

    /// Returns the styles of all classes, like [`Self::styles`], including those that drawings leave out.
    pub(crate) fn styles_of_all(&self, theme: &Theme) -> BTreeMap<&str, Style> {
        let all = self.shown.iter().chain(&self.hidden);
        styles(largest(all.collect()), theme)
    }
}

/// Returns the class of an object's name: the part up to the first `/`, or the whole name without a `/`.
///
/// ```
/// assert_eq!(transect_draw::class_of("IfcWall/0xA"), "IfcWall");
/// ```
#[must_use]
pub fn class_of(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}

/// Returns the classes that get a style of their own.
fn largest<C: Borrow<DrawnClass>>(mut classes: Vec<C>) -> Vec<C> {
    classes.sort_by(|one, other| one.borrow().rank().cmp(&other.borrow().rank()));
    classes.truncate(MOST);
    classes
}

/// Returns the styles of classes. Pairs of a colour and a hatch angle are given to classes in the order of their names.
fn styles<'a>(mut classes: Vec<&'a DrawnClass>, theme: &Theme) -> BTreeMap<&'a str, Style> {
    let only_one = classes.len() == 1;
    classes.sort_by_key(|class| &class.name);
    let mut taken = HashSet::new();
    let style = |class: &DrawnClass| match (theme.known(&class.name), class.color) {
        (Some(style), _) => style.clone(),
        (None, _) if only_one => theme.plain.clone(),
        (None, Some(color)) => theme.of_color(&class.name, color),
        (None, None) => theme.of_palette(&class.name, &mut taken),
    };
    let names = classes.iter().map(|class| class.name.as_str());
    let names: Vec<&str> = names.collect();
    names
        .into_iter()
        .zip(classes.into_iter().map(style))
        .collect()
}
