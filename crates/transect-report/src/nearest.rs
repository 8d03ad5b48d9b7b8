//! The nearest match of a misspelt name.

use strsim::normalized_damerau_levenshtein;

/// The least similarity of a suggested name to the misspelt name. The similarity is from 0 to 1; it is raised by this
/// constant if one name contains the other.
const ALIKE: f64 = 0.5;
/// The largest number of names that are compared with a misspelt name, so that finding the hint takes little time.
const NAMES: usize = 20_000;

/// Returns the most similar name, ignoring case, or `None` if no name is similar enough.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |name: &str| {
        let name = name.to_lowercase();
        let part = word.chars().count() >= 3 && (name.contains(&word) || word.contains(&name));
        normalized_damerau_levenshtein(&word, &name) + f64::from(u8::from(part)) * ALIKE
    };
    let alike = names
        .into_iter()
        .take(NAMES)
        .filter(|name| !name.is_empty())
        .map(|name| (likeness(name), name))
        .filter(|&(likeness, _)| likeness >= ALIKE);
    // If several names are equally similar, the first one is suggested.
    alike
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood_and_strangers_are_not() {
        let classes = ["IfcDoor", "IfcWall", "IfcWindow", "IfcSlab"];
        assert_eq!(nearest("IfcWal", classes), Some("IfcWall"));
        assert_eq!(nearest("ifcwindwo", classes), Some("IfcWindow"));
        assert_eq!(nearest("slab", classes), Some("IfcSlab"));
        assert_eq!(nearest("roof", classes), None);
        assert_eq!(nearest("", classes), None);
    }
}
