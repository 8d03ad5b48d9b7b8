//! A load test: many clients drag a plane through the model of a running viewer at the same time. It reports the
//! response statuses, the response times, and the memory growth of the server.
//!
//! `cargo run --release -p transect-view --example load -- URL [CLIENTS [SECONDS [PROCESS]]]`: URL is the address
//! printed by `transect view`, and PROCESS is its process id.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The host of the server, and the cookie with the token that requests must have.
#[derive(Clone)]
struct Place {
    host: String,
    cookie: String,
}

impl Place {
    fn of(url: &str) -> Outcome<Self> {
        let rest = url
            .strip_prefix("http://")
            .ok_or("an address begins with http://")?;
        let (host, path) = rest.split_once('/').ok_or("the address has no token")?;
        Ok(Self {
            host: host.into(),
            cookie: cookie(host, path)?,
        })
    }
}

/// Opens the address of the page, and returns the cookie that the server sets.
fn cookie(host: &str, path: &str) -> Outcome<String> {
    let mut stream = TcpStream::connect(host)?;
    write!(
        stream,
        "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    for line in BufReader::new(stream).lines() {
        let line = line?;
        if let Some(("set-cookie", value)) = line.split_once(": ") {
            let pair = value.split(';').next().unwrap_or_default();
            return Ok(pair.to_string());
        }
    }
    Err("the server does not accept the token".into())
}

/// The persistent connection of one client to the server.
struct Client {
    place: Place,
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(place: &Place) -> Outcome<Self> {
        let stream = TcpStream::connect(&place.host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self {
            place: place.clone(),
            stream: BufReader::new(stream),
        })
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> Outcome<(u16, Vec<u8>)> {
        let Place { host, cookie } = &self.place;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).ok_or("no status")?.parse()?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status, body))
    }
}

/// The responses that one client has received, counted by status and timed.
#[derive(Default)]
struct ClientStatistics {
    /// The number of responses with each status.
    statuses: BTreeMap<u16, usize>,
    /// The times until the responses with status 200, in milliseconds.
    took: Vec<f64>,
    bytes: usize,
}

/// Sends requests for the section until the time `end`, as the page does while a user drags the plane. The plane moves
/// back and forth along z, or turns.
fn drag(place: &Place, number: usize, bounds: [f64; 2], end: Instant) -> Outcome<ClientStatistics> {
    let mut client = Client::new(place)?;
    let mut seen = ClientStatistics::default();
    let [low, high] = bounds;
    for sequence in 0_u64.. {
        if Instant::now() >= end {
            break;
        }
        let phase = 0.01 * sequence as f64 + number as f64;
        let height = low + (high - low) * (0.5 + 0.5 * phase.sin());
        let lean = 0.2 * (0.37 * phase).sin() * f64::from(u8::from(number.is_multiple_of(2)));
        let query = json!({
            "plane": {"normal": [lean, 0.0, 1.0], "offset": -height},
            "client": format!("load-{}-{number}", std::process::id()),
            "sequence": sequence,
        });
        let since = Instant::now();
        let (status, body) = client.ask("POST", "/api/section", &query.to_string())?;
        if status == 200 {
            seen.took.push(since.elapsed().as_secs_f64() * 1000.0);
            seen.bytes += body.len();
        }
        *seen.statuses.entry(status).or_default() += 1;
        // A mouse sends about sixty events per second, so requests begin at least 16 ms apart.
        std::thread::sleep(Duration::from_millis(16).saturating_sub(since.elapsed()));
    }
    Ok(seen)
}

/// Returns the current and the peak memory of a process, in MiB.
fn memory(process: Option<&str>) -> Option<[u64; 2]> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process?)).ok()?;
    let of = |key: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
    };
    Some([of("VmRSS:")?, of("VmHWM:")?])
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let place = Place::of(
        arguments
            .first()
            .ok_or("give the address that transect view has printed")?,
    )?;
    let number = |index: usize, default: u64| {
        arguments
            .get(index)
            .map_or(Ok(default), |text| text.parse())
    };
    let (clients, seconds) = (number(1, 20)? as usize, number(2, 30)?);
    let process = arguments.get(3).map(String::as_str);

    let mut first = Client::new(&place)?;
    loop {
        let state: Value = serde_json::from_slice(&first.ask("GET", "/api/state", "")?.1)?;
        match state["state"].as_str() {
            Some("ready") if state["tree"] == "ready" => break,
            Some("ready" | "loading") => std::thread::sleep(Duration::from_millis(50)),
            _ => return Err(format!("no model: {state}").into()),
        }
    }
    let scene: Value = serde_json::from_slice(&first.ask("GET", "/api/scene", "")?.1)?;
    let bound = |end: &str| scene["bounds"][end][2].as_f64().ok_or("no bounds");
    let bounds = [bound("min")?, bound("max")?];

    let before = memory(process);
    let end = Instant::now() + Duration::from_secs(seconds);
    let outcomes: Vec<Outcome<ClientStatistics>> = std::thread::scope(|scope| {
        let place = &place;
        let start = |client| scope.spawn(move || drag(place, client, bounds, end));
        let threads: Vec<_> = (0..clients).map(start).collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended
            .map(|seen| seen.unwrap_or_else(|_| Err("a client panicked".into())))
            .collect()
    });
    let mut all = ClientStatistics::default();
    for outcome in outcomes {
        let seen = outcome?;
        for (status, count) in seen.statuses {
            *all.statuses.entry(status).or_default() += count;
        }
        all.took.extend(seen.took);
        all.bytes += seen.bytes;
    }
    all.took.sort_by(f64::total_cmp);
    let share = |share: f64| {
        all.took
            .get((share * all.took.len() as f64) as usize)
            .copied()
    };
    println!(
        "{clients} clients, {seconds} s, {} MiB of answers",
        all.bytes >> 20
    );
    println!("statuses: {:?}", all.statuses);
    println!(
        "milliseconds: median {:.1?}, 95 % {:.1?}, all {:.1?}",
        share(0.5),
        share(0.95),
        all.took.last()
    );
    if let (Some([before, _]), Some([after, most])) = (before, memory(process)) {
        println!(
            "memory of the server: {before} MiB before, {after} MiB after, {most} MiB at most"
        );
    }
    Ok(())
}
