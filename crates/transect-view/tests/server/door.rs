//! The cases of access control, as tables: each row is a request, and the status that it must get.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Running, TOKEN, asset, options, showing};

/// A request: a method, a path, and headers. `{own}` in a text is the address of the server, `{port}` its port, `{name}`
/// the name of its cookie and `{token}` its token.
struct Case {
    method: &'static str,
    path: &'static str,
    headers: &'static [(&'static str, &'static str)],
    statuses: &'static [u16],
}

/// The name and the value of a header.
type Header = (&'static str, &'static str);

const HOST: (&str, &str) = ("Host", "{own}");
const COOKIE: (&str, &str) = ("Cookie", "{name}={token}");
const FINE: &[u16] = &[200];
const REFUSED: &[u16] = &[403];
const BAD: &[u16] = &[400];

const fn get(
    path: &'static str,
    headers: &'static [(&'static str, &'static str)],
    statuses: &'static [u16],
) -> Case {
    Case {
        method: "GET",
        path,
        headers,
        statuses,
    }
}

/// Requests for `/api/state` with the right cookie and these hosts.
const HOSTS: &[(&str, &[u16])] = &[
    ("{own}", FINE),
    ("localhost", FINE),
    ("localhost:{port}", FINE),
    ("LOCALHOST:{port}", FINE),
    ("LocalHost:1", FINE),
    ("localhost:65535", FINE),
    ("127.0.0.1", FINE),
    ("127.0.0.1:{port}", FINE),
    ("127.0.0.1:9", FINE),
    ("127.1.2.3:{port}", FINE),
    ("[::1]", FINE),
    ("[::1]:{port}", FINE),
    ("evil.example", REFUSED),
    ("evil.example:{port}", REFUSED),
    ("localhost.evil.example", REFUSED),
    ("localhost.evil.example:{port}", REFUSED),
    ("evil.localhost", REFUSED),
    ("127.0.0.1.evil.example", REFUSED),
    ("127.0.0.1.:{port}", REFUSED),
    ("192.0.2.7", REFUSED),
    ("192.168.0.1:{port}", REFUSED),
    ("10.0.0.1", REFUSED),
    ("0.0.0.0:{port}", REFUSED),
    ("[::]:{port}", REFUSED),
    ("[::2]:{port}", REFUSED),
    ("[fe80::1]:{port}", REFUSED),
    ("[::1", REFUSED),
    ("::1]", REFUSED),
    ("localhost:", REFUSED),
    ("localhost:x", REFUSED),
    ("localhost:65536", REFUSED),
    ("localhost:-1", REFUSED),
    (":{port}", REFUSED),
    ("user@localhost", REFUSED),
    ("user@localhost:{port}", REFUSED),
    ("localhost/", REFUSED),
    ("localhost#", REFUSED),
    ("localhost localhost", REFUSED),
    ("localhost,evil.example", REFUSED),
    ("2130706433", REFUSED),
    ("0x7f000001", REFUSED),
    ("127.1", REFUSED),
    ("", REFUSED),
    ("http://localhost", REFUSED),
];

/// Requests for `/api/state` with the right cookie and host, and these further headers.
const SENDERS: &[(&[Header], &[u16])] = &[
    (&[("Origin", "http://{own}")], FINE),
    (&[("Origin", "HTTP://{own}")], REFUSED),
    (&[("Origin", "https://{own}")], REFUSED),
    (&[("Origin", "null")], REFUSED),
    (&[("Origin", "")], REFUSED),
    (&[("Origin", "http://evil.example")], REFUSED),
    (&[("Origin", "http://evil.example:{port}")], REFUSED),
    (&[("Origin", "http://127.0.0.1")], REFUSED),
    (&[("Origin", "http://127.0.0.1:1")], REFUSED),
    (&[("Origin", "http://localhost:{port}")], REFUSED),
    (&[("Origin", "http://{own}.evil.example")], REFUSED),
    (&[("Origin", "http://{own}/")], REFUSED),
    (&[("Origin", "http://user@{own}")], REFUSED),
    (&[("Origin", "file://")], REFUSED),
    (&[("Origin", "chrome-extension://abc")], REFUSED),
    (
        &[
            ("Origin", "http://{own}"),
            ("Origin", "http://evil.example"),
        ],
        REFUSED,
    ),
    (&[("Sec-Fetch-Site", "same-origin")], FINE),
    (&[("Sec-Fetch-Site", "none")], FINE),
    (&[("Sec-Fetch-Site", "same-site")], REFUSED),
    (&[("Sec-Fetch-Site", "cross-site")], REFUSED),
    (&[("Sec-Fetch-Site", "nonsense")], REFUSED),
    (&[("Sec-Fetch-Site", "")], REFUSED),
    (&[("Sec-Fetch-Site", "SAME-ORIGIN")], REFUSED),
    (
        &[
            ("Sec-Fetch-Site", "same-origin"),
            ("Origin", "http://evil.example"),
        ],
        REFUSED,
    ),
    (
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", "http://{own}")],
        REFUSED,
    ),
    (
        &[
            ("Sec-Fetch-Site", "same-origin"),
            ("Origin", "http://{own}"),
        ],
        FINE,
    ),
    (
        &[
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", "iframe"),
            ("Sec-Fetch-Site", "cross-site"),
        ],
        REFUSED,
    ),
];

