//! The tools of a scenario, for a model that was not prepared: nothing is run on this machine.

use std::fmt::Write as _;

use secondwind_core::Effect;
use secondwind_course::{Entry, RecordedResult, RecordedTool, StubScript};
use serde_json::{Map, Value, json};

/// How much a message names of what is prepared: so many inputs, and so many characters in all.
const NAMED: (usize, usize) = (12, 6_000);

/// What a scenario has prepared, in the order in which it is told there.
pub(crate) struct Prepared {
    tools: Vec<RecordedTool>,
    calls: Vec<Call>,
    /// How often each of these calls was made, as far as the run was looked at.
    made: Vec<usize>,
    seen: usize,
}

struct Call {
    tool: String,
    input: Value,
    result: RecordedResult,
}

impl Call {
    fn is(&self, tool: &str, input: &Value) -> bool {
        self.tool == tool && self.input == *input
    }
}

impl Prepared {
    /// Takes the calls and their results out of a script.
    pub(crate) fn new(script: &StubScript) -> Self {
        let blocks =
            script.replies.iter().filter_map(|reply| reply["content"].as_array()).flatten();
        let calls = blocks.filter_map(|block| {
            // A call of `update_notes` has no result here: it is the harness's own.
            let result = script.results.get(block["id"].as_str()?)?;
            let (text, is_error) = (result.text.clone(), result.is_error);
            Some(Call {
                tool: block["name"].as_str()?.to_owned(),
                input: block["input"].clone(),
                result: RecordedResult { text, is_error },
            })
        });
        let calls: Vec<_> = calls.collect();
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let tools = script.tools.iter().map(|tool| {
            let name = word(&tool["name"]);
            let own = calls.iter().filter(|call| call.tool == name);
            let input_schema = schema(own.filter_map(|call| call.input.as_object()));
            RecordedTool { description: word(&tool["description"]), input_schema, name }
        });
        let (tools, made) = (tools.collect(), vec![0; calls.len()]);
        Self { tools, calls, made, seen: 0 }
    }

    /// The tools as the model gets to know them.
    pub(crate) fn tools(&self) -> &[RecordedTool] {
        &self.tools
    }

    /// Answers the call that a run waits for, which is the last of these entries. They are those
    /// of one run, which has gone on since the call before.
    ///
    /// Where the same call was prepared several times, such as that of the tests before and after
    /// the fix, a later result is due once the prepared call right before it was made, as often
    /// as the scenario makes it by then.
    pub(crate) fn answer(
        &mut self,
        entries: &[Entry],
        tool: &str,
        input: &Value,
    ) -> RecordedResult {
        for entry in &entries[self.seen..] {
            if let Entry::Effect(Effect::RunTool { name, input, .. }) = entry {
                for (call, made) in self.calls.iter().zip(&mut self.made) {
                    *made += usize::from(call.is(name, input));
                }
            }
        }
        self.seen = entries.len();
        let is_due = |place: usize| {
            let Some(before) = place.checked_sub(1) else { return true };
            let call = &self.calls[before];
            let wanted = self.calls[..place].iter().filter(|it| it.is(&call.tool, &call.input));
            self.made[before] >= wanted.count()
        };
        let same = self.calls.iter().enumerate().filter(|(_, call)| call.is(tool, input));
        let same: Vec<_> = same.map(|(place, _)| place).collect();
        let later = same.iter().skip(1).rfind(|place| is_due(**place));
        match later.or_else(|| same.first()) {
            Some(place) => self.calls[*place].result.clone(),
            None => RecordedResult { text: self.unprepared(tool), is_error: true },
        }
    }

    /// What the model is told of a call that is not prepared, so that it can go on.
    fn unprepared(&self, tool: &str) -> String {
        if !self.tools.iter().any(|it| it.name == tool) {
            let names: Vec<_> = self.tools.iter().map(|it| it.name.as_str()).collect();
            return format!("There is no such tool. There are: {}.", names.join(", "));
        }
        let mut inputs: Vec<String> = Vec::new();
        for call in self.calls.iter().filter(|call| call.tool == tool) {
            let input = call.input.to_string();
            if !inputs.contains(&input) {
                inputs.push(input);
            }
        }
        if inputs.is_empty() {
            return "This tool has no results here. Go on without it.".to_owned();
        }
        let mut text = "There is no result for this input. The tool answers these inputs alone, \
                        letter for letter:"
            .to_owned();
        let (count, mut room) = NAMED;
        let mut left = 0;
        for (place, input) in inputs.iter().enumerate() {
            if place < count && input.len() <= room {
                room -= input.len();
                text.extend(["\n", input]);
            } else {
                left += 1;
            }
        }
        if left > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "\nand {left} more");
        }
        text
    }
}

/// The JSON Schema that all of these inputs keep to: their members with their types; those that
/// none of them lacks are required.
fn schema<'a>(inputs: impl Iterator<Item = &'a Map<String, Value>>) -> Value {
    let inputs: Vec<_> = inputs.collect();
    let mut members: Vec<(&String, Vec<&str>)> = Vec::new();
    for (key, value) in inputs.iter().copied().flatten() {
        let kind = kind(value);
        match members.iter_mut().find(|(known, _)| *known == key) {
            None => members.push((key, vec![kind])),
            Some((_, kinds)) if !kinds.contains(&kind) => kinds.push(kind),
            Some(_) => {}
        }
    }
    let required = members.iter().map(|(key, _)| *key);
    let required = required.filter(|key| inputs.iter().all(|input| input.contains_key(*key)));
    let required: Vec<_> = required.collect();
    let properties = members.iter().map(|(key, kinds)| {
        let kind = if let [kind] = kinds[..] { json!(kind) } else { json!(kinds) };
        ((*key).clone(), json!({ "type": kind }))
    });
    let properties: Map<_, _> = properties.collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_takes_every_prepared_input() {
        let inputs =
            [json!({ "path": "a", "line": 1 }), json!({ "path": "b", "line": "2", "all": true })];
        let schema = schema(inputs.iter().filter_map(Value::as_object));
        let properties = json!({
            "path": { "type": "string" },
            "line": { "type": ["integer", "string"] },
            "all": { "type": "boolean" },
        });
        let expected =
            json!({ "type": "object", "properties": properties, "required": ["path", "line"] });
        assert_eq!(schema, expected);
    }

    #[test]
    fn a_call_that_is_not_prepared_learns_what_is() {
        let call = |input: Value| Call {
            tool: "read".to_owned(),
            input,
            result: RecordedResult { text: "x".to_owned(), is_error: false },
        };
        let tool = |name: &str| RecordedTool {
            name: name.to_owned(),
            description: String::new(),
            input_schema: json!({}),
        };
        let many = (0..40).map(|place| call(json!({ "path": format!("f{place}") })));
        let of = |tools, calls| Prepared { tools, calls, made: Vec::new(), seen: 0 };
        let prepared = of(vec![tool("read"), tool("write")], many.collect());
        let text = prepared.unprepared("read");
        assert!(text.contains(r#"{"path":"f0"}"#) && text.ends_with("and 28 more"), "{text}");
        assert!(prepared.unprepared("write").contains("Go on without it"));
        assert!(prepared.unprepared("rm").contains("There are: read, write."));
        let long = of(vec![tool("read")], vec![call(json!({ "path": "x".repeat(10_000) }))]);
        assert!(long.unprepared("read").len() < 200);
    }
}
