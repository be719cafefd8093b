//! A provider on this machine, with a model that knows the replies of a scenario.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, mpsc},
    thread,
    time::Duration,
};

use secondwind_course::{ScenarioSource, stub_script};
use serde_json::{Value, json};

/// What happens to a request instead of a reply, or behind it.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// A status, headers beside the usual ones, and a body.
    Status(u16, &'static str, String),
    /// The stream breaks off in its middle.
    Cut,
    /// The headers of a stream, and then nothing until the other side gives up.
    Hang,
    /// The whole stream, and then nothing until the other side gives up.
    Open,
    /// The same without the mark that chat completions end with.
    OpenUnmarked,
    /// The whole stream, and then pings for ever.
    Pings,
}

impl Fault {
    const fn has_reply(&self) -> bool {
        matches!(self, Self::Open | Self::OpenUnmarked | Self::Pings)
    }
}

/// A request as it came in.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Its first line and its headers, in lower case but for their values.
    pub(crate) head: Vec<String>,
    pub(crate) body: Value,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.iter().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, it)| it)
    }
}

/// A running server; it ends with the test's process.
pub(crate) struct Provider {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    arrivals: mpsc::Receiver<()>,
}

struct Script {
    replies: Vec<Value>,
    next: usize,
    faults: Vec<Fault>,
}

impl Provider {
    /// Answers with the replies of a scenario. Faults come first, one a request.
    pub(crate) fn start(source: &ScenarioSource, faults: &[Fault]) -> Self {
        Self::with(stub_script(source).unwrap().replies, faults)
    }

    /// Answers with these replies, in Anthropic's form.
    pub(crate) fn with(replies: Vec<Value>, faults: &[Fault]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let script = Script { replies, next: 0, faults: faults.iter().rev().cloned().collect() };
        let script = Arc::new(Mutex::new(script));
        let (arrived, arrivals) = mpsc::channel();
        let kept = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (kept, script, arrived) =
                    (Arc::clone(&kept), Arc::clone(&script), arrived.clone());
                thread::spawn(move || serve(stream.unwrap(), &kept, &script, &arrived));
            }
        });
        Self { url, requests, arrivals }
    }

    /// All requests so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// Waits until so many more requests have come in.
    pub(crate) fn wait(&self, count: usize) {
        for _ in 0..count {
            self.arrivals.recv().unwrap();
        }
    }
}

fn serve(
    mut stream: TcpStream,
    kept: &Mutex<Vec<Request>>,
    script: &Mutex<Script>,
    arrived: &mpsc::Sender<()>,
) {
    let Some(request) = read(&stream) else { return };
    let is_chat = request.head[0].contains("/chat/completions");
    let is_known = is_chat || request.head[0].contains("/v1/messages");
    kept.lock().unwrap().push(request);
    let (fault, reply) = {
        let mut script = script.lock().unwrap();
        let fault = script.faults.pop();
        let reply = script.replies[script.next.min(script.replies.len() - 1)].clone();
        script.next += usize::from(fault.as_ref().is_none_or(Fault::has_reply));
        (fault, reply)
    };
    // The test may have ended.
    let _ = arrived.send(());
    if let Some(Fault::Status(status, headers, body)) = &fault {
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
        );
        let _ = stream.write_all(format!("{head}{body}").as_bytes());
        return;
    }
    assert!(is_known, "no such path");
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\
                transfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    let _ = stream.write_all(head.as_bytes());
    if matches!(fault, Some(Fault::Hang)) {
        // Until the other side gives up.
        let _ = stream.read(&mut [0]);
        return;
    }
    let mut text = if is_chat { chat(&reply) } else { anthropic(&reply) };
    if matches!(fault, Some(Fault::OpenUnmarked)) {
        text = text.replace("data: [DONE]\n\n", "");
    }
    let is_cut = matches!(fault, Some(Fault::Cut));
    let bytes = if is_cut { &text.as_bytes()[..text.len() / 2] } else { text.as_bytes() };
    // Pieces that respect neither lines nor characters.
    for piece in bytes.chunks(37) {
        if send(&mut stream, piece).is_err() {
            return;
        }
    }
    match fault {
        Some(Fault::Cut) => {}
        Some(Fault::Pings) => {
            let ping = event("ping", &json!({ "type": "ping" }));
            while send(&mut stream, ping.as_bytes()).is_ok() {
                thread::sleep(Duration::from_millis(10));
            }
        }
        Some(_) => drop(stream.read(&mut [0])),
        None => drop(stream.write_all(b"0\r\n\r\n")),
    }
}

