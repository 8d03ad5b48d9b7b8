//! Ids in drawings, which must differ if a page has several of them.

/// Returns the text of an SVG drawing in which all ids, and the references to them, begin with a prefix.
///
/// Only tags are changed: names of objects may contain any text, but no raw `<`, and no raw quotes in attributes.
pub(super) fn prefixed(svg: &str, prefix: &str) -> String {
    let mut text = String::with_capacity(svg.len() + svg.len() / 8);
    for (index, part) in svg.split('<').enumerate() {
        if index == 0 {
            text += part;
            continue;
        }
        let (tag, rest) = part.split_at(part.find('>').unwrap_or(part.len()));
        let tag = tag.replace(" id=\"", &format!(" id=\"{prefix}-"));
        let tag = tag.replace("=\"url(#", &format!("=\"url(#{prefix}-"));
        text.push('<');
        text += &tag.replace("href=\"#", &format!("href=\"#{prefix}-"));
        text += rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::prefixed;

    #[test]
    fn ids_and_references_get_the_prefix_and_text_does_not() {
        let svg = "<svg><pattern id=\"h\"/><g id=\"a\" fill=\"url(#h)\"><use xlink:href=\"#a\"/>\
                   <title> id=\"x\" url(#h) &gt;</title></g></svg>";
        assert_eq!(
            prefixed(svg, "p2"),
            "<svg><pattern id=\"p2-h\"/><g id=\"p2-a\" fill=\"url(#p2-h)\"><use xlink:href=\"#p2-a\"/>\
             <title> id=\"x\" url(#h) &gt;</title></g></svg>"
        );
    }
}
