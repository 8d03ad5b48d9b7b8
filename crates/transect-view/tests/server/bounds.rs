//! Tests of requests that are too large, too slow or too many.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::client::{Running, options, showing};

#[test]
fn bodies_beyond_a_mebibyte_are_refused() {
    let server = Running::new(&options(&[]));
    let large = " ".repeat(1 << 20);
    let headers = server.let_in();
    let fits = format!("{}{}", &large[40..], json!({"plane": {"text": "z=1"}}));
    assert!(fits.len() <= 1 << 20);
    server
        .ask("POST", "/api/plane", &headers, fits.as_bytes())
        .fine();
    for path in ["/api/plane", "/api/section", "/api/example", "/api/region"] {
        let body = format!("{large}{{}}");
        server
            .ask("POST", path, &headers, body.as_bytes())
            .error(413);
    }
    // The request does not declare the length of its body, so the server finds out only while reading.
    let mut request = String::from(
        "POST /api/plane HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n",
    );
    for (name, value) in &headers {
        request += &format!("{name}: {value}\r\n");
    }
    request += "\r\n";
    for _ in 0..40 {
        request += &format!("8000\r\n{}\r\n", &large[..0x8000]);
    }
    request += "0\r\n\r\n";
    server.send(request.as_bytes()).error(413);
}

#[test]
fn heads_are_bounded_and_nonsense_is_refused() {
    let server = Running::new(&options(&[]));
    let long = "x".repeat(1 << 20);
    let mut headers = server.let_in();
    headers.push(("X-Long".into(), long));
    let refused = server.ask("GET", "/api/state", &headers, b"");
    assert!(matches!(refused.status, 400 | 431), "{}", refused.status);
    for nonsense in [
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\u{0}\u{1}\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .expect("a socket");
        stream.write_all(nonsense.as_bytes()).expect("sent");
        stream.shutdown(std::net::Shutdown::Write).expect("sent");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 400"),
            "{nonsense:?}: {answer}"
        );
    }
    assert_eq!(server.get("/api/state").status, 200);
}

#[test]
fn connections_that_say_nothing_hinder_nobody() {
    let server = Running::new(&options(&[]));
    let silent: Vec<TcpStream> = (0..100)
        .map(|_| TcpStream::connect(server.address).expect("it listens"))
        .collect();
    assert_eq!(server.get("/api/state").status, 200);
    drop(silent);
}

#[test]
fn many_requests_at_once_are_answered_or_rejected() {
    let server = showing(&["office.glb"]);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let server = &server;
        let ask = |_| {
            scope.spawn(move || {
                server
                    .post("/api/section", &json!({"plane": {"text": "z=1.2"}}))
                    .status
            })
        };
        let threads: Vec<_> = (0..200).map(ask).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    assert!(
        statuses.iter().all(|status| matches!(status, 200 | 503)),
        "{statuses:?}"
    );
    assert!(
        statuses.iter().filter(|status| **status == 200).count() >= 64,
        "{statuses:?}"
    );
    server
        .post("/api/section", &json!({"plane": {"text": "z=1.2"}}))
        .fine();
}

#[test]
fn names_of_clients_are_bounded() {
    let server = showing(&["small/stair.obj"]);
    let body = json!({"plane": {"text": "z=1"}, "client": "x".repeat(1000), "sequence": 1});
    server.post("/api/section", &body).error(400);
    let body = json!({"plane": {"text": "z=1"}, "client": "x", "sequence": -1});
    server.post("/api/section", &body).error(400);
}