/// Requests for `/api/state` with the right host and these cookies.
const COOKIES: &[(&str, &[u16])] = &[
    ("{name}={token}", FINE),
    ("a=b; {name}={token}", FINE),
    ("{name}={token}; a=b", FINE),
    ("a=b;{name}={token}", FINE),
    ("{name}=wrong; {name}={token}", FINE),
    ("", REFUSED),
    ("{name}", REFUSED),
    ("{name}=", REFUSED),
    ("={token}", REFUSED),
    ("{token}", REFUSED),
    ("{name}={token}x", REFUSED),
    ("{name}=x{token}", REFUSED),
    ("{name}x={token}", REFUSED),
    ("x{name}={token}", REFUSED),
    ("transect_{port}={token}", REFUSED),
    ("transect={token}", REFUSED),
    ("token={token}", REFUSED),
    ("{name}=\"{token}\"", REFUSED),
    ("{name}={token}%20", REFUSED),
    ("{name}=the-token-of-the-tests_1", REFUSED),
    ("{name}=THE-TOKEN-OF-THE-TESTS_0", REFUSED),
];

/// Requests with these methods, paths and headers.
const CASES: &[Case] = &[
    get("/?token={token}", &[HOST], &[303]),
    get("/?a=b&token={token}", &[HOST], &[303]),
    get("/?token={token}&a=b", &[HOST], &[303]),
    get("/?token=wrong&token={token}", &[HOST], &[303]),
    get("/?token=", &[HOST], REFUSED),
    get("/?token=wrong", &[HOST], REFUSED),
    get("/?token={token}x", &[HOST], REFUSED),
    get("/?TOKEN={token}", &[HOST], REFUSED),
    get("/?xtoken={token}", &[HOST], REFUSED),
    get("/?code=", &[HOST], REFUSED),
    get("/?code={token}", &[HOST], REFUSED),
    get("/?code=00000000000000000000000000000000", &[HOST], REFUSED),
    get("/index.html?token={token}", &[HOST], REFUSED),
    get("/api/state?token={token}", &[HOST], REFUSED),
    get("//?token={token}", &[HOST], &[403, 400]),
    get("/?token={token}", &[("Host", "evil.example")], REFUSED),
    get(
        "/?token={token}",
        &[HOST, ("Origin", "http://evil.example")],
        REFUSED,
    ),
    get(
        "/?token={token}",
        &[HOST, ("Sec-Fetch-Site", "cross-site")],
        REFUSED,
    ),
    get("/", &[HOST], REFUSED),
    get("/", &[HOST, COOKIE], FINE),
    get("/index.html", &[HOST, COOKIE], FINE),
    get("/api/state", &[COOKIE], &[400, 403]),
    get("/api/state", &[HOST, HOST, COOKIE], &[400, 403]),
    get(
        "/api/state",
        &[HOST, ("Host", "evil.example"), COOKIE],
        &[400, 403],
    ),
    get("/api/scene", &[HOST], REFUSED),
    get("/api/nothing", &[HOST], REFUSED),
    get("/api/nothing", &[HOST, COOKIE], &[404]),
    get("/api/section", &[HOST, COOKIE], &[405]),
    get("/api/reload", &[HOST, COOKIE], &[405]),
    get("/api/invite", &[HOST, COOKIE], &[405]),
    get("/../Cargo.toml", &[HOST, COOKIE], &[404]),
    get("/..%2fCargo.toml", &[HOST, COOKIE], &[404]),
    get("/%2e%2e/Cargo.toml", &[HOST, COOKIE], &[404]),
    get("/%2e%2e%2fCargo.toml", &[HOST, COOKIE], &[404]),
    get("/..%5cCargo.toml", &[HOST, COOKIE], &[404]),
    get("/..\\Cargo.toml", &[HOST, COOKIE], &[404, 400]),
    get("/assets/../../Cargo.toml", &[HOST, COOKIE], &[404]),
    get("/assets/..%2f..%2fCargo.toml", &[HOST, COOKIE], &[404]),
    get("/./index.html", &[HOST, COOKIE], &[404]),
    get("/etc/passwd", &[HOST, COOKIE], &[404]),
    get("//etc/passwd", &[HOST, COOKIE], &[404]),
    get("/.git/config", &[HOST, COOKIE], &[404]),
    get("/index.html%00.js", &[HOST, COOKIE], &[404]),
    get("/C:/Windows/win.ini", &[HOST, COOKIE], &[404]),
    get(
        "/api/export/..%2f..%2fCargo.toml?plane=z%3D1",
        &[HOST, COOKIE],
        &[404],
    ),
    get("/api/export/../state", &[HOST, COOKIE], &[404]),
    Case {
        method: "HEAD",
        path: "/",
        headers: &[HOST, COOKIE],
        statuses: FINE,
    },
    Case {
        method: "HEAD",
        path: "/?token={token}",
        headers: &[HOST],
        statuses: REFUSED,
    },
    Case {
        method: "POST",
        path: "/",
        headers: &[HOST, COOKIE],
        statuses: &[405],
    },
    Case {
        method: "POST",
        path: "/?token={token}",
        headers: &[HOST],
        statuses: REFUSED,
    },
    Case {
        method: "PUT",
        path: "/",
        headers: &[HOST, COOKIE],
        statuses: &[405],
    },
    Case {
        method: "DELETE",
        path: "/api/state",
        headers: &[HOST, COOKIE],
        statuses: &[405],
    },
    Case {
        method: "OPTIONS",
        path: "/api/section",
        headers: &[HOST, COOKIE],
        statuses: &[405],
    },
    Case {
        method: "OPTIONS",
        path: "/api/section",
        headers: &[HOST],
        statuses: REFUSED,
    },
    Case {
        method: "TRACE",
        path: "/",
        headers: &[HOST, COOKIE],
        statuses: &[405],
    },
    Case {
        method: "PATCH",
        path: "/api/plane",
        headers: &[HOST, COOKIE],
        statuses: &[405],
    },
    Case {
        method: "POST",
        path: "/api/state",
        headers: &[HOST, COOKIE],
        statuses: &[405],
    },
    Case {
        method: "POST",
        path: "/api/invite",
        headers: &[HOST],
        statuses: REFUSED,
    },
    Case {
        method: "POST",
        path: "/api/reload",
        headers: &[HOST],
        statuses: REFUSED,
    },
    Case {
        method: "POST",
        path: "/api/invite",
        headers: &[HOST, COOKIE, ("Origin", "null")],
        statuses: REFUSED,
    },
    Case {
        method: "POST",
        path: "/api/invite",
        headers: &[HOST, COOKIE],
        statuses: FINE,
    },
    get(
        "/api/scene",
        &[HOST, COOKIE, ("Transect-Revision", "-1")],
        BAD,
    ),
    get(
        "/api/scene",
        &[HOST, COOKIE, ("Transect-Revision", "1e3")],
        BAD,
    ),
    get(
        "/api/scene",
        &[HOST, COOKIE, ("Transect-Model", "0")],
        &[412],
    ),
    get("/api/scene?model=0", &[HOST, COOKIE], &[412]),
    get(
        "/api/export/section.svg?plane=z%3D1&model=0",
        &[HOST, COOKIE],
        &[412],
    ),
];

