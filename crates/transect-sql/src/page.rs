//! The documentation of a function.

use datafusion::logical_expr::{DocSection, Documentation};

/// The documentation of a function.
#[derive(Debug)]
pub(crate) struct Page {
    /// The name of the function in SQL.
    pub(crate) name: &'static str,
    /// The calls with the names of their arguments.
    pub(crate) calls: &'static [&'static str],
    /// The meaning of the result.
    pub(crate) summary: &'static str,
    /// The type of the result.
    pub(crate) result: &'static str,
    /// The rows whose result is NULL.
    pub(crate) null: &'static str,
    /// The inputs that are errors.
    pub(crate) errors: &'static str,
    /// A statement that can be run.
    pub(crate) example: &'static str,
    /// The output of the command for the example.
    pub(crate) answer: &'static str,
}

impl Page {
    /// Returns the documentation for the engine, which lists it.
    pub(crate) fn documentation(&self) -> Documentation {
        let section = DocSection {
            include: true,
            label: "Planes and regions",
            description: None,
        };
        let call = self.calls.first().copied().unwrap_or(self.name);
        Documentation::builder(section, self.summary, call).build()
    }

    /// Adds the documentation to a page of Markdown.
    pub(crate) fn write(&self, page: &mut String) {
        *page += &format!(
            "\n## {}\n\n```sql\n{}\n```\n\n",
            self.name,
            self.calls.join("\n")
        );
        *page += &wrapped(self.summary);
        *page += "\n";
        *page += &wrapped(&format!("* Result: {}.", self.result));
        *page += &wrapped(&format!("* NULL: {}", self.null));
        *page += &wrapped(&format!("* Errors: {}", self.errors));
        let answer = self.answer.trim_matches('\n');
        *page += &format!(
            "\n```sql\n{}\n```\n\n```text\n{answer}\n```\n",
            self.example
        );
    }
}

/// Returns the text in lines of at most 120 letters. If it begins with `* `, the other lines are indented.
fn wrapped(text: &str) -> String {
    let indent = if text.starts_with("* ") { "  " } else { "" };
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > 120 {
            lines += "\n";
            lines += indent;
            length = indent.len();
        } else if length > 0 {
            lines += " ";
            length += 1;
        }
        lines += word;
        length += letters;
    }
    lines + "\n"
}
