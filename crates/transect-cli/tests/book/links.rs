//! Tests of links and pictures in the book: targets exist, and pictures have descriptions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::markdown::{pages, prose, root, text};

/// A link or a picture: its text in brackets and its target in parentheses.
struct Link<'a> {
    words: &'a str,
    target: &'a str,
    picture: bool,
}

fn links(line: &str) -> Vec<Link<'_>> {
    let mut links = Vec::new();
    for (middle, _) in line.match_indices("](") {
        let Some(start) = line[..middle].rfind('[') else {
            continue;
        };
        let Some(length) = line[middle..].find(')') else {
            continue;
        };
        links.push(Link {
            words: &line[start + 1..middle],
            target: &line[middle + 2..middle + length],
            picture: line[..start].ends_with('!'),
        });
    }
    links
}

/// Returns the anchor of a heading, by the rules of Git hosts and mdBook.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then_some(c),
    });
    letters.flat_map(char::to_lowercase).collect()
}

fn anchors(page: &Path) -> BTreeSet<String> {
    let text = text(page);
    let headings = prose(&text).filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect()
}

fn all_pages() -> impl Iterator<Item = PathBuf> {
    ["", "assets", "docs", "fuzz"].into_iter().flat_map(pages)
}

#[test]
fn links_lead_somewhere_and_pictures_have_words() {
    let mut seen = 0;
    for page in all_pages() {
        let text = text(&page);
        let folder = page.parent().expect("pages lie in a folder");
        for link in prose(&text).flat_map(links) {
            let place = format!("{}: {}", page.display(), link.target);
            assert!(!link.words.is_empty(), "{place} has no words");
            if link.target.contains("://") {
                continue;
            }
            let (path, anchor) = link.target.split_once('#').unwrap_or((link.target, ""));
            let target = if path.is_empty() {
                page.clone()
            } else {
                folder.join(path)
            };
            assert!(target.exists(), "{place} is not there");
            assert!(
                anchor.is_empty() || anchors(&target).contains(anchor),
                "{place} has no such heading"
            );
            if link.picture {
                let words = link.words.split(' ').count();
                assert!(
                    words >= 5,
                    "{place}: describe the picture in at least five words"
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} links");
}

/// mdBook renders only `docs`. So the book must not link to pages outside of this folder.
#[test]
fn the_book_holds_each_chapter_and_links_only_to_itself() {
    let summary = text(&root().join("docs/SUMMARY.md"));
    let chapters: BTreeSet<&str> = prose(&summary)
        .flat_map(links)
        .map(|link| link.target)
        .collect();
    for page in pages("docs") {
        let name = page.file_name().expect("a name").to_string_lossy();
        assert!(
            name == "SUMMARY.md" || chapters.contains(name.as_ref()),
            "{name} is not in docs/SUMMARY.md"
        );
        let text = text(&page);
        for link in prose(&text).flat_map(links) {
            assert!(
                !link.target.starts_with(".."),
                "{name}: {} is not in the book",
                link.target
            );
        }
    }
}

/// The landing page has the parts and the pages of the table of contents, in the same order.
#[test]
fn the_landing_page_is_the_table_of_contents() {
    let contents = |name: &str, heading: &str| {
        let text = text(&root().join("docs").join(name));
        let mut lines = Vec::new();
        for line in prose(&text) {
            lines.extend(line.strip_prefix(heading).map(String::from));
            // An entry of the list begins with its link.
            let entry = line.strip_prefix("* ").or_else(|| line.strip_prefix("- "));
            let first = entry.and_then(|entry| links(entry).into_iter().next());
            lines.extend(first.map(|link| link.target.to_owned()));
        }
        lines
    };
    let mut parts = contents("SUMMARY.md", "# ");
    assert_eq!(parts.remove(0), "Summary");
    assert!(parts.len() > 20, "{parts:?}");
    assert_eq!(contents("README.md", "## "), parts);
}