/// Heads of requests that are not valid HTTP, or end early. The server answers 400 or closes the connection.
const HALF: &[&str] = &[
    "",
    "G",
    "GET",
    "GET /",
    "GET / HTTP/1.1",
    "GET / HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\n",
    "GET / HTTP/1.1\r\nHost",
    "\r\n\r\n",
    "GET\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "\0\u{1}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
    "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: nonsense\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u{16}\u{3}\u{1}\0\u{5}hello",
];

/// Replaces the placeholders of a text by the data of the server.
fn filled(server: &Running, text: &str) -> String {
    let name = server.cookie.split('=').next().expect("a name");
    text.replace("{own}", &server.address.to_string())
        .replace("{port}", &server.address.port().to_string())
        .replace("{name}", name)
        .replace("{token}", TOKEN)
}

/// Sends the request of a row and checks its status. A refusal sets no cookie and does not contain the token.
fn check(server: &Running, method: &str, path: &str, headers: &[(&str, &str)], statuses: &[u16]) {
    let all: Vec<(String, String)> = headers
        .iter()
        .map(|(name, value)| (name.to_string(), filled(server, value)))
        .collect();
    let reply = server.ask(method, &filled(server, path), &all, b"");
    assert!(
        statuses.contains(&reply.status),
        "{method} {path} {all:?}: {}",
        reply.status
    );
    let enters = reply.status == 303;
    assert_eq!(reply.header("set-cookie").is_some(), enters, "{path}");
    let body = String::from_utf8_lossy(&reply.body);
    assert!(!body.contains(TOKEN), "{method} {path}: {body}");
    // hyper itself answers heads that are not valid, without these headers.
    if reply.status != 400 {
        for (name, value) in [
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("x-frame-options", "DENY"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{method} {path}");
        }
        let policy = reply.header("content-security-policy").expect("a policy");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    }
}

#[test]
fn each_request_of_the_tables_gets_its_status() {
    let server = showing(&["small/stair.obj"]);
    let mut rows = 0;
    for (host, statuses) in HOSTS {
        check(
            &server,
            "GET",
            "/api/state",
            &[("Host", host), COOKIE],
            statuses,
        );
        rows += 1;
    }
    for (headers, statuses) in SENDERS {
        let all = [&[HOST, COOKIE], *headers].concat();
        check(&server, "GET", "/api/state", &all, statuses);
        rows += 1;
    }
    for (cookie, statuses) in COOKIES {
        check(
            &server,
            "GET",
            "/api/state",
            &[HOST, ("Cookie", cookie)],
            statuses,
        );
        rows += 1;
    }
    for case in CASES {
        check(&server, case.method, case.path, case.headers, case.statuses);
        rows += 1;
    }
    for head in HALF {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        stream.write_all(head.as_bytes()).expect("sent");
        stream.shutdown(Shutdown::Write).expect("sent");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let refused = ["HTTP/1.1 400", "HTTP/1.1 403", "HTTP/1.1 505"];
        assert!(
            answer.is_empty() || refused.iter().any(|start| answer.starts_with(start)),
            "{head:?}: {answer}"
        );
        rows += 1;
    }
    assert!(rows >= 130, "{rows} rows");
    assert_eq!(server.get("/api/state").status, 200);
}

#[test]
fn half_sent_heads_lock_nobody_out() {
    let server = Running::new(&options(&[]));
    let half: Vec<TcpStream> = (0..256)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).expect("it listens");
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("sent");
            stream
        })
        .collect();
    let since = Instant::now();
    assert_eq!(server.get("/api/state").status, 200);
    assert!(
        since.elapsed() < Duration::from_secs(10),
        "{:?}",
        since.elapsed()
    );
    // Each of these connections is closed within its two seconds, or earlier for the sake of another one.
    for mut stream in half {
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("a socket");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
    }
    assert!(
        since.elapsed() < Duration::from_secs(20),
        "{:?}",
        since.elapsed()
    );
}

