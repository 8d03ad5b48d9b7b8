//! The addresses of the processes of a cluster.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// The address of another process, as it is typed: `HOST:PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not HOST:PORT, such as localhost:50050");
        let (host, port) = text.rsplit_once(':').ok_or_else(wrong)?;
        let port: u16 = port.parse().map_err(|_| wrong())?;
        let is_name = |host: &str| {
            let letters = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
            !host.is_empty() && host.chars().all(letters)
        };
        // An address of IPv6 stands in brackets.
        let is_bracketed = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        let is_bracketed = is_bracketed.is_some_and(|host| host.parse::<IpAddr>().is_ok());
        if port == 0 || !(is_name(host) || is_bracketed) {
            return Err(wrong());
        }
        Ok(Self {
            host: host.to_owned(),
            port,
        })
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// The address at which a process listens.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Endpoint {
    /// The address of the network interface; 0.0.0.0 listens to all networks, whose machines must then be trusted
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// The name or address by which the other machines reach this one [default: the address of --bind]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
}

impl Endpoint {
    /// Returns the address to listen at.
    pub(crate) fn socket(&self, port: u16) -> SocketAddr {
        SocketAddr::new(self.bind, port)
    }

    /// Returns the text of the address of the interface, as a part of an address with a port.
    pub(crate) fn bind_text(&self) -> String {
        match self.bind {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        }
    }

    /// Returns the name or address by which other machines reach this one.
    pub(crate) fn reached_by(&self) -> Result<String, String> {
        match &self.host {
            Some(host) => Ok(host.clone()),
            None if self.bind.is_unspecified() => Err(format!(
                "--bind {} listens to all networks, so --host must say by which name or address the other machines \
                reach this one",
                self.bind
            )),
            None => Ok(self.bind_text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_a_port() {
        for (text, host, port) in [
            ("localhost:50050", "localhost", 50050),
            ("10.0.0.7:1", "10.0.0.7", 1),
            ("[::1]:50050", "[::1]", 50050),
        ] {
            let address: Address = text.parse().expect("an address");
            assert_eq!((address.host.as_str(), address.port), (host, port));
            assert_eq!(address.to_string(), text);
        }
        for wrong in [
            "",
            ":",
            "localhost",
            "localhost:",
            ":50050",
            "::1",
            "::1:50050",
            "[::1]",
            "a b:1",
            "a:0",
            "a:65536",
            "http://a:1",
            "a:-1",
            "[x]:1",
        ] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn other_machines_need_a_name_to_reach_all_interfaces() {
        let endpoint = |bind: &str, host: Option<&str>| Endpoint {
            bind: bind.parse().expect("an address"),
            host: host.map(str::to_owned),
        };
        assert_eq!(
            endpoint("127.0.0.1", None).reached_by(),
            Ok("127.0.0.1".to_owned())
        );
        assert_eq!(endpoint("::1", None).reached_by(), Ok("[::1]".to_owned()));
        assert_eq!(
            endpoint("0.0.0.0", Some("a")).reached_by(),
            Ok("a".to_owned())
        );
        assert!(endpoint("0.0.0.0", None).reached_by().is_err());
        assert_eq!(endpoint("::1", None).socket(7).to_string(), "[::1]:7");
    }
}
