//! Access control: requests need the token, an origin of this server, and an address of this server as the host.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};

use crate::token::Token;

/// The access control of the server: the secret token, and the address that requests must name.
pub(crate) struct Door {
    pub(crate) token: Token,
    /// The address that the server listens on.
    pub(crate) address: SocketAddr,
}

/// The reason why a request is rejected, as a sentence.
pub(crate) type GuardError = &'static str;

impl Door {
    /// Checks that a request has the cookie, comes from this server's page, and names an address of this server.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), GuardError> {
        self.check_origin(headers)?;
        if self.has_cookie(headers) {
            Ok(())
        } else {
            Err("access needs the token: open the address that `transect view` has printed")
        }
    }

    /// Returns `true` if the URL of a request, `/?token=…`, contains the right token. `check_origin` checks the origin
    /// of the request.
    pub(crate) fn has_token(&self, uri: &Uri) -> bool {
        values(uri, "token=").any(|token| self.token.is(token))
    }

    /// Rejects requests that come from pages of other origins, or whose `Host` header does not name this server.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<(), GuardError> {
        let text = |value: &axum::http::HeaderValue| value.to_str().ok().map(String::from);
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(text);
        let Some(host) = host.filter(|_| hosts.next().is_none()) else {
            return Err("a request must have exactly one Host header");
        };
        if !self.is_own_host(&host) {
            return Err(
                "this is not an address of this server: use the address that `transect view` has printed",
            );
        }
        for origin in headers.get_all(ORIGIN) {
            let own = origin
                .to_str()
                .ok()
                .and_then(|origin| origin.strip_prefix("http://"));
            if own.is_none_or(|own| !own.eq_ignore_ascii_case(&host)) {
                return Err("requests from other pages are not allowed");
            }
        }
        match headers
            .get("sec-fetch-site")
            .and_then(|site| site.to_str().ok())
        {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) => Err(
                "requests from other pages are not allowed; paste the address into the \
                 browser instead of following a link",
            ),
        }
    }

    /// Returns `true` if a host is `localhost`, a loopback address or an address that the server listens on. Other
    /// names are rejected, because anyone can let a name resolve to this machine (DNS rebinding). The port is not
    /// checked, because a tunnel may change it.
    fn is_own_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.is_empty() && !port.ends_with(']') => (name, Some(port)),
            _ => (host, None),
        };
        if port.is_some_and(|port| port.parse::<u16>().is_err()) {
            return false;
        }
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let Ok(address) = bare.unwrap_or(name).parse::<IpAddr>() else {
            return false;
        };
        let own = self.address.ip();
        address.is_loopback() || address == own || own.is_unspecified()
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let name = self.token.cookie_name();
        let lines = headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|line| line.to_str().ok());
        let mut pairs =
            lines.flat_map(|line| line.split(';').filter_map(|pair| pair.split_once('=')));
        pairs.any(|(key, value)| key.trim() == name && self.token.is(value.trim()))
    }
}

/// Returns the values of a key in the query of a URL. The key ends with `=`.
pub(crate) fn values<'u>(uri: &'u Uri, key: &'u str) -> impl Iterator<Item = &'u str> {
    let parts = uri.query().unwrap_or_default().split('&');
    parts.filter_map(move |part| part.strip_prefix(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(address: &str) -> Door {
        Door {
            token: Token::given("0123456789abcdefghijkl").expect("a token"),
            address: address.parse().expect("an address"),
        }
    }

    #[test]
    fn hosts_are_addresses_of_the_server() {
        let loopback = door("127.0.0.1:8080");
        for host in [
            "127.0.0.1:8080",
            "localhost:8080",
            "LOCALHOST:9000",
            "[::1]:8080",
            "localhost",
        ] {
            assert!(loopback.is_own_host(host), "{host}");
        }
        let strange = [
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example:8080",
            "192.168.0.7:8080",
            "",
            ":8080",
            "127.0.0.1:x",
            "127.0.0.1:99999",
            "127.0.0.1.evil.example",
            "[::1",
            "user@localhost",
        ];
        for host in strange {
            assert!(!loopback.is_own_host(host), "{host}");
        }
        assert!(door("0.0.0.0:8080").is_own_host("192.168.0.7:8080"));
        assert!(!door("0.0.0.0:8080").is_own_host("evil.example:8080"));
    }

    #[test]
    fn tokens_are_found_in_addresses() {
        let door = door("127.0.0.1:8080");
        let has = |text: &str| door.has_token(&text.parse().expect("an address"));
        assert!(has("/?token=0123456789abcdefghijkl") && has("/?a=b&token=0123456789abcdefghijkl"));
        assert!(!has("/?token=") && !has("/") && !has("/?token=0123456789abcdefghijkm"));
    }
}
