//! A small static server for the built page, on this machine only.

use anyhow::{Context, Result, bail};
use oxhttp::{
    ListeningServer, Server,
    model::{
        Body, Method, Request, Response, StatusCode,
        header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS},
    },
};
use std::{
    fs, io,
    net::Ipv4Addr,
    path::{Path, PathBuf},
};

/// How many ports are tried, from the first on.
const TRIES: u16 = 50;

/// A server that is up.
pub(crate) struct Site {
    /// Where the page is.
    pub(crate) url: String,
    /// The port it is served on.
    pub(crate) port: u16,
    /// The threads that serve it.
    server: ListeningServer,
}

impl Site {
    /// Serves a folder on the port, or on the next one that is free.
    pub(crate) fn start(folder: &Path, port: u16) -> Result<Self> {
        let folder = folder
            .canonicalize()
            .with_context(|| format!("nothing to serve in {}", folder.display()))?;
        for port in port..=port.saturating_add(TRIES) {
            let folder = folder.clone();
            let server = Server::new(move |request| answer(&folder, request))
                .bind((Ipv4Addr::LOCALHOST, port));
            match server.spawn() {
                Ok(server) => {
                    let url = format!("http://127.0.0.1:{port}/");
                    return Ok(Self { url, port, server });
                }
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("cannot serve on port {port}"));
                }
            }
        }
        bail!("the ports from {port} on are taken; name another one with --port")
    }

    /// Serves until the program is stopped.
    pub(crate) fn stay(self) -> Result<()> {
        Ok(self.server.join()?)
    }
}

/// Answers one request with a file of the folder.
fn answer(folder: &Path, request: &Request<Body>) -> Response<Body> {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return respond(
            Response::builder().status(StatusCode::METHOD_NOT_ALLOWED).header(ALLOW, "GET, HEAD"),
            Body::empty(),
        );
    }
    let file = find(folder, request.uri().path());
    match file.and_then(|file| Some((fs::read(&file).ok()?, media_type(&file)))) {
        Some((bytes, media)) => {
            let head = Response::builder()
                .header(CONTENT_TYPE, media)
                .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
                // What is built anew is what the next reload shows.
                .header(CACHE_CONTROL, "no-cache");
            let is_head = request.method() == Method::HEAD;
            respond(head, if is_head { Body::empty() } else { Body::from(bytes) })
        }
        None => respond(Response::builder().status(StatusCode::NOT_FOUND), Body::from("not found")),
    }
}

/// The response with its body; a head that cannot be built is the server's fault.
fn respond(head: oxhttp::model::response::Builder, body: Body) -> Response<Body> {
    head.body(body).unwrap_or_else(|_| {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        response
    })
}

/// The file a path names; `None` if there is none in the folder.
///
/// Percent signs are not decoded, since no built file needs them. Links are followed only as far as the folder.
fn find(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.trim_start_matches('/');
    if path.split('/').any(|part| part.starts_with('.')) || path.contains('\\') {
        return None;
    }
    let mut file = folder.join(path);
    if file.is_dir() {
        file.push("index.html");
    }
    let file = file.canonicalize().ok()?;
    (file.starts_with(folder) && file.is_file()).then_some(file)
}

/// The media type that a file's ending stands for.
fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|end| end.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "toml" | "ftl" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        net::TcpStream,
    };

    /// What a server over this package's own folder answers to a raw request line.
    fn ask(site: &Site, line: &str) -> String {
        let address = site.url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address).expect("the server listens");
        write!(stream, "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
            .expect("sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("answered");
        text
    }

    #[test]
    fn files_are_served_and_nothing_else() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let site = Site::start(&folder, 42_173).expect("a free port");
        let other = Site::start(&folder, 42_173).expect("the next free port");
        assert_ne!(site.url, other.url);

        let main = ask(&site, "GET /main.rs?x=1");
        assert!(
            main.starts_with("HTTP/1.1 200")
                && main.contains("nosniff")
                && main.contains("fn main()"),
            "{main}"
        );
        assert!(ask(&site, "GET /bin/wasm-test-runner.rs").starts_with("HTTP/1.1 200"));
        for path in [
            "/none.rs",
            "/",
            "/bin",
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/bin/../../Cargo.toml",
            "/..\\Cargo.toml",
            "//etc/passwd",
        ] {
            assert!(ask(&site, &format!("GET {path}")).starts_with("HTTP/1.1 404"), "{path}");
        }
        assert!(ask(&site, "POST /main.rs").starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn media_types() {
        assert_eq!(media_type(Path::new("a/core.wasm")), "application/wasm");
        assert_eq!(media_type(Path::new("index-B1.js")), "text/javascript; charset=utf-8");
        assert_eq!(media_type(Path::new("LICENSE")), "application/octet-stream");
    }
}
