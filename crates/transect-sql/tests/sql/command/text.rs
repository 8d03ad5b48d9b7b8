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
            "read_csv('p.csv', nullstr = 7)",
            "read_csv: nullstr = 7 is not an option\nhint: the options are ",
        ),
        (
            "read_parquet('p.parquet', nullstr = 'NA')",
            "read_parquet: nullstr = 'NA' is not an option\nhint: the option is filename",
        ),
        (
            "read_parquet('p.parquet', filename = 'f')",
            "read_parquet: filename = 'f' is not an option\nhint: the option is filename",
        ),
        (
            "read_csv('p.parquet', delim = ';')",
            "p.parquet: a Parquet file has no options of text\n",
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

/// Numbers with blanks made their columns text, so that `max` compared words.
#[test]
fn blanks_around_numbers_and_names_do_not_count() {
    let folder = folder();
    let one = |table: &str| {
        let sql =
            format!("SELECT sum(x) AS x, max(y) AS y, sum(z) AS z, max(name) AS n FROM {table}");
        answer(folder.path(), &["--csv", &sql])
    };
    let sums = "x,y,z,n\n11,9.5,3.0, b\n";
    write(
        &folder,
        "p.csv",
        "x, y , z, name\n1, 9.5 ,1, a\n10,\t-8, +2e0, b\n",
    );
    assert_eq!(one("'p.csv'"), sums);
    write(
        &folder,
        "q.csv",
        "x, y , z, name\r\n1, 9.5 ,1, a\r\n\r\n10, -8, 2.0, b\r\n",
    );
    assert_eq!(one("'q.csv'"), sums);
    assert_eq!(
        one("'[pq].csv'"),
        sums.replace("11", "22").replace("3.0", "6.0")
    );
    write(
        &folder,
        "s.csv",
        "# scan\nx ; y;z; name\n1; 9.5;1; a\n#\n10;-8; 2 ; b\n",
    );
    assert_eq!(
        one("read_csv('s.csv', delim = ';', comment = '#')"),
        sums.replace("3.0", "3")
    );
    let side = "SELECT plane_side('y = 9.5', x, y, z) AS side FROM 'p.csv'";
    assert_eq!(answer(folder.path(), &["--csv", side]), "side\non\nback\n");
    let none = failure(folder.path(), &["SELECT sum(name) FROM 'p.csv'"]);
    assert!(none.starts_with("error: "), "{none}");
}

/// A cell with blanks only is NULL among numbers, wherever it is, and a text with blanks stays what it is.
#[test]
fn cells_with_blanks_only_are_null_among_numbers() {
    let folder = folder();
    let rows: String = (0..1500).map(|row| format!("{row},{row}.5,a\n")).collect();
    let early = format!("x,y,name\n ,\t,  \n{rows}");
    let late = format!("x,y,name\n{rows}, ,  \n, 7,  \n");
    for (name, text, counts) in [
        ("early.csv", early, "1500,1500,1501"),
        ("late.csv", late, "1500,1501,1502"),
    ] {
        write(&folder, name, &text);
        let sql = format!(
            "SELECT count(x) AS x, count(y) AS y, count(name) AS name FROM '{name}'; \
            SELECT count(*) AS n FROM '{name}' WHERE x >= 1000 AND y < 1000000 AND name = 'a'"
        );
        assert_eq!(
            answer(folder.path(), &["--csv", &sql]),
            format!("x,y,name\n{counts}\nn\n500\n"),
            "{name}"
        );
    }
}

#[test]
fn a_name_of_two_columns_is_refused() {
    let folder = folder();
    for text in ["x,y,x\n1,2,3\n", "x, x\n1,2\n"] {
        write(&folder, "p.csv", text);
        for table in ["'p.csv'", "read_csv('p.csv', header = true)"] {
            let message = failure(folder.path(), &[&format!("SELECT count(*) FROM {table}")]);
            assert_eq!(
                message,
                "error: p.csv: the first line names the column x more than once\n"
            );
        }
    }
    let sql = "SELECT count(*) AS n FROM read_csv('p.csv', header = false)";
    assert_eq!(answer(folder.path(), &["--csv", sql]), "n\n2\n");
}

#[test]
fn long_digits_stay_text() {
    let folder = folder();
    write(
        &folder,
        "p.csv",
        "id,x\n 12345678901234567891,1\n 2,nan\n 3,-inf\n",
    );
    let sql =
        "SELECT max(id) AS id, count(*) FILTER (WHERE isnan(x)) AS n, min(x) AS x FROM 'p.csv'";
    assert_eq!(
        answer(folder.path(), &["--csv", sql]),
        "id,n,x\n 3,1,-inf\n"
    );
}

#[test]
fn words_for_null_are_an_option() {
    let folder = folder();
    let text =
        "x,day,ok,name\nNA,2026-01-02,true,NA\n1,NA,NA,b\n-, - ,-,-\n2.5,2026-01-01,false,c.d\n";
    write(&folder, "p.csv", text);
    let sql = "SELECT count(*) AS n, sum(x) AS x, count(day) AS days, min(day) AS day, count(ok) AS ok, \
        count(name) AS names FROM read_csv('p.csv', nullstr = ['NA', '-'])";
    assert_eq!(
        answer(folder.path(), &["--csv", sql]),
        "n,x,days,day,ok,names\n4,3.5,2,2026-01-01,2,2\n"
    );
    let sql = "SELECT plane_side('x = 1', x, 0, 0) AS side FROM read_csv('p.csv', nullstr = ['NA', '-']) \
        WHERE x IS NOT NULL ORDER BY x";
    assert_eq!(answer(folder.path(), &["--csv", sql]), "side\non\nfront\n");
    // Letters of regular expressions are letters, and one word leaves the other one.
    let sql = "SELECT count(name) AS n, max(x) AS x FROM read_csv('p.csv', nullstr = 'c.d')";
    assert_eq!(answer(folder.path(), &["--csv", sql]), "n,x\n3,NA\n");
    let rows: String = (0..1500).map(|row| format!("{row}\n")).collect();
    write(&folder, "late.csv", &format!("x\n{rows}NA\n1.5\n"));
    let sql = "SELECT count(x) AS n, sum(x) AS s FROM read_csv('late.csv', nullstr = 'NA')";
    assert_eq!(
        answer(folder.path(), &["--csv", sql]),
        "n,s\n1501,1124251.5\n"
    );
}

/// The engine divides files of more than 10 MB at ends of lines.
#[test]
fn cells_may_have_several_lines() {
    let folder = folder();
    let rows = 300_000;
    let mut text = String::from("id,note,x\n");
    for id in 0..rows {
        let note = match id % 2 {
            0 => "plain",
            _ => "\"one line\n7,\"\"two\"\",9, to fill the rest of a large file\"",
        };
        text += &format!("{id},{note},{}\n", id % 7);
    }
    assert!(text.len() > 10 << 20);
    write(&folder, "lines.csv", &text);
    let sql = "SELECT count(*) AS n, sum(id) AS ids, sum(x) AS x FROM 'lines.csv'";
    let [ids, x]: [u64; 2] = [(0..rows).sum(), (0..rows).map(|id| id % 7).sum()];
    assert_eq!(
        answer(folder.path(), &["--csv", sql]),
        format!("n,ids,x\n{rows},{ids},{x}\n")
    );
}

#[test]
fn cells_without_an_end_are_named() {
    let folder = folder();
    for (text, line) in [
        ("x,y\n1,2\n3,\"4\n5,6\n7,8\n", Some(3)),
        ("x,\"y\n1,2\n", Some(1)),
        ("x,y\n\"a\nb\",1\n\"c\"\"\n,2\n", Some(4)),
        ("x,y\n\"a\"\"\",1\nb\",2\n", None),
    ] {
        write(&folder, "t.csv", text);
        let sql = ["--csv", "SELECT count(*) AS n FROM 't.csv'"];
        match line {
            Some(line) => assert_eq!(
                failure(folder.path(), &sql),
                format!(
                    "error: t.csv, line {line}: the cell begins with a quotation mark and has none at its end\n\
                    hint: within a cell in quotation marks, each of them is written twice\n"
                )
            ),
            None => assert_eq!(answer(folder.path(), &sql), "n\n2\n"),
        }
    }
}
