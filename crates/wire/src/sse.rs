//! Event streams, by the rules of the HTML standard: bytes in, events out.

/// An event of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SseEvent {
    /// Its type; `message` where the stream names none.
    pub(crate) event: String,
    /// Its data; several `data` lines are joined by line feeds.
    pub(crate) data: String,
}

/// Why no more can be read from a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SseError {
    /// One event takes more bytes than [`SseDecoder::LIMIT`]. No provider sends such a thing.
    #[error("one event of the stream has more than {0} bytes")]
    TooLarge(usize),
}

/// Takes a stream apart into its events, wherever the network has cut it.
///
/// Lines end with LF, CR or CR LF. A byte order mark at the start, comments and unknown fields
/// are passed over, and what is no UTF-8 is replaced by U+FFFD. A block without data is no event.
#[derive(Clone, Debug, Default)]
pub(crate) struct SseDecoder {
    /// The line that has not ended yet.
    line: Vec<u8>,
    event: String,
    data: String,
    /// Whether the last byte was a CR, of which an LF would be the second half.
    is_after_cr: bool,
    /// Whether the first line is behind us, which alone may begin with a mark.
    is_begun: bool,
    failed: Option<SseError>,
}

impl SseDecoder {
    /// The most that one event may take, in bytes: 16 MiB.
    pub(crate) const LIMIT: usize = 16 << 20;

