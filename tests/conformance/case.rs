//! The files: cases, their rows, and the shorthands in them.

use std::{fs, path::Path};

use serde_json::{Map, Value, json};

/// A report as a case.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) claim: String,
    /// What it waits for, where it cannot run yet.
    pub(crate) pending: Option<String>,
    pub(crate) rows: Vec<Row>,
}

/// One run of a case, or one call of a pure function.
pub(crate) struct Row {
    pub(crate) name: String,
    members: Map<String, Value>,
}

const CASE: [&str; 7] = ["id", "kind", "claim", "spec", "pending", "rows", "about"];
const ROW: [&str; 24] = [
    "name",
    "only",
    "dialect",
    "policy",
    "prompts",
    "system",
    "toolDefinitions",
    "notes",
    "editTool",
    "load",
    "main",
    "summaries",
    "tools",
    "reads",
    "writes",
    "steps",
    "expect",
    "pure",
    "input",
    "window",
    "task",
    "given",
    "spare",
    "versions",
];

impl Row {
    pub(crate) fn get(&self, key: &str) -> &Value {
        assert!(ROW.contains(&key), "{key} is no member of a row");
        self.members.get(key).unwrap_or(&Value::Null)
    }

    pub(crate) fn list(&self, key: &str) -> Vec<Value> {
        self.get(key).as_array().cloned().unwrap_or_default()
    }

    pub(crate) fn pure(&self) -> Option<&str> {
        self.get("pure").as_str()
    }

    /// Whether the row is for this host; without a word it is for all.
    pub(crate) fn is_for(&self, host: &str) -> bool {
        self.get("only").as_str().is_none_or(|only| only == host)
    }
}

/// Every case, in the order of the files.
pub(crate) fn all() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    files.sort();
    files.iter().flat_map(|path| read(path)).collect()
}

fn read(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_stem().unwrap().to_str().unwrap();
    let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(file["kind"], name, "the kind of {name}");
    let cases = file["cases"].as_array().unwrap_or_else(|| panic!("{name} has no cases"));
    cases.iter().map(|case| one(case, name)).collect()
}

fn one(case: &Value, kind: &str) -> Case {
    let members = case.as_object().unwrap();
    let text = |key: &str| members.get(key).and_then(Value::as_str).map(str::to_owned);
    let id = text("id").unwrap();
    assert_eq!(case["kind"], kind, "the kind of {id}");
    let own = members.iter().filter(|(key, _)| !CASE.contains(&key.as_str()));
    let own: Map<_, _> = own.map(|(key, value)| (key.clone(), value.clone())).collect();
    let rows = match members.get("rows").and_then(Value::as_array) {
        Some(rows) => rows.iter().map(|row| row_of(&id, &own, row)).collect(),
        None => vec![row_of(&id, &own, &json!({ "name": "as reported" }))],
    };
    Case { claim: text("claim").unwrap(), pending: text("pending"), rows, id }
}

/// A row has what the case says, unless it says otherwise itself.
fn row_of(id: &str, case: &Map<String, Value>, row: &Value) -> Row {
    let mut members = case.clone();
    members.extend(row.as_object().unwrap().clone());
    if let Some(unknown) = members.keys().find(|key| !ROW.contains(&key.as_str())) {
        panic!("{id}: a row has no {unknown:?}");
    }
    let members = members.into_iter().map(|(key, value)| (key, expand(value))).collect();
    let name = row["name"].as_str().unwrap_or_else(|| panic!("{id}: a row has no name")).to_owned();
    Row { name, members }
}

/// Writes out the shorthands: `{ "repeat": [text, times] }` and `{ "join": [texts] }`.
fn expand(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(expand).collect(),
        Value::Object(members) if members.len() == 1 => {
            let (key, only) = members.into_iter().next().unwrap();
            let only = expand(only);
            match key.as_str() {
                "repeat" => {
                    let times = usize::try_from(only[1].as_u64().unwrap()).unwrap();
                    only[0].as_str().unwrap().repeat(times).into()
                }
                "join" => {
                    let texts = only.as_array().unwrap().iter();
                    texts.map(|text| text.as_str().unwrap()).collect::<String>().into()
                }
                _ => Value::Object([(key, only)].into_iter().collect()),
            }
        }
        Value::Object(members) => {
            members.into_iter().map(|(key, value)| (key, expand(value))).collect()
        }
        plain => plain,
    }
}

/// Puts the members of one object over those of another, all the way down.
pub(crate) fn merge(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) if !over.contains_key("type") => {
            for (key, value) in over {
                merge(base.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}
