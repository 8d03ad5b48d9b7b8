//! Tests of access control: which requests are accepted, and which are rejected.

use crate::client::{Running, TOKEN, asset, options, showing};

fn headers(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let pairs = pairs.iter();
    pairs
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect()
}

fn example() -> Running {
    Running::new(&options(&[]))
}

#[test]
fn the_first_address_sets_a_cookie_that_lets_in() {
    let server = example();
    let host = server.address.to_string();
    let first = server.ask(
        "GET",
        &format!("/?token={TOKEN}"),
        &headers(&[("Host", &host)]),
        b"",
    );
    assert_eq!((first.status, first.header("location")), (303, Some("/")));
    let cookie = first.header("set-cookie").expect("a cookie");
    let (pair, rest) = cookie.split_once(';').expect("attributes");
    assert_eq!(rest, " HttpOnly; SameSite=Strict; Path=/");
    let (name, value) = pair.split_once('=').expect("a pair");
    assert_eq!(value, TOKEN);
    let digits = name.strip_prefix("transect_").expect("a prefix");
    assert!(
        digits.len() == 16 && digits.chars().all(|c| c.is_ascii_hexdigit()),
        "{name}"
    );
    let page = server.ask(
        "GET",
        "/",
        &headers(&[("Host", &host), ("Cookie", pair)]),
        b"",
    );
    assert_eq!(page.status, 200);
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'self';") && policy.contains("frame-ancestors 'none'"));
    assert_eq!(page.header("cache-control"), Some("no-store"));
}

#[test]
fn without_the_token_nobody_is_answered() {
    let server = example();
    let host = server.address.to_string();
    let name = server.cookie.split('=').next().expect("a name");
    let wrong = [
        String::new(),
        format!("{name}="),
        format!("{name}={}", &TOKEN[1..]),
        format!("{name}={TOKEN}x"),
        format!("transect_0000={TOKEN}"),
        format!("token={TOKEN}"),
    ];
    for cookie in &wrong {
        for path in [
            "/api/state",
            "/api/scene",
            "/",
            "/index.html",
            "/?token=wrong-token",
        ] {
            let request = server.ask(
                "GET",
                path,
                &headers(&[("Host", &host), ("Cookie", cookie)]),
                b"",
            );
            assert_eq!(request.status, 403, "{path} with {cookie:?}");
            assert!(request.header("set-cookie").is_none());
            let text = String::from_utf8_lossy(&request.body).into_owned();
            assert!(text.contains("token") && !text.contains(TOKEN), "{text}");
        }
    }
    // The token in an address is valid for the start page only.
    let path = format!("/api/state?token={TOKEN}");
    let request = server.ask("GET", &path, &headers(&[("Host", &host)]), b"");
    request.error(403);
}

#[test]
fn other_hosts_and_pages_are_refused_even_with_the_token() {
    let server = example();
    let port = server.address.port();
    let own = server.address.to_string();
    let cookie = server.cookie.clone();
    let request = |pairs: &[(&str, &str)]| {
        let all = [&[("Cookie", cookie.as_str())], pairs].concat();
        server.ask("GET", "/api/state", &headers(&all), b"").status
    };
    let evil = format!("evil.example:{port}");
    let origin = format!("http://{own}");
    let secure = format!("https://{own}");
    let neighbour = format!("http://127.0.0.1:{}", port.wrapping_add(1));
    assert_eq!(request(&[("Host", &own)]), 200);
    assert_eq!(
        request(&[
            ("Host", &own),
            ("Origin", &origin),
            ("Sec-Fetch-Site", "same-origin")
        ]),
        200
    );
    assert_eq!(
        request(&[("Host", "localhost:4321")]),
        200,
        "a tunnel has a port of its own"
    );
    for refused in [
        &[("Host", evil.as_str())][..],
        &[("Host", "192.0.2.7")],
        &[],
        &[("Host", &own), ("Host", &own)],
        &[("Host", &own), ("Origin", "http://evil.example")],
        &[("Host", &own), ("Origin", "null")],
        &[("Host", &own), ("Origin", &neighbour)],
        &[("Host", &own), ("Origin", &secure)],
        &[("Host", &own), ("Sec-Fetch-Site", "cross-site")],
        &[("Host", &own), ("Sec-Fetch-Site", "same-site")],
    ] {
        let status = request(refused);
        assert!(
            status == 403 || (refused.is_empty() && status == 400),
            "{refused:?}: {status}"
        );
    }
    // A request for the start page with a foreign host is rejected, too. Its response sets no cookie.
    let first = format!("/?token={TOKEN}");
    let given = server.ask("GET", &first, &headers(&[("Host", &evil)]), b"");
    assert_eq!((given.status, given.header("set-cookie")), (403, None));
}

#[test]
fn only_files_of_the_page_are_given() {
    let server = showing(&["small/stair.obj"]);
    let model = asset("small/stair.obj");
    let absolute = format!("/{}", model.display());
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/etc/passwd",
        "//etc/passwd",
        "/.git/config",
        "/src/lib.rs",
        "/assets/../../Cargo.toml",
        absolute.as_str(),
        "/nothing.js",
    ] {
        let request = server.get(path);
        assert!(
            matches!(request.status, 400 | 404),
            "{path}: {}",
            request.status
        );
    }
    server.get("/api/nothing").error(404);
    server.get("/api/section").error(405);
    server.post("/api/state", &serde_json::json!({})).error(405);
    server
        .get("/api/export/..%2f..%2fCargo.toml?plane=z%3D1")
        .error(404);
}