    /// Takes the next bytes, and answers the events that end in them, with the error behind them,
    /// if there is one. After it nothing more is read.
    ///
    /// A block that no blank line ends is no event: where the stream ends with one, it is dropped.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> (Vec<SseEvent>, Result<(), SseError>) {
        let mut events = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() && self.failed.is_none() {
            if std::mem::take(&mut self.is_after_cr) && rest[0] == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            self.line.extend_from_slice(&rest[..end.unwrap_or(rest.len())]);
            if self.line.len() + self.data.len() + self.event.len() > Self::LIMIT {
                self.failed = Some(SseError::TooLarge(Self::LIMIT));
                break;
            }
            let Some(end) = end else { break };
            self.is_after_cr = rest[end] == b'\r';
            rest = &rest[end + 1..];
            events.extend(self.end_line());
        }
        (events, self.failed.map_or(Ok(()), Err))
    }

    fn end_line(&mut self) -> Option<SseEvent> {
        let bytes = std::mem::take(&mut self.line);
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        let bytes = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if is_first => rest,
            _ => &bytes,
        };
        // No byte of a longer UTF-8 sequence looks like the end of a line, so that lines may be
        // decoded one by one.
        let line = String::from_utf8_lossy(bytes);
        if line.is_empty() {
            return self.end_block();
        }
        let (field, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.event),
            "data" => {
                self.data.push_str(value);
                self.data.push('\n');
            }
            _ => {}
        }
        None
    }

    fn end_block(&mut self) -> Option<SseEvent> {
        let event = std::mem::take(&mut self.event);
        let mut data = std::mem::take(&mut self.data);
        // The line feed after the last line of the data; without any there was no data.
        data.pop()?;
        let event = if event.is_empty() { "message".to_owned() } else { event };
        Some(SseEvent { event, data })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events of a stream, read at once; every cut in two, and byte by byte, give the same.
    #[track_caller]
    fn check(stream: &[u8], expected: &[(&str, &str)]) {
        let read = |parts: &[&[u8]]| {
            let mut decoder = SseDecoder::default();
            let mut events = Vec::new();
            for part in parts {
                let (more, read) = decoder.push(part);
                assert_eq!(read, Ok(()));
                events.extend(more);
            }
            events
        };
        let events = read(&[stream]);
        let found: Vec<_> = events.iter().map(|it| (it.event.as_str(), it.data.as_str())).collect();
        assert_eq!(found, expected);
        for cut in 0..=stream.len() {
            let (head, tail) = stream.split_at(cut);
            assert_eq!(read(&[head, b"", tail]), events, "cut at {cut}");
        }
        let bytes: Vec<&[u8]> = stream.chunks(1).collect();
        assert_eq!(read(&bytes), events);
    }

    #[test]
    fn lines_end_with_lf_cr_or_both() {
        for end in ["\n", "\r", "\r\n"] {
            let stream = "event: a\ndata: 1\n\ndata: 2\n\n".replace('\n', end);
            check(stream.as_bytes(), &[("a", "1"), ("message", "2")]);
        }
        check(b"data: 1\r\n\n\r\rdata: 2\n\r\n", &[("message", "1"), ("message", "2")]);
    }

    #[test]
    fn data_of_several_lines_is_one_text() {
        check(b"data: a\ndata:\ndata:  b\n\n", &[("message", "a\n\n b")]);
        check(b"data\n\n", &[("message", "")]);
        check(b"data:x\n\n", &[("message", "x")]);
    }

    #[test]
    fn what_is_no_event_is_passed_over() {
        check(b": hello\n\nid: 7\nretry: 10\nof tomorrow: 1\n\n", &[]);
        check(b"event: a\n\ndata: 1\n\n", &[("message", "1")]);
        check(b"Data: 1\n data: 2\n\n", &[]);
    }

    #[test]
    fn a_block_that_has_not_ended_is_dropped() {
        check(b"data: 1\n\ndata: 2\n", &[("message", "1")]);
        check(b"data: 1\n\ndata: 2", &[("message", "1")]);
    }

    #[test]
    fn a_byte_order_mark_is_passed_over_at_the_start_alone() {
        check("\u{feff}data: 1\n\n\u{feff}data: 2\n\n".as_bytes(), &[("message", "1")]);
        check(b"\xEF\xBBdata: 1\n\n", &[]);
    }

    #[test]
    fn text_is_utf_8_and_what_is_not_is_replaced() {
        check("data: né 한 🦀\n\n".as_bytes(), &[("message", "né 한 🦀")]);
        check(b"data: a\xFFb\xE2\x82\n\n", &[("message", "a\u{fffd}b\u{fffd}")]);
    }

    #[test]
    fn an_event_without_bounds_is_refused_after_those_before_it() {
        let mut decoder = SseDecoder::default();
        let stream = [b"data: 1\n\ndata: ".as_slice(), &vec![b'x'; SseDecoder::LIMIT]].concat();
        let error = Err(SseError::TooLarge(SseDecoder::LIMIT));
        let (events, read) = decoder.push(&stream);
        assert_eq!((events.len(), read), (1, error));
        assert_eq!(decoder.push(b"\n\ndata: 2\n\n"), (vec![], error));

        let mut decoder = SseDecoder::default();
        let line = [b"data: ".as_slice(), &vec![b'x'; 1 << 20], b"\n"].concat();
        let full = (0..17).find(|_| decoder.push(&line).1.is_err());
        assert_eq!(full, Some(15), "many lines are one event");
    }
    /// What a reader finds that has all of the text before it, and takes one line after the other.
    fn naive(stream: &[u8]) -> Vec<(String, String)> {
        let text = String::from_utf8_lossy(stream).replace("\r\n", "\n").replace('\r', "\n");
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut events = Vec::new();
        let (mut event, mut data) = (String::new(), Vec::new());
        for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "" if line.is_empty() => {
                    let name = std::mem::take(&mut event);
                    if !data.is_empty() {
                        let name = if name.is_empty() { "message".into() } else { name };
                        events.push((name, std::mem::take(&mut data).join("\n")));
                    }
                }
                "event" => value.clone_into(&mut event),
                "data" => data.push(value.to_owned()),
                _ => {}
            }
        }
        events
    }

    #[test]
    fn any_row_of_signs_is_read_as_by_one_who_has_all_of_the_text_before_it() {
        let signs = ["data", "event", ":", " ", "\n", "\r", "\u{feff}", "x"];
        let streams = (0..signs.len().pow(5)).map(|number| {
            let sign = |place: u32| signs[number / signs.len().pow(place) % signs.len()];
            format!("data:1\n{}\n\n", (0..5).map(sign).collect::<String>()).into_bytes()
        });
        for stream in streams {
            let (events, read) = SseDecoder::default().push(&stream);
            assert_eq!(read, Ok(()));
            let found: Vec<_> = events.into_iter().map(|it| (it.event, it.data)).collect();
            assert_eq!(found, naive(&stream), "{}", String::from_utf8_lossy(&stream));
        }
    }
}