/// Sends a piece of a body without a length.
fn send(stream: &mut TcpStream, piece: &[u8]) -> io::Result<()> {
    write!(stream, "{:x}\r\n", piece.len())?;
    stream.write_all(piece)?;
    stream.write_all(b"\r\n")
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim_end().to_owned();
        if line.is_empty() {
            break;
        }
        head.push(line);
    }
    let request = Request { head, body: Value::Null };
    let length = request.header("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { body: serde_json::from_slice(&body).ok()?, ..request })
}

fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

/// Text in two parts.
fn halves(text: &str) -> [&str; 2] {
    let middle = (text.len() / 2..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap();
    let (one, other) = text.split_at(middle);
    [one, other]
}

fn anthropic(reply: &Value) -> String {
    let mut started = reply.clone();
    started["content"] = json!([]);
    started["stop_reason"] = Value::Null;
    let mut text = event("message_start", &json!({ "type": "message_start", "message": started }));
    for (index, block) in reply["content"].as_array().unwrap().iter().enumerate() {
        let mut start = block.clone();
        let whole = if let Some(text) = block["text"].as_str() {
            start["text"] = json!("");
            text.to_owned()
        } else {
            start["input"] = json!({});
            block["input"].to_string()
        };
        let start =
            json!({ "type": "content_block_start", "index": index, "content_block": start });
        text += &event("content_block_start", &start);
        for half in halves(&whole) {
            let delta = if block["type"] == "text" {
                json!({ "type": "text_delta", "text": half })
            } else {
                json!({ "type": "input_json_delta", "partial_json": half })
            };
            let delta = json!({ "type": "content_block_delta", "index": index, "delta": delta });
            text += &event("content_block_delta", &delta);
        }
        let stop = json!({ "type": "content_block_stop", "index": index });
        text += &event("content_block_stop", &stop);
    }
    let delta = json!({ "stop_reason": reply["stop_reason"], "stop_sequence": null });
    let delta = json!({
        "type": "message_delta", "delta": delta,
        "usage": { "output_tokens": reply["usage"]["output_tokens"] },
    });
    text + &event("message_delta", &delta)
        + &event("message_stop", &json!({ "type": "message_stop" }))
}

/// The same reply as chat completions have it. The cache is left out: its tokens would be a part
/// of the prompt there, and the lesson's counter would see them.
fn chat(reply: &Value) -> String {
    let chunk = |delta: Value, finish: Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
        let chunk = json!({ "id": reply["id"], "model": "scripted", "choices": [choice] });
        format!("data: {chunk}\n\n")
    };
    let mut text = chunk(json!({ "role": "assistant", "content": "" }), Value::Null);
    let mut calls = 0;
    for block in reply["content"].as_array().unwrap() {
        if let Some(whole) = block["text"].as_str() {
            for half in halves(whole) {
                text += &chunk(json!({ "content": half }), Value::Null);
            }
            continue;
        }
        let function = json!({ "name": block["name"], "arguments": "" });
        let call = json!({
            "index": calls, "id": block["id"], "type": "function", "function": function });
        text += &chunk(json!({ "tool_calls": [call] }), Value::Null);
        for half in halves(&block["input"].to_string()) {
            let call = json!({ "index": calls, "function": { "arguments": half } });
            text += &chunk(json!({ "tool_calls": [call] }), Value::Null);
        }
        calls += 1;
    }
    let finish = match reply["stop_reason"].as_str() {
        Some("end_turn") | None => "stop",
        Some("tool_use") => "tool_calls",
        Some("max_tokens") => "length",
        Some(other) => other,
    };
    text += &chunk(json!({}), json!(finish));
    let count = |key: &str| reply["usage"][key].as_u64().unwrap();
    let (input, output) = (count("input_tokens"), count("output_tokens"));
    let usage = json!({
        "prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output });
    let last = json!({ "id": reply["id"], "model": "scripted", "choices": [], "usage": usage });
    text + &format!("data: {last}\n\ndata: [DONE]\n\n")
}
