//! The models of a package, and the references between their objects.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::budget::Budget;
use crate::error::{PlacedError, ReadErrorKind};
use crate::text::shown;
use crate::three_mf::model::{Model, Object, Reference, Shape, parse};
use crate::three_mf::package::Package;
use crate::three_mf::xml::in_part;

/// The index of a model, and the identifier of one of its objects.
pub(super) type Key = (usize, u32);

/// The models that were read. The first one is the root model.
pub(super) struct Models<'p, 'a> {
    package: &'p Package<'a>,
    /// The name of the part of each model.
    names: Vec<String>,
    pub(super) list: Vec<Model>,
    /// The index of each model, by the name of its part.
    indices: HashMap<String, usize>,
    /// The memory for the contents.
    pub(super) budget: Budget,
    /// For each object that the build uses, `true` after its components are checked.
    pub(super) used: HashMap<Key, bool>,
}

impl<'p, 'a> Models<'p, 'a> {
    /// Reads the root model, and the models that have objects that its build uses.
    pub(super) fn read(package: &'p Package<'a>) -> Result<Self, PlacedError> {
        let mut models = Self {
            package,
            names: Vec::new(),
            list: Vec::new(),
            indices: HashMap::new(),
            budget: Budget::of(0),
            used: HashMap::new(),
        };
        models.model(package.root()?)?;
        for item in 0..models.list[0].items.len() {
            let inside = format!(", build, item {}", item + 1);
            let reference = models.list[0].items[item].clone();
            let target = models.target(0, &reference, &inside)?;
            models.check(target)?;
        }
        Ok(models)
    }

    /// Returns an object that the build uses.
    pub(super) fn object(&self, (model, id): Key) -> Option<&Object> {
        self.list.get(model)?.objects.get(&id)
    }

    /// Returns the object to which a reference of a model refers.
    pub(super) fn key(&self, model: usize, reference: &Reference) -> Key {
        let path = reference.path.as_deref();
        let part = path.and_then(|path| self.package.part(path));
        let index = part.and_then(|part| self.indices.get(part));
        (index.copied().unwrap_or(model), reference.object)
    }

    /// Returns the place of an element of a model, for errors.
    pub(super) fn place(&self, model: usize, line: u64) -> String {
        format!("{}, line {line}", self.names[model])
    }

    fn error(&self, model: usize, line: u64, inside: &str, what: String) -> PlacedError {
        in_part(
            &self.names[model],
            line,
            inside,
            ReadErrorKind::Syntax(what),
        )
    }

    /// Reads the model in a part, if it has not been read. Returns its index.
    fn model(&mut self, name: String) -> Result<usize, PlacedError> {
        if let Some(&index) = self.indices.get(&name) {
            return Ok(index);
        }
        let text = self.package.text(&name)?;
        self.budget.grow(text.len() as u64);
        let model = parse(&text, &name)?;
        let index = self.list.len();
        let unit = self.list.first().map_or(model.unit, |root| root.unit);
        if unit != model.unit {
            let what = format!("models in several units ({unit} and {})", model.unit);
            return Err(in_part(&name, 1, "", ReadErrorKind::Unsupported(what)));
        }
        self.list.push(model);
        self.indices.insert(name.clone(), index);
        self.names.push(name);
        Ok(index)
    }

    /// Returns the object to which a reference of a model refers, and reads its model if that is another one.
    fn target(
        &mut self,
        model: usize,
        reference: &Reference,
        inside: &str,
    ) -> Result<Key, PlacedError> {
        let &Reference { object, line, .. } = reference;
        let mut index = model;
        if let Some(path) = &reference.path {
            let shown = shown(path.as_bytes());
            if model != 0 {
                let what = format!("only the root model may refer to another one, such as {shown}");
                return Err(self.error(model, line, inside, what));
            }
            let Some(part) = self.package.part(path).map(str::to_owned) else {
                let what = format!("the model {shown} does not exist");
                return Err(self.error(model, line, inside, what));
            };
            index = self.model(part)?;
        }
        if !self.list[index].objects.contains_key(&object) {
            let what = format!("object {object} does not exist");
            return Err(self.error(model, line, inside, what));
        }
        Ok((index, object))
    }

    /// Checks the components of an object, and their components. The search needs no stack, however deep they are.
    fn check(&mut self, object: Key) -> Result<(), PlacedError> {
        if self.used.contains_key(&object) {
            return Ok(());
        }
        self.used.insert(object, false);
        let mut open = vec![(object, 0)];
        while let Some(last) = open.last_mut() {
            let (own, component) = *last;
            last.1 += 1;
            let reference = match self.object(own).map(|object| &object.shape) {
                Some(Shape::Components(list)) => list.get(component).cloned(),
                _ => None,
            };
            let Some(reference) = reference else {
                self.used.insert(own, true);
                open.pop();
                continue;
            };
            let (model, id) = own;
            let inside = format!(", object {id}, component {}", component + 1);
            let target = self.target(model, &reference, &inside)?;
            match self.used.get(&target) {
                Some(true) => {}
                Some(false) => {
                    let what = format!("object {} is a component of itself", target.1);
                    return Err(self.error(model, reference.line, &inside, what));
                }
                None => {
                    self.used.insert(target, false);
                    open.push((target, 0));
                }
            }
        }
        Ok(())
    }

    /// Returns the number of objects that the build does not use.
    pub(super) fn unused(&self) -> usize {
        let all = self.list.iter().map(|model| model.objects.len());
        all.sum::<usize>() - self.used.len()
    }

    /// Returns the number of parts of the package that are not read.
    pub(super) fn other_parts(&self) -> usize {
        let read: BTreeSet<String> = self
            .names
            .iter()
            .map(|name| name.to_ascii_lowercase())
            .collect();
        self.package
            .contents()
            .filter(|name| !read.contains(*name))
            .count()
    }

    /// Returns the name of the part of a model.
    pub(super) fn name(&self, model: usize) -> &str {
        &self.names[model]
    }
}
