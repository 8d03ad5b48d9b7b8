//! Searches the project's prose for phrases that it must not contain. Each match is reported with its file, its line
//! and a better phrase.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use walkdir::WalkDir;

/// A pattern of a bad phrase, the place where the pattern applies, and what to write instead.
struct Rule {
    pattern: &'static str,
    place: Place,
    instead: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Prose: comments, Markdown outside code blocks, and strings.
    Prose,
    /// The first line of a doc comment.
    DocStart,
}

const RULES: [Rule; 12] = [
    Rule {
        pattern: r"^(What|Whether|How|Which|Where|Who|Why|When)\b",
        place: Place::DocStart,
        instead: "begin with a noun phrase, or with a verb in the third person",
    },
    Rule {
        pattern: r"\b(is|are|was|were|be) (none|nothing but)\b",
        place: Place::Prose,
        instead: "name the thing that is missing, or say \"is not a …\"",
    },
    Rule {
        pattern: r"\b(is|are|was) no (box|boxes|plane|planes|number|numbers|float|floats|coordinate|point|file|folder|mesh|surface|triangle|index|row|table|normal|null|fact|JSON|error|error|hole|name|equation|shape|frustum|region|axis)\b",
        place: Place::Prose,
        instead: "\"is not a …\"",
    },
    Rule {
        pattern: r"\b(is|are|was|were|be|been|being) told\b",
        place: Place::Prose,
        instead: "\"is reported\", \"is classified\"",
    },
    Rule {
        pattern: r"\b(tell|tells|telling|told) (\w+ )?apart\b",
        place: Place::Prose,
        instead: "distinguish, classify",
    },
    Rule {
        pattern: r"\b(a|an|one) (slice|row|line|word|bit|number|byte|file|name|id|box|object|entry|column|digit|count|letter|item|step) (a|an) (axis|row|object|box|plane|line|vector|word|block|call|file|node|triangle|vertex|question|shape|lane|leaf)\b",
        place: Place::Prose,
        instead: "\"one … per …\"",
    },
    Rule {
        pattern: r"\bin silence\b",
        place: Place::Prose,
        instead: "silently",
    },
    Rule {
        pattern: r"\b(lie|lies|lying|stand|stands) to (a|the|one|each|this|another) (plane|region|other|frustum)\b",
        place: Place::Prose,
        instead: "\"the relation of … to …\"",
    },
    Rule {
        pattern: r"\b(nobody|no one) (has|is|asks|knows|reads|sees)\b",
        place: Place::Prose,
        instead: "say who does what",
    },
    Rule {
        pattern: r"\b(turned|slanted) box(es)?\b",
        place: Place::Prose,
        instead: "oriented box; parallelepiped",
    },
    Rule {
        pattern: r"\b(is|are) asked (of|for|about|whether|one)\b",
        place: Place::Prose,
        instead: "name the function that is called, or the value that is computed",
    },
    Rule {
        pattern: r"\b(one|those|that) that (is|are) (none|not)\b",
        place: Place::Prose,
        instead: "repeat the noun: \"an invalid plane\"",
    },
];

/// Folders and files that are not searched: they hold no prose of this project, or quote bad phrases.
const LEFT_OUT: [&str; 8] = [
    "target",
    "node_modules",
    ".git",
    "dist",
    "checks/words",
    "benchmarks/record",
    "assets",
    "conformance",
];

#[test]
fn old_turns_of_phrase_do_not_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rules = RULES.map(|rule| (Regex::new(rule.pattern).expect("a pattern"), rule));
    let mut found = Vec::new();
    let mut files = 0;
    for path in files_below(&root) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        files += 1;
        let name = path.strip_prefix(&root).unwrap_or(&path).display();
        for line in prose(&path, &text) {
            for (pattern, rule) in &rules {
                let applies = rule.place == Place::Prose || line.begins_doc;
                if let Some(hit) = pattern.find(&line.text).filter(|_| applies) {
                    let (number, words) = (line.number, hit.as_str());
                    found.push(format!("{name}:{number}: \"{words}\": {}", rule.instead));
                }
            }
        }
    }
    assert!(files > 300, "only {files} files were read");
    assert!(
        found.is_empty(),
        "{} places:\n{}",
        found.len(),
        found.join("\n")
    );
}

fn files_below(root: &Path) -> Vec<PathBuf> {
    let kept = |path: &Path| {
        let inner = path.strip_prefix(root).unwrap_or(path);
        !LEFT_OUT.iter().any(|left| inner.ends_with(left))
    };
    let all = WalkDir::new(root).sort_by_file_name().into_iter();
    let entries = all.filter_entry(|entry| kept(entry.path())).flatten();
    let endings = ["rs", "md", "ts", "css", "html", "toml"];
    let is_text = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| endings.contains(&ending))
    };
    entries
        .map(walkdir::DirEntry::into_path)
        .filter(is_text)
        .collect()
}

/// A line of prose. If it is a comment, its comment marks are removed.
struct Line {
    number: usize,
    text: String,
    begins_doc: bool,
}

/// Returns the lines that people read. In Markdown, these are the lines outside code blocks; in source code, comments
/// and string literals.
fn prose(path: &Path, text: &str) -> Vec<Line> {
    let is_markdown = path.extension().is_some_and(|ending| ending == "md");
    let mut lines = Vec::new();
    let (mut in_code, mut in_doc) = (false, false);
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let comment = ["///", "//!", "//", "#", "* ", "/* "]
            .iter()
            .find_map(|mark| trimmed.strip_prefix(mark));
        let is_doc = trimmed.starts_with("///") || trimmed.starts_with("//!");
        let content = match comment {
            _ if is_markdown => trimmed.to_owned(),
            Some(rest) => rest.trim().to_owned(),
            None => strings(trimmed),
        };
        if content.starts_with("```") {
            in_code = !in_code;
        } else if !in_code && !content.is_empty() {
            let begins_doc = is_doc && !in_doc;
            lines.push(Line {
                number: index + 1,
                text: content,
                begins_doc,
            });
        }
        in_doc = is_doc;
        if !is_doc && !is_markdown {
            in_code = false;
        }
    }
    lines
}

/// Returns the string literals of a line of code.
fn strings(line: &str) -> String {
    line.split('"')
        .skip(1)
        .step_by(2)
        .collect::<Vec<_>>()
        .join(" ")
}
