//! A stream put together into the reply that the provider would have sent at once.

mod anthropic;
mod body;
mod chat;
mod held;
mod responses;
mod screen;

use std::fmt;

use secondwind_core::{ReportedUsage, Usage};
use serde_json::{Value, json};

use self::{
    body::{Body, without_blank},
    held::Held,
    screen::Screen,
};
use crate::{
    endpoint::Api,
    failure::Failure,
    json::{self, Halves, Unread},
    secret::Secret,
    sse::{SseDecoder, SseError, SseEvent},
};

/// A piece of a reply, for a screen. What counts is the reply itself, from [`Decoder::finish`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// More of the text.
    Text(String),
    /// More of the thinking.
    Thinking(String),
    /// More of what the model says when it declines, where that has a place of its own.
    Refusal(String),
    /// A tool call has begun.
    Call {
        /// Tells the calls of this reply apart. Not counted from 0: it is the place of a block
        /// among all blocks.
        index: usize,
        /// The tool.
        name: String,
    },
    /// More of a call's arguments.
    Input {
        /// The call.
        index: usize,
        /// JSON text, by itself incomplete.
        json: String,
    },
    /// The usage so far, as often as it changes. The last one is that of the reply.
    Usage(Usage),
}

/// Puts a reply together from the bytes of a response whose status is 2xx, wherever the network
/// has cut them. A body that is no stream but one JSON object is taken as well: some servers
/// stream nothing, whatever they are asked for.
///
/// ```
/// use secondwind_wire::{Api, Decoder, Delta, FailureClass};
///
/// let mut decoder = Decoder::new(Api::OpenAiChat);
/// let chunk = br#"data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}"#;
/// assert_eq!(decoder.push(chunk), (vec![], Ok(())));
/// assert_eq!(decoder.push(b"\n\n"), (vec![Delta::Text("Hi".into())], Ok(())));
/// let failure = decoder.finish().expect_err("the stream has not ended by itself");
/// assert_eq!(failure.class, FailureClass::Cut);
/// ```
#[derive(Clone)]
pub struct Decoder {
    api: Api,
    key: Option<Secret>,
    body: Body,
    /// Bytes so far.
    received: usize,
    failed: Option<Failure>,
}

#[derive(Clone, Debug)]
struct Stream {
    events: SseDecoder,
    halves: Halves,
    screen: Screen,
    assembly: Assembly,
}

#[derive(Clone, Debug)]
enum Assembly {
    Anthropic(Box<anthropic::Message>),
    Chat(Box<chat::Completion>),
    Responses(Box<responses::Response>),
}

impl Decoder {
    /// The most that a whole response may take, in bytes: 256 MiB.
    pub const LIMIT: usize = 256 << 20;

    /// The most that one event of a response may take, or a body that is no stream, in bytes:
    /// 16 MiB. It may be nested 127 deep.
    pub const EVENT_LIMIT: usize = SseDecoder::LIMIT;

    /// The most JSON values that an event may have, and a reply with the arguments of its calls:
    /// 1,048,576. An object counts for three.
    pub const VALUES: usize = json::VALUES;

    /// A decoder to which nothing has come in yet.
    pub const fn new(api: Api) -> Self {
        Self { api, key: None, body: Body::Unknown(Vec::new()), received: 0, failed: None }
    }

    /// The same, with the key that was sent: neither a failure, nor the reply, nor a delta will show
    /// it. The end of a text that may be its beginning is told with what follows.
    #[must_use]
    pub fn hiding(self, key: Option<&Secret>) -> Self {
        Self { key: key.cloned(), ..self }
    }

