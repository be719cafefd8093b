//! What is read of a request.

use std::io::{self, Read};

use crate::Visitors;

/// The longest head of a request. Browsers stay below 2 KB here, where there are no cookies.
const LONGEST: u64 = 16 * 1024;

pub(crate) struct Request {
    /// The path, from `/` on, without a query.
    pub(crate) path: String,
    pub(crate) is_head: bool,
}

/// Why a request is not answered.
pub(crate) enum Refusal {
    /// Who asked is gone.
    Gone(io::Error),
    /// The status that is answered.
    Status(&'static str),
}

impl Request {
    pub(crate) fn read(stream: impl Read, port: u16, visitors: Visitors) -> Result<Self, Refusal> {
        let bad = Refusal::Status("400 Bad Request");
        let text = head(stream).map_err(Refusal::Gone)?;
        let Some(text) = text else { return Err(bad) };
        let mut lines = text.split("\r\n");
        let mut parts = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(bad);
        };
        let headers: Vec<_> = lines.filter_map(|line| line.split_once(':')).collect();
        if visitors == Visitors::Own && !is_own(&headers, port) {
            return Err(Refusal::Status("403 Forbidden"));
        }
        if !matches!(method, "GET" | "HEAD") {
            return Err(Refusal::Status("405 Method Not Allowed"));
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        if !path.starts_with('/') {
            return Err(bad);
        }
        Ok(Self { path: path.to_owned(), is_head: method == "HEAD" })
    }
}

/// Reads up to the empty line; `None` where there is none, or what comes is no text.
fn head(stream: impl Read) -> io::Result<Option<String>> {
    let mut stream = stream.take(LONGEST);
    let mut head = Vec::new();
    let mut piece = [0; 2048];
    loop {
        let read = stream.read(&mut piece)?;
        head.extend_from_slice(piece.get(..read).unwrap_or_default());
        if let Some(end) = head.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            head.truncate(end);
            return Ok(String::from_utf8(head).ok());
        }
        if read == 0 {
            return Ok(None);
        }
    }
}

/// Whether a request names this server, and comes from a page of this server or from no page.
///
/// A page elsewhere that lets its own name point here names that as the host. One that asks for a
/// script, an image or data of this server is told apart by what browsers say of where a request
/// comes from; a link that is followed to here is let through.
fn is_own(headers: &[(&str, &str)], port: u16) -> bool {
    let all = |name: &str| {
        let of = move |(key, _): &&(&str, &str)| key.eq_ignore_ascii_case(name);
        headers.iter().filter(of).map(|(_, value)| value.trim().to_lowercase()).collect::<Vec<_>>()
    };
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let hosts = all("host");
    let from = |origin: &String| {
        origin.strip_prefix("http://").is_some_and(|it| names.iter().any(|name| name == it))
    };
    let is_followed = all("sec-fetch-mode").iter().any(|mode| mode == "navigate");
    let is_near = |site: &String| matches!(site.as_str(), "same-origin" | "none");
    hosts.len() == 1
        && hosts.iter().all(|host| names.contains(host))
        && all("origin").iter().all(from)
        && (is_followed || all("sec-fetch-site").iter().all(is_near))
}
