//! The nearest match of a misspelt name.

use datafusion::common::utils::datafusion_strsim::normalized_levenshtein;

/// The least similarity of a suggested name to the misspelt name, from 0 to 1.
const ALIKE: f64 = 0.5;

/// Returns the most similar name, ignoring case, or `None` if no name is similar enough. If several names are equally
/// similar, it is the first one.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let alike = names
        .into_iter()
        .map(|name| (normalized_levenshtein(&word, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= ALIKE);
    let best = alike.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_understood_and_strangers_are_not() {
        let names = ["xmin", "xmax", "Height"];
        assert_eq!(nearest("xmni", names), Some("xmin"));
        assert_eq!(nearest("heigth", names), Some("Height"));
        assert_eq!(nearest("color", names), None);
        assert_eq!(nearest("x", []), None);
    }
}