#[test]
fn a_known_connection_stays_open_longer_than_a_stranger() {
    let server = Running::new(&options(&[]));
    let mut stream = TcpStream::connect(server.address).expect("it listens");
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("a socket");
    let request = format!(
        "GET /api/state HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n\r\n",
        server.address, server.cookie
    );
    let mut once = || {
        stream.write_all(request.as_bytes()).expect("open");
        let mut start = [0; 12];
        stream.read_exact(&mut start).expect("an answer");
        assert_eq!(&start, b"HTTP/1.1 200");
        let mut rest = [0; 4096];
        let _ = stream.read(&mut rest);
    };
    once();
    std::thread::sleep(Duration::from_millis(2600));
    once();
}

#[test]
fn a_code_lets_another_browser_in_once() {
    let server = showing(&["small/stair.obj"]);
    let invitation = server.post("/api/invite", &json!({})).json();
    let code = invitation["code"].as_str().expect("a code");
    let host = [("Host".to_string(), server.address.to_string())];
    let path = format!("/?code={code}");
    // A rejected request does not use the code up.
    let foreign = [
        host[0].clone(),
        ("Sec-Fetch-Site".into(), "cross-site".into()),
    ];
    assert_eq!(server.ask("GET", &path, &foreign, b"").status, 403);
    let first = server.ask("GET", &path, &host, b"");
    assert_eq!((first.status, first.header("location")), (303, Some("/")));
    let cookie = first.header("set-cookie").expect("a cookie");
    assert!(cookie.starts_with(&server.cookie), "{cookie}");
    assert_eq!(server.ask("GET", &path, &host, b"").status, 403);
}