    /// Takes the next bytes, and answers what is new for a screen, with the failure that came
    /// behind it, if one did. After a failure nothing more is read, and each call answers it.
    pub fn push(&mut self, bytes: &[u8]) -> (Vec<Delta>, Result<(), Failure>) {
        let mut deltas = Vec::new();
        // What comes behind the end of a reply takes nothing of it away.
        if self.failed.is_none() && !self.is_done() {
            let room = Self::LIMIT - self.received;
            let taken = &bytes[..bytes.len().min(room)];
            self.received += taken.len();
            let read = self.read(taken, &mut deltas).and_then(|()| {
                let fits = taken.len() == bytes.len() || self.is_done();
                if fits { Ok(()) } else { Err(Failure::malformed("the answer has no end")) }
            });
            self.failed = read.err();
        }
        (deltas, self.failed.clone().map_or(Ok(()), Err))
    }

    /// Whether the reply is complete, so that [`Decoder::finish`] need not wait for the end of the
    /// connection. Only streams say so, and not all of them.
    pub fn is_done(&self) -> bool {
        match &self.body {
            Body::Stream(stream) => self.failed.is_none() && stream.assembly.is_done(),
            _ => false,
        }
    }

    /// Ends the response: the reply as the provider's API returns it where nothing is streamed,
    /// or why there is none. A stream that has not said that it is complete is no reply.
    pub fn finish(self) -> Result<Value, Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        let key = self.key.as_ref();
        let mut reply = match self.body {
            Body::Unknown(_) => Err(Failure::cut()),
            Body::Json(bytes) => whole(self.api, &bytes, key),
            Body::Stream(stream) => stream.finish(key),
            Body::Strange(head) => Err(Failure::strange(&head, key)),
        }?;
        // A server that sends the key back does not get it into a history.
        if let Some(key) = key.filter(|key| key.is_long()) {
            strike(&mut reply, key);
        }
        Ok(reply)
    }

    fn read(&mut self, bytes: &[u8], deltas: &mut Vec<Delta>) -> Result<(), Failure> {
        match &mut self.body {
            Body::Unknown(head) => {
                head.extend_from_slice(bytes);
                let start = without_blank(head);
                let start = start.to_vec();
                if let Some(body) = Body::begun(self.api, &start) {
                    self.body = body;
                    self.read(&start, deltas)
                } else {
                    *head = start;
                    Ok(())
                }
            }
            Body::Json(body) => {
                body.extend_from_slice(bytes);
                let limit = Self::EVENT_LIMIT;
                if body.len() > limit {
                    return Err(Failure::malformed(&format!(
                        "the answer has more than {limit} bytes"
                    )));
                }
                Ok(())
            }
            Body::Stream(stream) => stream.read(bytes, self.key.as_ref(), deltas),
            Body::Strange(head) => {
                // One more than is looked at, by which it is seen that there was more.
                let most = Failure::most_read(self.key.as_ref()) + 1;
                let room = most.saturating_sub(head.len());
                head.extend_from_slice(&bytes[..bytes.len().min(room)]);
                Ok(())
            }
        }
    }
}

/// Without what came in, in which a provider may have shown the key.
impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder")
            .field("api", &self.api)
            .field("received", &self.received)
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}

impl Stream {
    fn new(api: Api) -> Self {
        let assembly = match api {
            Api::AnthropicMessages => Assembly::Anthropic(Box::default()),
            Api::OpenAiChat => Assembly::Chat(Box::default()),
            Api::OpenAiResponses => Assembly::Responses(Box::default()),
        };
        let (events, halves) = (SseDecoder::default(), Halves::default());
        Self { events, halves, screen: Screen::default(), assembly }
    }

    fn read(
        &mut self,
        bytes: &[u8],
        key: Option<&Secret>,
        deltas: &mut Vec<Delta>,
    ) -> Result<(), Failure> {
        let (events, read) = self.events.push(bytes);
        let taken = events.iter().try_for_each(|event| self.take(event, key, deltas));
        // What follows the end of a reply may be without bounds; nothing of it is looked at.
        let is_done = self.assembly.is_done();
        let taken = taken.and_then(|()| if is_done { Ok(()) } else { read.map_err(too_large) });
        let is_over = taken.is_err() || is_done;
        *deltas = self.screen.show(std::mem::take(deltas), &self.halves, key, is_over);
        taken
    }

