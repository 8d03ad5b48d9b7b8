//! The results of the mutations (deliberate mistakes in the code): lines on standard output, and a record as CSV.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

/// The results of all mutations of a run.
pub(crate) struct Report {
    seed: u64,
    /// The options of the run beside the seed, such as ` --long`.
    options: String,
    rows: Vec<Row>,
}

/// The result of one mutation.
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) file: String,
    pub(crate) verdict: Verdict,
    pub(crate) seconds: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A test failed, so the mistake was detected.
    Killed {
        /// The name of the test that failed.
        by: String,
    },
    /// All tests passed, as the proof of equivalence says that they must.
    Equivalent,
    /// All tests passed although no proof says that they must: the tests do not detect the mistake.
    Survived,
    /// A test failed despite a proof of equivalence, so the proof is wrong.
    Refuted {
        /// The name of the test that failed.
        by: String,
    },
}

impl Verdict {
    pub(crate) fn of(seen_by: Option<String>, has_proof: bool) -> Self {
        match (seen_by, has_proof) {
            (Some(by), false) => Self::Killed { by },
            (Some(by), true) => Self::Refuted { by },
            (None, true) => Self::Equivalent,
            (None, false) => Self::Survived,
        }
    }

    /// Returns the verdict as one word, and the name of the test that failed (empty if all passed).
    fn words(&self) -> (&'static str, &str) {
        match self {
            Self::Killed { by } => ("killed", by),
            Self::Equivalent => ("equivalent", ""),
            Self::Survived => ("survived", ""),
            Self::Refuted { by } => ("refuted", by),
        }
    }
}

impl Report {
    pub(crate) fn new(seed: u64, options: String) -> Self {
        let rows = Vec::new();
        Self {
            seed,
            options,
            rows,
        }
    }

    /// Adds the result of a mutation to the report, and prints its line.
    pub(crate) fn add(&mut self, row: Row) {
        let (word, by) = row.verdict.words();
        println!("{word:<10} {:<40} {by}", row.id);
        self.rows.push(row);
    }

    /// Prints the numbers of mutations by verdict: killed (detected by a test), equivalent, survived (not detected) and
    /// refuted.
    pub(crate) fn sum_up(&self) {
        let counts = self.counts().map(|(word, count)| format!("{count} {word}"));
        println!("{} mutations: {}", self.rows.len(), counts.join(", "));
    }

    /// Returns `true` if every mutation was killed (detected by a test) or is equivalent.
    pub(crate) fn is_clean(&self) -> bool {
        let is_fine = |row: &Row| match row.verdict {
            Verdict::Killed { .. } | Verdict::Equivalent => true,
            Verdict::Survived | Verdict::Refuted { .. } => false,
        };
        self.rows.iter().all(is_fine)
    }

    fn counts(&self) -> [(&'static str, usize); 4] {
        ["killed", "equivalent", "survived", "refuted"].map(|word| {
            let rows = self.rows.iter();
            (
                word,
                rows.filter(|row| row.verdict.words().0 == word).count(),
            )
        })
    }

    /// Returns the record: the date, the command, the counts, an empty line, and one row per mutation.
    pub(crate) fn csv(&self, name: &str) -> String {
        let mut csv = String::new();
        let _ = writeln!(csv, "date,{}", today());
        let (seed, options) = (self.seed, &self.options);
        let _ = writeln!(
            csv,
            "command,cargo xtask mutations --seed {seed}{options} --record {name}"
        );
        let _ = writeln!(csv, "seed,{seed}");
        let _ = writeln!(csv, "mutations,{}", self.rows.len());
        for (word, count) in self.counts() {
            let _ = writeln!(csv, "{word},{count}");
        }
        let _ = writeln!(csv, "\nid,file,result,by,seconds");
        for row in &self.rows {
            let (word, by) = row.verdict.words();
            let (id, file, seconds) = (&row.id, &row.file, row.seconds);
            let _ = writeln!(csv, "{id},{file},{word},{by},{seconds:.1}");
        }
        csv
    }
}

/// Returns today's date in UTC, such as 2026-11-22.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs() / 86_400))
}

/// Returns the date of a day number; day 0 is 1970-01-01.
fn date(mut day: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_779), "2026-11-22");
    }

    #[test]
    fn a_proof_that_a_test_contradicts_is_refuted() {
        let seen = || Some(String::from("a test"));
        let by = String::from("a test");
        assert_eq!(Verdict::of(seen(), true), Verdict::Refuted { by });
        assert_eq!(Verdict::of(None, false), Verdict::Survived);
    }
}
