//! The elements of an XML file in a package, in the order of the text.
//!
//! Entities are not expanded: a document type declaration is an error, and `quick-xml` knows only the five entities of
//! XML. Elements are read without recursion, so a deep nesting needs no stack.

use std::borrow::Cow;

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::{NsReader, XmlVersion};

use crate::error::{Place, PlacedError, ReadErrorKind};
use crate::text::shown;
use crate::three_mf::space::Space;

/// The elements of a file.
pub(super) struct Elements<'a> {
    reader: NsReader<&'a [u8]>,
    text: &'a str,
    /// The name of the file in the package.
    name: &'a str,
    /// The number of elements that have begun and not ended.
    depth: usize,
    /// A position in the text and its line, from which lines are counted on.
    counted: (usize, u64),
}

/// The start of an element, with its attributes.
pub(super) struct Element<'a> {
    pub(super) space: Space,
    start: BytesStart<'a>,
    /// The position of the element in the text.
    pub(super) at: usize,
}

impl Element<'_> {
    /// Returns `true` if this is the element of the core specification with this name.
    pub(super) fn is(&self, name: &str) -> bool {
        self.is_of(Space::Core, name)
    }

    /// Returns `true` if this is the element of a namespace with this name.
    pub(super) fn is_of(&self, space: Space, name: &str) -> bool {
        self.space == space && self.start.local_name().into_inner() == name
    }

    /// Returns the name without its prefix.
    pub(super) fn name(&self) -> String {
        self.start.local_name().into_inner().to_owned()
    }
}

impl<'a> Elements<'a> {
    /// Returns the elements of a file in the package with this name.
    pub(super) fn of(text: &'a str, name: &'a str) -> Self {
        let mut reader = NsReader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            text,
            name,
            depth: 0,
            counted: (0, 1),
        }
    }

    /// Returns the next element inside the present one; `None` at the end of the present one.
    pub(super) fn child(&mut self) -> Result<Option<Element<'a>>, PlacedError> {
        loop {
            let at = self.position();
            let event = self.reader.read_resolved_event();
            let event = event.map(|(space, event)| (Space::of(&space), event));
            match event {
                Ok((space, Event::Start(start))) => {
                    self.depth += 1;
                    return Ok(Some(Element { space, start, at }));
                }
                Ok((_, Event::End(_))) => {
                    self.depth -= 1;
                    return Ok(None);
                }
                Ok((_, Event::Eof)) if self.depth == 0 => return Ok(None),
                Ok((_, Event::Eof)) => {
                    return Err(self.syntax(at, "", "the text ends inside an element"));
                }
                Ok((_, Event::DocType(_))) => {
                    let what = "a document type declaration in 3MF".to_owned();
                    return Err(self.error(at, "", ReadErrorKind::Unsupported(what)));
                }
                Ok(_) => {}
                Err(error) => {
                    let at = self.reader.error_position() as usize;
                    return Err(self.syntax(at, "", &error.to_string()));
                }
            }
        }
    }

    /// Goes to the end of the element that was returned last.
    pub(super) fn skip(&mut self) -> Result<(), PlacedError> {
        let depth = self.depth;
        while self.depth >= depth {
            self.child()?;
        }
        Ok(())
    }

    /// Returns the values of the attributes with these names and without a prefix.
    pub(super) fn values<'e, const N: usize>(
        &self,
        element: &'e Element<'a>,
        names: [&str; N],
    ) -> Result<[Option<Cow<'e, str>>; N], PlacedError> {
        let mut values = [const { None }; N];
        self.each(element, |space, name, value| {
            let index = names.iter().position(|&own| own == name);
            match index.filter(|_| space == Space::None) {
                Some(index) if values[index].is_some() => {
                    Err(format!("the attribute {name} stands twice"))
                }
                Some(index) => {
                    values[index] = Some(value);
                    Ok(())
                }
                None => Ok(()),
            }
        })?;
        Ok(values)
    }

    /// Returns the value of the attribute of a namespace.
    pub(super) fn value_of<'e>(
        &self,
        element: &'e Element<'a>,
        space: Space,
        name: &str,
    ) -> Result<Option<Cow<'e, str>>, PlacedError> {
        let mut found = None;
        self.each(element, |own, local, value| {
            if (own, local) == (space, name) {
                found = Some(value);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Calls `see` with the namespace, the name and the value of each attribute.
    fn each<'e>(
        &self,
        element: &'e Element<'a>,
        mut see: impl FnMut(Space, &str, Cow<'e, str>) -> Result<(), String>,
    ) -> Result<(), PlacedError> {
        let fail = |reason: String| self.syntax(element.at, "", &reason);
        let mut attributes = element.start.attributes();
        // The check compares all pairs of attributes, which takes long for many.
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(|error| fail(error.to_string()))?;
            let key = attribute.key;
            if key.as_namespace_binding().is_some() {
                continue;
            }
            let space = match key.prefix() {
                Some(_) => Space::of(&self.reader.resolver().resolve_attribute(key).0),
                None => Space::None,
            };
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| {
                let name = shown(key.into_inner().as_bytes());
                fail(format!("the attribute {name}: {error}"))
            })?;
            see(space, key.local_name().into_inner(), value).map_err(fail)?;
        }
        Ok(())
    }

    /// Returns the namespace of a prefix that is declared here, as text; `None` if it is not declared.
    pub(super) fn space_of_prefix(&self, prefix: &str) -> Option<(Space, String)> {
        let name = format!("{prefix}:name");
        let name = quick_xml::name::QName(&name);
        match self.reader.resolver().resolve_attribute(name).0 {
            ResolveResult::Bound(bound) => {
                let text = bound.into_inner().to_owned();
                Some((Space::of(&ResolveResult::Bound(bound)), text))
            }
            _ => None,
        }
    }

    fn position(&self) -> usize {
        self.reader.buffer_position() as usize
    }

    /// Returns the line of a position. Positions ascend from call to call.
    pub(super) fn line(&mut self, at: usize) -> u64 {
        let (from, line) = self.counted;
        let more = lines(self.text, from, at);
        self.counted = (at.max(from), line + more);
        line + more
    }

    /// Returns an error of the element at a position. `inside` is empty, or names the element after a comma.
    pub(super) fn error(&self, at: usize, inside: &str, kind: ReadErrorKind) -> PlacedError {
        let line = 1 + lines(self.text, 0, at);
        in_part(self.name, line, inside, kind)
    }

    /// Returns the error of a text that violates the format.
    pub(super) fn syntax(&self, at: usize, inside: &str, what: &str) -> PlacedError {
        self.error(at, inside, ReadErrorKind::Syntax(what.to_owned()))
    }
}

/// Returns the error at a line of a file in the package.
pub(super) fn in_part(name: &str, line: u64, inside: &str, kind: ReadErrorKind) -> PlacedError {
    PlacedError {
        place: Some(Place::Element(format!("{name}, line {line}{inside}"))),
        kind,
    }
}

fn lines(text: &str, from: usize, to: usize) -> u64 {
    let bytes = text.as_bytes().get(from..to).unwrap_or_default();
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}
