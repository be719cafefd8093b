//! What the body of a response is, told by its first bytes.

use super::Stream;
use crate::endpoint::Api;

#[derive(Clone, Debug)]
pub(super) enum Body {
    /// Nothing yet that tells what it is: blank space, a part of a byte order mark, or of the name
    /// of a stream's first field.
    Unknown(Vec<u8>),
    Json(Vec<u8>),
    Stream(Box<Stream>),
    /// Anything else; its first bytes.
    Strange(Vec<u8>),
}

/// A byte order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// What follows the blank space and the marks at the beginning, which mean nothing in JSON nor in
/// a stream.
pub(super) fn without_blank(bytes: &[u8]) -> &[u8] {
    let start = bytes.trim_ascii_start();
    start.strip_prefix(MARK).map_or(start, without_blank)
}

impl Body {
    /// What a body is that begins like this, or `None` where more must come to tell. A stream
    /// begins with a comment or with one of its fields; a sentence may begin with their letters.
    pub(super) fn begun(api: Api, start: &[u8]) -> Option<Self> {
        if MARK.starts_with(start) {
            return None;
        }
        let fields = FIELDS.map(str::as_bytes);
        let is_end = |byte: &u8| matches!(byte, b':' | b'\n' | b'\r');
        let after = |field: &[u8]| start.strip_prefix(field).and_then(<[u8]>::first);
        let error = start.strip_prefix(ERROR).map(|it| it.strip_prefix(b" ").unwrap_or(it));
        let is_error = error.is_some_and(|error| error.starts_with(b"{"));
        match start[0] {
            b'{' | b'[' => Some(Self::Json(Vec::new())),
            first
                if first == b':'
                    || is_error
                    || fields.iter().filter_map(|it| after(it)).any(is_end) =>
            {
                Some(Self::Stream(Box::new(Stream::new(api))))
            }
            _ if fields.iter().any(|field| field.starts_with(start)) => None,
            _ if ERROR.starts_with(start) || error.is_some_and(<[u8]>::is_empty) => None,
            _ => Some(Self::Strange(Vec::new())),
        }
    }
}

/// The fields of event streams.
const FIELDS: [&str; 4] = ["data", "event", "id", "retry"];

/// A field of llama.cpp's server's own, before JSON. The error follows once more as data.
const ERROR: &[u8] = b"error:";