    fn take(
        &mut self,
        event: &SseEvent,
        key: Option<&Secret>,
        deltas: &mut Vec<Delta>,
    ) -> Result<(), Failure> {
        let data = event.data.trim();
        if self.assembly.is_done() || event.event == "ping" || data.is_empty() {
            return Ok(());
        }
        if data == "[DONE]" {
            if let Assembly::Chat(completion) = &mut self.assembly {
                completion.done();
            }
            return Ok(());
        }
        let mut json = match self.halves.read(data) {
            Ok(json) if json.is_object() => json,
            Err(Unread::TooMany) => return Err(held::too_many()),
            _ if event.event == "error" => return Err(Failure::told(&json!(data), key)),
            _ => return Err(Failure::malformed("an event of the stream is no JSON object")),
        };
        let kind = json.get("type").and_then(Value::as_str).unwrap_or(&event.event);
        // Two of the three say so by the type, and chat completions by the member.
        let is_error = kind == "error" || json.get("error").is_some_and(|error| !error.is_null());
        if is_error {
            self.halves.join(&mut json);
            return Err(Failure::told(&json, key));
        }
        match &mut self.assembly {
            Assembly::Anthropic(message) => message.take(&json, deltas),
            Assembly::Chat(completion) => completion.take(&json, deltas),
            Assembly::Responses(response) => response.take(&json, deltas),
        }
    }

    fn finish(self, key: Option<&Secret>) -> Result<Value, Failure> {
        let mut reply = match self.assembly {
            Assembly::Anthropic(message) => message.finish(),
            Assembly::Chat(completion) => completion.finish(),
            Assembly::Responses(response) => response.finish(key),
        }?;
        self.halves.join(&mut reply);
        Ok(reply)
    }
}

impl Assembly {
    const fn is_done(&self) -> bool {
        match self {
            Self::Anthropic(message) => message.is_done(),
            Self::Chat(completion) => completion.is_done(),
            Self::Responses(response) => response.is_done(),
        }
    }
}

