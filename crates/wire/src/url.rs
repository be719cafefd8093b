//! The address of a provider or a server: checked once, then joined with what is asked for.

use std::fmt;

/// The base of a provider's addresses: `http` or `https`, a host, perhaps a port and a path.
///
/// With or without the version at its end (`/v1`), and with what people paste along: blank
/// space, slashes at the end, the path of one endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    /// Scheme, host, port and the path before the version, without a slash at the end.
    root: String,
    /// The version and what follows it, without a slash at the end; begins with one.
    versioned: String,
    /// Where the host is in `root`.
    host: (usize, usize),
}

/// Why a text cannot be the base of addresses. Nothing of the text is in it, since it may hold
/// a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UrlError {
    /// It does not begin with `http://` or `https://`.
    #[error("the address does not begin with `https://` or `http://`")]
    Scheme,
    /// No host, or one that is none. Names in other scripts are to be given in their ASCII form.
    #[error("the address has no usable host")]
    Host,
    /// A port that is none.
    #[error("the port of the address is no number from 1 to 65535")]
    Port,
    /// A user or a password. A key is given by itself, not in an address.
    #[error("the address holds a user or a password")]
    Credentials,
    /// A query or a fragment.
    #[error("the address has a query or a fragment")]
    Query,
    /// A path with blank space, backslashes, `..`, or other things that browsers rewrite.
    #[error("the path of the address has something in it that no path has")]
    Path,
}

/// Ends of addresses that people paste for the base of them.
const ENDPOINTS: [&str; 4] = ["/chat/completions", "/responses", "/messages", "/models"];

impl BaseUrl {
    /// Reads a base. Where its path names no version, `/v1` is the one.
    ///
    /// ```
    /// use secondwind_wire::BaseUrl;
    ///
    /// let base = BaseUrl::parse("http://localhost:1234/v1/")?;
    /// assert_eq!(base.to_string(), "http://localhost:1234/v1");
    /// assert_eq!(BaseUrl::parse("http://localhost:1234"), Ok(base));
    /// # Ok::<(), secondwind_wire::UrlError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, UrlError> {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").ok_or(UrlError::Scheme)?;
        let scheme = scheme.to_ascii_lowercase();
        if !matches!(scheme.as_str(), "http" | "https") {
            return Err(UrlError::Scheme);
        }
        let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(UrlError::Credentials);
        }
        if path.contains(['?', '#']) {
            return Err(UrlError::Query);
        }
        let (host, port) = host_and_port(authority)?;
        let mut root = format!("{scheme}://");
        let start = root.len();
        root.push_str(&host.to_ascii_lowercase());
        let host = (start, root.len());
        root.extend(port.map(|port| format!(":{port}")));
        let (before, versioned) = split_version(checked(path)?);
        root.push_str(before);
        Ok(Self { root, versioned: versioned.to_owned(), host })
    }

    /// The host alone, in lower case; an IPv6 address in its brackets.
    pub fn host(&self) -> &str {
        &self.root[self.host.0..self.host.1]
    }

    /// Scheme, host and port, as browsers write an origin: without a port that goes without saying.
    pub fn origin(&self) -> &str {
        let end = self.root[self.host.1..].find('/').map_or(self.root.len(), |at| self.host.1 + at);
        let usual = if self.root.starts_with("https:") { 443 } else { 80 };
        &self.root[..if self.port() == Some(usual) { self.host.1 } else { end }]
    }

    /// Whether it is this machine: `localhost`, 127.x.x.x or `[::1]`.
    pub fn is_loopback(&self) -> bool {
        let host = self.host();
        let is_v4 = host.parse::<std::net::Ipv4Addr>().is_ok_and(|it| it.is_loopback());
        is_v4 || host == "[::1]" || host == "localhost" || host.ends_with(".localhost")
    }

    /// Whether a key may travel there unseen: over `https`, or without leaving this machine.
    pub fn is_private(&self) -> bool {
        self.root.starts_with("https:") || self.is_loopback()
    }

    /// The address of a path under the version, such as `/messages`.
    pub(crate) fn join(&self, path: &str) -> String {
        format!("{}{}{path}", self.root, self.versioned)
    }

    /// The address of a path beside the version, such as `/props`.
    pub(crate) fn beside(&self, path: &str) -> String {
        format!("{}{path}", self.root)
    }

    /// The port, where the address names one.
    pub(crate) fn port(&self) -> Option<u16> {
        let rest = self.root[self.host.1..].strip_prefix(':')?;
        rest.split('/').next()?.parse().ok()
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.join(""))
    }
}

fn host_and_port(authority: &str) -> Result<(&str, Option<u16>), UrlError> {
    if authority.starts_with('[') && !authority.contains(']') {
        return Err(UrlError::Host);
    }
    let (host, port) = match authority.rfind(']') {
        Some(end) => authority.split_at(end + 1),
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let port = match port.strip_prefix(':') {
        None if port.is_empty() => None,
        Some("") => None,
        Some(port) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(port.parse().ok().filter(|port| *port > 0).ok_or(UrlError::Port)?)
        }
        _ => return Err(UrlError::Port),
    };
    let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let is_name = host.bytes().all(is_part) && host.bytes().any(|it| it.is_ascii_alphanumeric());
    // A host that ends in a number is read as an address of four numbers, everywhere.
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let is_decimal = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    let is_hex = last.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("0x"));
    let is_v4 = || host.parse::<std::net::Ipv4Addr>().is_ok();
    let is_v6 = inner.is_some_and(|it| it.parse::<std::net::Ipv6Addr>().is_ok());
    let is_host = is_v6 || (is_name && (is_v4() || !(is_decimal || is_hex)));
    if is_host { Ok((host, port)) } else { Err(UrlError::Host) }
}

