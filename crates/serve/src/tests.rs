#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
};

use crate::{Answer, Site, Visitors, file_below, media_type};

/// A server over this package's own sources.
fn site(port: u16, visitors: Visitors) -> Site {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").canonicalize().unwrap();
    Site::start(port, visitors, move |path| {
        if path == "/events" {
            let mut left = 2;
            return Answer::Events(Box::new(move |out| {
                while left > 0 {
                    left -= 1;
                    write!(out, "data: {left}\n\n")?;
                }
                Ok(())
            }));
        }
        file_below(&folder, path).map_or(Answer::Missing, |file| Answer::File {
            media: media_type(&file.to_string_lossy()),
            bytes: fs::read(&file).unwrap().into(),
        })
    })
    .unwrap()
}

/// What is answered to the lines of a request.
fn raw(site: &Site, lines: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", site.port)).unwrap();
    write!(stream, "{lines}\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn ask(site: &Site, line: &str) -> String {
    raw(site, &format!("{line} HTTP/1.1\r\nhost: 127.0.0.1:{}", site.port))
}

#[test]
fn files_are_served_and_nothing_else() {
    let site = site(0, Visitors::Any);
    let text = ask(&site, "GET /lib.rs?x=1");
    assert!(text.starts_with("HTTP/1.1 200") && text.contains("nosniff"), "{text}");
    assert!(text.ends_with(include_str!("lib.rs")));
    let head = ask(&site, "HEAD /lib.rs");
    assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
    for path in [
        "/none.rs",
        "/",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/x/../../Cargo.toml",
        "/..\\Cargo.toml",
        "//etc/passwd",
    ] {
        assert!(ask(&site, &format!("GET {path}")).starts_with("HTTP/1.1 404"), "{path}");
    }
    assert!(ask(&site, "POST /lib.rs").starts_with("HTTP/1.1 405"));
    for broken in ["GET", "GET lib.rs HTTP/1.1", "GET / HTTP/2", "\u{fffd}", "GET /a b HTTP/1.1"] {
        assert!(raw(&site, broken).starts_with("HTTP/1.1 400"), "{broken}");
    }
}

#[test]
fn a_port_that_is_taken_leads_to_the_next() {
    let first = site(42_173, Visitors::Any);
    let second = site(42_173, Visitors::Any);
    assert!(second.port > first.port.max(42_173), "{} {}", first.port, second.port);
    assert_eq!(second.url, format!("http://127.0.0.1:{}/", second.port));
}

#[test]
fn events_come_one_by_one_until_they_end() {
    let text = ask(&site(0, Visitors::Own), "GET /events");
    assert!(text.contains("content-type: text/event-stream"), "{text}");
    assert!(text.ends_with("data: 1\n\ndata: 0\n\n"), "{text}");
}

#[test]
fn other_pages_are_answered_only_where_everybody_is() {
    let (own, any) = (site(0, Visitors::Own), site(0, Visitors::Any));
    let with = |site: &Site, headers: &str| {
        let headers = headers.replace("PORT", &site.port.to_string());
        let text = raw(site, &format!("GET /lib.rs HTTP/1.1\r\n{headers}"));
        text.split(' ').nth(1).unwrap().to_owned()
    };
    for good in [
        "host: 127.0.0.1:PORT",
        "Host: LOCALHOST:PORT",
        "host: localhost:PORT\r\norigin: http://localhost:PORT\r\nsec-fetch-site: same-origin",
        "host: localhost:PORT\r\nsec-fetch-site: none",
        "host: localhost:PORT\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: navigate",
    ] {
        assert_eq!((with(&own, good), with(&any, good)), ("200".into(), "200".into()), "{good}");
    }
    for bad in [
        "accept: */*",
        "host: rebound.example:PORT",
        "host: 127.0.0.1:1",
        "host: 127.0.0.1",
        "host: 127.0.0.1:PORT\r\nhost: rebound.example",
        "host: 127.0.0.1:PORT\r\norigin: https://elsewhere.example",
        "host: 127.0.0.1:PORT\r\norigin: null",
        "host: 127.0.0.1:PORT\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors",
        "host: 127.0.0.1:PORT\r\nsec-fetch-site: same-site\r\nsec-fetch-mode: cors",
    ] {
        assert_eq!((with(&own, bad), with(&any, bad)), ("403".into(), "200".into()), "{bad}");
    }
}

#[test]
fn media_types() {
    assert_eq!(media_type("a/core.wasm"), "application/wasm");
    assert_eq!(media_type("index-B1.js"), "text/javascript; charset=utf-8");
    assert_eq!(media_type("LICENSE"), "application/octet-stream");
}
