//! Tables of text with other separators, comments, or without names.

use crate::command::{answer, failure, folder};

fn write(folder: &tempfile::TempDir, name: &str, text: &str) {
    std::fs::write(folder.path().join(name), text).expect("a file");
}

#[test]
fn other_separators_are_refused_and_read_on_demand() {
    let folder = folder();
    write(&folder, "s.csv", "x;y;z\n1;2;3\n4;5;6.5\n");
    write(&folder, "decimal.csv", "x;y;z\n1,5;2;3\n");
    write(&folder, "bars.csv", "x|y|z\n1|2|3\n");
    write(&folder, "tabs.csv", "x\ty\tz\n1\t2\t3\n");
    write(&folder, "c.tsv", "x,y,z\n1,2,3\n");
    for (file, plural, separator) in [
        ("s.csv", "semicolons", ";"),
        ("decimal.csv", "semicolons", ";"),
        ("bars.csv", "bars", "|"),
        ("tabs.csv", "tabs", "\\t"),
        ("c.tsv", "commas", ","),
    ] {
        assert_eq!(
            failure(folder.path(), &[&format!("SELECT count(*) FROM '{file}'")]),
            format!(
                "error: {file}: the values are separated by {plural}\n\
                hint: read_csv('…', delim = '{separator}') reads such a table\n"
            )
        );
        let sql = format!(
            "SELECT z, y FROM read_csv('{file}', delim = '{separator}') ORDER BY z LIMIT 1"
        );
        assert_eq!(
            answer(folder.path(), &["--csv", &sql]),
            "z,y\n3,2\n".replace(
                "3,2",
                match file {
                    "s.csv" => "3.0,2",
                    _ => "3,2",
                }
            )
        );
    }
    // The same file with two separators, in one statement.
    let sql = "SELECT plane_side('z = 3', a.x, a.y, a.z) AS side, b.* FROM read_csv('s.csv', delim := ';') a \
        CROSS JOIN read_csv('s.csv', delim => ':', header = true) AS b ORDER BY 1, 2";
    assert_eq!(
        answer(folder.path(), &["--csv", sql]),
        "side,x;y;z\nfront,1;2;3\nfront,4;5;6.5\non,1;2;3\non,4;5;6.5\n"
    );
    // One column of text with semicolons in its values, not in its name, is a table.
    write(&folder, "one.csv", "text\na;b\n");
    let one = ["--csv", "SELECT * FROM 'one.csv'"];
    assert_eq!(answer(folder.path(), &one), "text\na;b\n");
}

#[test]
fn comments_are_refused_and_left_out_on_demand() {
    let folder = folder();
    write(&folder, "c.csv", "# survey\nx,y\n1,2\n# a,b\n3,4\n");
    assert_eq!(
        failure(folder.path(), &["SELECT sum(x) FROM 'c.csv'"]),
        "error: c.csv: the first line begins with #, and must name the columns\n\
        hint: read_csv('…', comment = '#') leaves such lines out\n"
    );
    let sql = "SELECT sum(x) AS s FROM read_csv('c.csv', comment = '#')";
    assert_eq!(answer(folder.path(), &["--csv", sql]), "s\n4\n");
}

/// The first row was taken for names, and was missing in each answer.
#[test]
fn a_first_line_of_numbers_is_not_a_line_of_names() {
    let folder = folder();
    write(&folder, "n.csv", "1,2.5\n3,4\n");
    let message = failure(folder.path(), &["SELECT count(*) FROM 'n.csv'"]);
    assert!(
        message
            .starts_with("error: n.csv: the first line has numbers, and must name the columns\n"),
        "{message}"
    );
    for (header, rows) in [
        ("header = false", "n\n2\n"),
        ("header = true", "n\n1\n"),
        ("HEADER = FALSE, delim = ','", "n\n2\n"),
    ] {
        let sql = format!("SELECT count(*) AS n FROM read_csv('n.csv', {header})");
        assert_eq!(answer(folder.path(), &["--csv", &sql]), rows);
    }
    let sql = "SELECT sum(column_2) AS s FROM read_csv('n.csv', header = false)";
    assert_eq!(answer(folder.path(), &["--csv", sql]), "s\n6.5\n");
}

#[test]
fn readers_take_files_and_refuse_what_they_do_not_know() {
    let folder = folder();
    write(&folder, "p.csv", "x,y\n1,2\n3,4\n");
    let parquet = folder.path().join("p.parquet");
    let arguments = [
        "--parquet",
        &parquet.to_string_lossy(),
        "SELECT * FROM 'p.csv'",
    ];
    answer(folder.path(), &arguments);
    for table in [
        "read_csv('p.csv')",
        "READ_CSV_AUTO('p.csv')",
        "read_parquet('p.parquet')",
        "read_parquet('*.parquet') AS t",
    ] {
        for (before, after) in [
            ("", ""),
            ("SELECT * FROM (", ")"),
            ("WITH t AS (", ") SELECT * FROM t"),
        ] {
            let sql = format!("{before}SELECT sum(y) AS s FROM {table}{after}");
            assert_eq!(answer(folder.path(), &["--csv", &sql]), "s\n6\n", "{sql}");
        }
    }
    for (table, message) in [
        ("read_csv()", "the first argument of read_csv is a file, "),
        ("read_csv(x)", "the first argument of read_csv is a file, "),
        (
            "read_csv('p.csv', delim = ';;')",
            "read_csv: delim = ';;' is not an option\nhint: the options are ",
        ),
        ("read_csv('p.csv', ';')", "read_csv: ';' is not an option\n"),
        (
            "read_csv('p.csv', nullstr = 'NA')",
            "read_csv: nullstr is not supported\nhint: use NULLIF",
        ),
        (
            "read_parquet('p.parquet', filename = true)",
            "read_parquet has no options: filename = true\n",
        ),
        (
            "read_csv('p.parquet', delim = ';')",
            "p.parquet: a Parquet file has no options\n",
        ),
        (
            "read_csv('none.csv', delim = ';')",
            "none.csv: no such file or folder\n",
        ),
    ] {
        let found = failure(folder.path(), &[&format!("SELECT * FROM {table}")]);
        assert!(
            found.starts_with(&format!("error: {message}")),
            "{table}: {found}"
        );
    }
}