#[test]
fn answers_name_their_model_and_their_revision_and_no_folder() {
    let server = showing(&["small/stair.obj"]);
    let model = server.get("/api/state").json()["model"].clone();
    let model = model.as_str().expect("an identity");
    let mut headers = server.let_in();
    headers.push(("Transect-Revision".into(), "17".into()));
    headers.push(("Transect-Model".into(), model.into()));
    let plane = json!({"plane": {"text": "z=1"}}).to_string();
    let wrong = json!({"plane": {"text": "z=,"}}).to_string();
    let folder = asset("small").display().to_string();
    for (path, body, status) in [
        ("/api/section", &plane, 200),
        ("/api/certificate", &plane, 200),
        ("/api/sort", &plane, 200),
        ("/api/section", &wrong, 400),
    ] {
        let reply = server.ask("POST", path, &headers, body.as_bytes());
        assert_eq!(reply.status, status, "{path}");
        assert_eq!(reply.header("transect-model"), Some(model));
        assert_eq!(reply.header("transect-revision"), Some("17"));
        assert!(
            !String::from_utf8_lossy(&reply.body).contains(&folder),
            "{path}"
        );
    }
    for path in [
        "/api/state",
        "/api/scene",
        "/api/export/report.json?plane=z%3D1",
    ] {
        let body = server.get(path);
        assert!(
            !String::from_utf8_lossy(body.fine()).contains(&folder),
            "{path}"
        );
    }
    let missing = Running::new(&options(&[asset("small/nothing.obj")]));
    let state = missing.settled();
    assert_eq!(state["state"], "error");
    assert!(!state.to_string().contains(&folder), "{state}");
}

#[test]
fn a_changed_file_is_noticed_and_read_again_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("model.obj");
    let copy = |name: &str| std::fs::copy(asset(name), &path).expect("a copy");
    copy("small/stair.obj");
    let server = Running::new(&options(std::slice::from_ref(&path)));
    let first = server.settled();
    assert_eq!(first["changed"], false);
    copy("small/edge.obj");
    let changed = server.get("/api/state").json();
    assert_eq!(
        (&changed["changed"], &changed["model"]),
        (&json!(true), &first["model"])
    );
    server.post("/api/reload", &json!({})).fine();
    let second = server.settled();
    assert_eq!(
        (&second["state"], &second["changed"]),
        (&json!("ready"), &json!(false))
    );
    assert_ne!(second["model"], first["model"]);
    copy("small/stair.obj");
    server.post("/api/reload", &json!({})).fine();
    assert_eq!(server.settled()["model"], first["model"]);
    std::fs::write(&path, "nonsense").expect("a file");
    server.post("/api/reload", &json!({})).fine();
    let broken = server.settled();
    assert_eq!(broken["state"], "error");
    assert!(
        !broken
            .to_string()
            .contains(&folder.path().display().to_string()),
        "{broken}"
    );
    copy("small/stair.obj");
    assert_eq!(server.get("/api/state").json()["changed"], true);
    server.post("/api/reload", &json!({})).fine();
    assert_eq!(server.settled()["model"], first["model"]);
}