/// Takes the key out of every text of a reply, and out of every name: a model chooses the members
/// of its tool calls.
fn strike(value: &mut Value, key: &Secret) {
    match value {
        Value::String(text) => {
            let struck = key.strike(text);
            if struck != *text {
                *text = struck;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| strike(item, key)),
        Value::Object(members) => {
            members.values_mut().for_each(|value| strike(value, key));
            if members.keys().any(|name| key.strike(name) != *name) {
                let taken = std::mem::take(members).into_iter();
                *members = taken.map(|(name, value)| (key.strike(&name), value)).collect();
            }
        }
        _ => {}
    }
}

/// A reply that came at once.
fn whole(api: Api, bytes: &[u8], key: Option<&Secret>) -> Result<Value, Failure> {
    let mut reply = match json::read(&String::from_utf8_lossy(bytes)) {
        Ok(reply) => reply,
        Err(Unread::Cut) => return Err(Failure::cut()),
        Err(Unread::Strange) => return Err(Failure::malformed("the answer is no JSON")),
        Err(Unread::TooMany) => return Err(held::too_many()),
    };
    if reply.get("error").is_some_and(|error| !error.is_null()) {
        return Err(Failure::told(&reply, key));
    }
    match api {
        Api::AnthropicMessages if reply.get("content").is_some_and(Value::is_array) => Ok(reply),
        Api::OpenAiChat if reply.pointer("/choices/0/message").is_some_and(Value::is_object) => {
            chat::count_timings(&mut reply);
            Ok(reply)
        }
        Api::OpenAiResponses if reply.get("output").is_some_and(Value::is_array) => {
            responses::settled(reply, key)
        }
        _ => Err(Failure::malformed("the answer is JSON of another shape")),
    }
}

fn too_large(error: SseError) -> Failure {
    Failure::malformed(&error.to_string())
}

/// Tells of the usage where it is another than the last that was told.
fn tell(usage: &ReportedUsage, told: &mut Option<Usage>, deltas: &mut Vec<Delta>) {
    if let ReportedUsage::Counted(counted) = usage
        && *told != Some(counted.usage)
    {
        *told = Some(counted.usage);
        deltas.push(Delta::Usage(counted.usage));
    }
}

/// The member as an index; 0 where there is none.
fn index(object: &Value, key: &str) -> usize {
    let index = object.get(key).and_then(Value::as_u64).unwrap_or_default();
    usize::try_from(index).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream of chat completions with these texts.
    fn said(texts: &[&str]) -> String {
        let chunk = |text: &&str| {
            format!(
                r#"data: {{"choices":[{{"delta":{{"content":"{text}"}},"finish_reason":"stop"}}]}}"#
            )
        };
        let chunks: Vec<_> = texts.iter().map(chunk).collect();
        chunks.join("\n\n") + "\n\ndata: [DONE]\n\n"
    }

    #[test]
    fn a_letter_in_two_events_is_one_letter() {
        let mut decoder = Decoder::new(Api::OpenAiChat);
        let stream = said(&[r"a \ud83d", r"\ude00 b", r"\ud83d", "c"]);
        let deltas: Vec<_> =
            stream.as_bytes().chunks(9).flat_map(|bytes| decoder.push(bytes).0).collect();
        let texts = ["a ", "😀 b", "\u{fffd}c"].map(|text| Delta::Text(text.into()));
        assert_eq!(deltas, texts);
        let reply = decoder.finish().unwrap();
        assert_eq!(reply["choices"][0]["message"]["content"], "a 😀 b\u{fffd}c");
        // Where nothing is streamed, too.
        let mut decoder = Decoder::new(Api::OpenAiChat);
        decoder.push(br#"{"choices":[{"message":{"content":"a \ud83d\ude00\ud83d"}}]}"#).1.unwrap();
        let reply = decoder.finish().unwrap();
        assert_eq!(reply["choices"][0]["message"]["content"], "a 😀\u{fffd}");
    }

    #[test]
    fn a_reply_with_more_values_than_any_model_writes_is_refused() {
        let many = "{},".repeat(Decoder::VALUES / 6) + "{}";
        let chunk = |logprobs: &str| {
            let choice = format!(r#"{{"delta":{{}},"logprobs":{{"content":[{logprobs}]}}}}"#);
            format!("data: {{\"choices\":[{choice}]}}\n\n")
        };
        let call = |arguments: &str| {
            let arguments = json!(arguments);
            format!(
                r#"data: {{"choices":[{{"delta":{{"tool_calls":[{{"index":0,"function":{{"arguments":{arguments}}}}}]}},"finish_reason":"tool_calls"}}]}}"#
            ) + "\n\ndata: [DONE]\n\n"
        };
        let input = |json: &str| {
            let json = json!(json);
            [
                r#"{"type":"message_start","message":{"content":[{"type":"tool_use"}]}}"#.to_owned(),
                format!(r#"{{"type":"content_block_delta","index":0,"delta":{{"type":"input_json_delta","partial_json":{json}}}}}"#),
                r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#.to_owned(),
                r#"{"type":"message_stop"}"#.to_owned(),
            ]
            .map(|event| format!("data: {event}\n\n"))
            .concat()
        };
        let twice = format!("{many},{many}");
        for (api, body, fits) in [
            (Api::OpenAiChat, format!("{{\"x\":[{twice}]}}"), false),
            (Api::OpenAiChat, chunk(&twice), false),
            (Api::OpenAiChat, chunk(&many), true),
            // Each event by itself has few enough.
            (Api::OpenAiChat, chunk(&many) + &chunk(&many), false),
            (Api::OpenAiChat, call(&format!("[{many}]")), true),
            (Api::OpenAiChat, call(&format!("[{twice}]")), false),
            (Api::AnthropicMessages, input(&format!("[{many}]")), true),
            (Api::AnthropicMessages, input(&format!("[{twice}]")), false),
        ] {
            let mut decoder = Decoder::new(api);
            let end = decoder.push(body.as_bytes()).1.and_then(|()| decoder.finish().map(drop));
            let is_refused = end.is_err_and(|failure| {
                failure.class == crate::FailureClass::Malformed
                    && failure.message.contains("values")
            });
            assert_eq!(is_refused, !fits, "{api:?} {}", &body[..90]);
        }
    }

    #[test]
    fn a_body_that_is_too_long_is_told_by_its_bytes() {
        let mut decoder = Decoder::new(Api::OpenAiChat);
        let (_, read) = decoder.push(&vec![b'['; Decoder::EVENT_LIMIT + 1]);
        let failure = read.expect_err("too long");
        assert_eq!(failure.message, "the answer has more than 16777216 bytes");
    }

    #[test]
    fn a_response_without_an_end_is_refused() {
        let mut decoder = Decoder::new(Api::OpenAiChat);
        decoder.received = Decoder::LIMIT - 4;
        assert_eq!(decoder.push(b"data"), (vec![], Ok(())));
        let failure = decoder.push(b":").1.expect_err("one byte too many");
        assert_eq!(failure.class, crate::FailureClass::Malformed);
        assert_eq!(decoder.finish(), Err(failure));
    }

    #[test]
    fn a_reply_keeps_its_numbers_to_the_digit_and_does_not_hold_the_key() {
        let key = Secret::new("sk-canary-1234").unwrap();
        let mut decoder = Decoder::new(Api::AnthropicMessages).hiding(Some(&key));
        let body = br#"{"type":"message","role":"assistant","content":[{"type":"text","text":"sk-canary-1234?"}],
            "stop_reason":"end_turn","x":11208749669054.285,"created":12345678}"#;
        decoder.push(body).1.unwrap();
        let reply = decoder.finish().unwrap();
        assert_eq!(reply["x"].to_string(), "11208749669054.285");
        assert_eq!(reply["content"][0]["text"], "***?");
        assert_eq!(reply["created"], 12_345_678);
    }
    #[test]
    fn a_model_that_names_a_member_after_the_key_does_not_get_it_into_the_reply() {
        let key = Secret::new("sk-canary-1234").unwrap();
        let at_once = r#"{"choices":[{"message":{"content":"","x":{"sk-canary-1234":{"a sk-canary\/1234":1,"b":2}}}}]}"#;
        let event = |json: &str| format!("data: {json}\n\n");
        let streamed = [
            r#"{"type":"message_start","message":{"content":[{"type":"tool_use"}]}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"sk-canary-1234\":{\"b\":2}}"}}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#,
            r#"{"type":"message_stop"}"#,
        ];
        let streamed = streamed.map(event).concat();
        for (api, body, place) in [
            (Api::OpenAiChat, at_once, "/choices/0/message/x/***/b"),
            (Api::AnthropicMessages, streamed.as_str(), "/content/0/input/***/b"),
        ] {
            let mut decoder = Decoder::new(api).hiding(Some(&key));
            decoder.push(body.as_bytes()).1.unwrap();
            let reply = decoder.finish().unwrap();
            assert_eq!(reply.pointer(place), Some(&json!(2)), "{reply}");
            assert!(!reply.to_string().contains("canary-1234"), "{reply}");
        }
    }

    #[test]
    fn a_failure_comes_with_what_came_before_it() {
        let mut decoder = Decoder::new(Api::OpenAiChat);
        let stream = r#"data: {"choices":[{"delta":{"content":"Hi"}}]}

data: {"error":{"message":"slow down","code":429}}

"#;
        let (deltas, read) = decoder.push(stream.as_bytes());
        assert_eq!(deltas, [Delta::Text("Hi".into())]);
        let failure = read.unwrap_err();
        assert_eq!(failure.class, crate::FailureClass::Rate);
        assert!(failure.may_be_billed, "the model had begun to write");
        assert_eq!(decoder.push(b"data: 1"), (vec![], Err(failure.clone())));
        assert_eq!(decoder.finish(), Err(failure));
    }
}
