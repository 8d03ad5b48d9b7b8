//! Starts a server on a free port for the tests. Requests are written byte by byte, so that tests can send malformed
//! requests.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use transect_view::{Options, Server, Stopper};

/// The time limit for loading a model, and for each answer of the server. It is long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) const TOKEN: &str = "the-token-of-the-tests_0";

/// A running server, which stops when this value is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// The cookie that lets requests in, as `name=value`.
    pub(crate) cookie: String,
    stopper: Stopper,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

/// A response of the server, parsed.
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

pub(crate) fn asset(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../assets")
        .join(name)
}

/// Returns the options of a viewer for these model files, which listens on a free port of this machine.
pub(crate) fn options(models: &[PathBuf]) -> Options {
    Options {
        models: models.to_vec(),
        plane: None,
        up: None,
        unit: None,
        weld: None,
        inside: transect::polygons::InsideRule::default(),
        example: false,
        host: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        token: Some(TOKEN.into()),
    }
}

/// Starts a server for files of assets/, and waits until they are loaded.
pub(crate) fn showing(names: &[&str]) -> Running {
    let models: Vec<PathBuf> = names.iter().map(|name| asset(name)).collect();
    let server = Running::new(&options(&models));
    let state = server.settled();
    assert_eq!(state["state"], "ready", "{state}");
    server
}

impl Running {
    pub(crate) fn new(options: &Options) -> Self {
        let server = Server::bind(options).expect("a free port");
        let mut running = Self {
            address: server.address(),
            cookie: String::new(),
            stopper: server.stopper(),
            thread: Some(std::thread::spawn(move || server.run())),
        };
        let host = ("Host".to_string(), running.address.to_string());
        let first = running.ask("GET", &format!("/?token={TOKEN}"), &[host], b"");
        let cookie = first.header("set-cookie").expect("a cookie");
        running.cookie = cookie.split(';').next().expect("a pair").to_string();
        running
    }

    /// Waits until the model is loaded (or reading it failed) and all trees are built. Returns the answer to `GET
    /// /api/state`.
    pub(crate) fn settled(&self) -> Value {
        let since = Instant::now();
        loop {
            let state = self.get("/api/state").json();
            let is_error = state["state"] == "error";
            if state["state"] != "loading" && (state["tree"] == "ready" || is_error) {
                return state;
            }
            assert!(since.elapsed() < PATIENCE, "{state}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns the two headers of an accepted request: the host, and the cookie with the token.
    pub(crate) fn let_in(&self) -> Vec<(String, String)> {
        vec![
            ("Host".into(), self.address.to_string()),
            ("Cookie".into(), self.cookie.clone()),
        ]
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &self.let_in(), b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, &self.let_in(), body.to_string().as_bytes())
    }

    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: &[u8],
    ) -> Reply {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if method == "POST" {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        request += "\r\n";
        self.send(&[request.as_bytes(), body].concat())
    }

    /// Sends bytes unchanged, and reads until the server closes the connection.
    pub(crate) fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        // A server that rejects a request may stop reading early. So an error in writing is ignored.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Reply::of(&answer)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            assert!(matches!(ended, Some(Ok(Ok(())))), "it ends as it should");
        }
    }
}

impl Reply {
    fn of(answer: &[u8]) -> Self {
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(answer)));
        let head = String::from_utf8(answer[..end].to_vec()).expect("a head of text");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Self {
            status: status.expect("a status"),
            head,
            body: answer[end + 4..].to_vec(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1);
        let mut pairs = lines.filter_map(|line| line.split_once(':'));
        let found = pairs.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }

    /// Returns the body of the response. Panics unless the status is 200.
    pub(crate) fn fine(&self) -> &[u8] {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.body));
        &self.body
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(self.fine()).expect("JSON")
    }

    /// Returns the error that the response reports. Panics unless the response has the expected status.
    pub(crate) fn error(&self, status: u16) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, status, "{text}");
        let result: Value = serde_json::from_str(&text).expect("JSON");
        assert!(
            !result["error"]["message"]
                .as_str()
                .expect("a sentence")
                .is_empty()
        );
        result["error"].clone()
    }
}
