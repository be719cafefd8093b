//! A small HTTP server for pages on this machine: `GET` and `HEAD` alone, on 127.0.0.1 alone, one
//! request a connection. It has no dependency and serves two: `secondwind preview`, and the page
//! that `cargo xtask play` builds.
//!
//! It can be told to answer its own pages alone ([`Visitors::Own`]). Any page that a browser has
//! open can send requests to this machine, also by a name of its own that it lets point here; what
//! an author has not published yet is none of its business.

mod files;
mod request;

use std::{
    borrow::Cow,
    io::{self, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

pub use files::{file_below, media_type};
use request::{Refusal, Request};

/// How many ports are tried, from the first on.
const TRIES: u16 = 50;

/// How many connections are answered at a time. A browser opens six.
const CONNECTIONS: usize = 64;

/// How long a visitor may be silent, or deaf.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitors {
    /// Everybody on this machine.
    Any,
    /// Who names this server as its host, and is no other page.
    Own,
}

/// Writes events until the visitor is gone, which is an error of the writer's.
pub type Events = Box<dyn FnMut(&mut dyn Write) -> io::Result<()>>;

/// What a path stands for.
pub enum Answer {
    /// A file.
    File {
        /// Its media type, see [`media_type`].
        media: &'static str,
        /// What it holds.
        bytes: Cow<'static, [u8]>,
    },
    /// A stream of server-sent events.
    Events(Events),
    /// Nothing.
    Missing,
}

/// A server that is up.
pub struct Site {
    /// Where the page is.
    pub url: String,
    /// The port it is served on.
    pub port: u16,
    thread: JoinHandle<()>,
}

impl Site {
    /// Serves on the port, or on the next one that is free; 0 stands for any. `answers` is asked
    /// for the path of each request, which begins with `/` and has no query.
    ///
    /// The error is that of the last port that was tried, `AddrInUse` where all of them are taken.
    pub fn start(
        port: u16,
        visitors: Visitors,
        answers: impl Fn(&str) -> Answer + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = listen(port)?;
        let port = listener.local_addr()?.port();
        let answers = Arc::new(answers);
        let open = Arc::new(AtomicUsize::new(0));
        let thread = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
                    open.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                let (answers, open) = (Arc::clone(&answers), Arc::clone(&open));
                thread::spawn(move || {
                    // A visitor who is gone needs no answer.
                    let _ = answer(&stream, port, visitors, &*answers);
                    open.fetch_sub(1, Ordering::Relaxed);
                });
            }
        });
        Ok(Self { url: format!("http://127.0.0.1:{port}/"), port, thread })
    }

    /// Serves until the program is stopped.
    pub fn stay(self) {
        // It ends with the program alone.
        let _ = self.thread.join();
    }
}

fn listen(first: u16) -> io::Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let last = first.saturating_add(TRIES - 1);
    for port in first..last {
        match bind(port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            done => return done,
        }
    }
    bind(last)
}

/// Answers the one request of a connection.
fn answer(
    stream: &TcpStream,
    port: u16,
    visitors: Visitors,
    answers: &(impl Fn(&str) -> Answer + ?Sized),
) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut out = stream;
    let request = match Request::read(stream, port, visitors) {
        Ok(request) => request,
        Err(Refusal::Gone(error)) => return Err(error),
        Err(Refusal::Status(status)) => return refuse(out, status),
    };
    let (media, bytes) = match answers(&request.path) {
        Answer::Missing => return refuse(out, "404 Not Found"),
        Answer::Events(mut events) => {
            out.write_all(head("200 OK", "text/event-stream").as_bytes())?;
            out.write_all(b"\r\n")?;
            return if request.is_head { Ok(()) } else { events(&mut out) };
        }
        Answer::File { media, bytes } => (media, bytes),
    };
    let head = head("200 OK", media);
    out.write_all(format!("{head}content-length: {}\r\n\r\n", bytes.len()).as_bytes())?;
    if request.is_head { Ok(()) } else { out.write_all(&bytes) }
}

fn head(status: &str, media: &str) -> String {
    // What is built anew is what the next reload shows.
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {media}\r\nx-content-type-options: nosniff\r\n\
         cache-control: no-cache\r\nconnection: close\r\n"
    )
}

fn refuse(mut out: &TcpStream, status: &str) -> io::Result<()> {
    let head = head(status, "text/plain; charset=utf-8");
    let allow = if status.starts_with("405") { "allow: GET, HEAD\r\n" } else { "" };
    let body = status.get(4..).unwrap_or_default().to_lowercase();
    out.write_all(format!("{head}{allow}content-length: {}\r\n\r\n{body}", body.len()).as_bytes())
}

#[cfg(test)]
mod tests;