/// The path without slashes and an endpoint at its end.
fn checked(path: &str) -> Result<&str, UrlError> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@%".contains(&byte);
    let mut path = path.trim_end_matches('/');
    for endpoint in ENDPOINTS {
        path = path.strip_suffix(endpoint).unwrap_or(path).trim_end_matches('/');
    }
    let mut segments = path.split('/').skip(1);
    let is_dots = |segment: &str| {
        let segment = segment.to_ascii_lowercase().replace("%2e", ".");
        matches!(segment.as_str(), "." | "..")
    };
    let is_wrong = |segment: &str| segment.is_empty() || is_dots(segment);
    if !path.bytes().all(is_part) || segments.any(is_wrong) {
        Err(UrlError::Path)
    } else {
        Ok(path)
    }
}

/// Parts a path before its version, a segment such as `v1` or `v1beta`.
fn split_version(path: &str) -> (&str, &str) {
    let is_version = |segment: &str| {
        let mut bytes = segment.bytes();
        bytes.next() == Some(b'v') && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
    };
    let mut at = path.len();
    for segment in path.rsplit('/') {
        at -= segment.len();
        if is_version(segment) {
            return path.split_at(at - 1);
        }
        at = at.saturating_sub(1);
    }
    (path, "/v1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_is_what_people_paste() {
        for (text, joined, beside) in [
            (
                "https://api.example.com",
                "https://api.example.com/v1/m",
                "https://api.example.com/p",
            ),
            (
                " HTTPS://API.example.com/v1/ ",
                "https://api.example.com/v1/m",
                "https://api.example.com/p",
            ),
            ("https://h/v1/chat/completions", "https://h/v1/m", "https://h/p"),
            ("https://h/v1/messages/", "https://h/v1/m", "https://h/p"),
            ("http://localhost:11434", "http://localhost:11434/v1/m", "http://localhost:11434/p"),
            ("http://[::1]:80/v1", "http://[::1]:80/v1/m", "http://[::1]:80/p"),
            ("https://h/api", "https://h/api/v1/m", "https://h/api/p"),
            ("https://h/v1beta/openai/", "https://h/v1beta/openai/m", "https://h/p"),
            ("https://h/openai/v4", "https://h/openai/v4/m", "https://h/openai/p"),
            ("http://h:", "http://h/v1/m", "http://h/p"),
            ("http://10.0.0.1", "http://10.0.0.1/v1/m", "http://10.0.0.1/p"),
            ("http://4.example.4a", "http://4.example.4a/v1/m", "http://4.example.4a/p"),
        ] {
            let base = BaseUrl::parse(text).unwrap();
            assert_eq!((base.join("/m").as_str(), base.beside("/p").as_str()), (joined, beside));
            assert_eq!(BaseUrl::parse(&base.to_string()), Ok(base), "{text}");
        }
    }

    #[test]
    fn what_is_no_base_is_refused_without_being_shown() {
        for (text, error) in [
            ("", UrlError::Scheme),
            ("localhost:1234", UrlError::Scheme),
            ("ftp://h", UrlError::Scheme),
            ("javascript:alert(1)//http://h", UrlError::Scheme),
            ("https://", UrlError::Host),
            ("https:///v1", UrlError::Host),
            ("https://a b/", UrlError::Host),
            ("https://bücher.example", UrlError::Host),
            ("https://[::1", UrlError::Host),
            ("https://[::1/v1", UrlError::Host),
            ("https://[g]", UrlError::Host),
            ("https://256.0.0.1", UrlError::Host),
            ("https://1.2.3", UrlError::Host),
            ("https://1.2.3.4.5/v1", UrlError::Host),
            ("https://127.0.0.0x1", UrlError::Host),
            ("https://h:0", UrlError::Port),
            ("https://h:65536", UrlError::Port),
            ("https://h:8x", UrlError::Port),
            ("https://[::1]8", UrlError::Port),
            ("https://user:canary@h/v1", UrlError::Credentials),
            ("https://canary@h", UrlError::Credentials),
            ("https://h/v1?key=canary", UrlError::Query),
            ("https://h#canary", UrlError::Query),
            ("https://h\\@evil/v1", UrlError::Path),
            ("https://h/a b", UrlError::Path),
            ("https://h/a/../b", UrlError::Path),
            ("https://h/a/%2E%2e/b", UrlError::Path),
            ("https://h//v1", UrlError::Path),
            ("https://h/v1\r\nx: y", UrlError::Path),
        ] {
            let found = BaseUrl::parse(text);
            assert_eq!(found, Err(error), "{text}");
            assert!(!format!("{found:?} {error}").contains("canary"));
        }
    }

    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        for (text, origin) in [
            ("HTTPS://API.example.com/openai/v1", "https://api.example.com"),
            ("https://h:443/v1", "https://h"),
            ("http://h:80", "http://h"),
            ("http://h:443", "http://h:443"),
            ("https://h:80/a/b/v2", "https://h:80"),
            ("http://[::1]:80/x", "http://[::1]"),
            ("http://[::1]:8080/x", "http://[::1]:8080"),
        ] {
            assert_eq!(BaseUrl::parse(text).unwrap().origin(), origin);
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        for (text, is_loopback, is_private) in [
            ("http://localhost:1", true, true),
            ("http://127.0.0.1", true, true),
            ("http://[::1]/", true, true),
            ("http://192.168.0.2", false, false),
            ("http://localhost.example", false, false),
            ("https://h", false, true),
        ] {
            let base = BaseUrl::parse(text).unwrap();
            assert_eq!(
                (base.is_loopback(), base.is_private()),
                (is_loopback, is_private),
                "{text}"
            );
        }
    }
}
