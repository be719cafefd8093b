//! Typed errors as JavaScript errors: `name`, a stable `code`, and the `path` of the fault.

use js_sys::Reflect;
use secondwind_core::{
    CompactionFault, PolicyError, ReadError, Rejected, ReplyError, RestoreError,
};
use wasm_bindgen::JsValue;

/// An error on its way to JavaScript.
pub(crate) struct Fault {
    code: &'static str,
    path: String,
    message: String,
}

impl Fault {
    pub(crate) fn new(code: &'static str, path: &str, message: &impl ToString) -> Self {
        Self { code, path: path.to_owned(), message: message.to_string() }
    }
}

impl Fault {
    pub(crate) fn read(code: &'static str, error: &ReadError) -> Self {
        Self::new(code, &error.path, error)
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let error = js_sys::Error::new(&fault.message);
        error.set_name("SecondwindError");
        for (key, value) in [("code", fault.code), ("path", &fault.path)] {
            // Setting a member of a new, ordinary object cannot fail.
            let _ = Reflect::set(&error, &Self::from_str(key), &Self::from_str(value));
        }
        error.into()
    }
}

impl From<Rejected> for Fault {
    fn from(rejected: Rejected) -> Self {
        let (code, path) = match &rejected {
            Rejected::UnknownRequest(_) => ("UNKNOWN_REQUEST", "event.request"),
            Rejected::Late(_) => ("LATE_ANSWER", "event.request"),
            Rejected::WrongAnswer { .. } => ("WRONG_ANSWER", "event.type"),
            Rejected::Busy => ("BUSY", ""),
            Rejected::Idle => ("IDLE", ""),
            Rejected::Blank => ("BLANK_MESSAGE", "event.content"),
            Rejected::NotAMessage => ("BAD_INPUT", "event.content"),
            Rejected::NotEmpty { .. } => ("NOT_EMPTY", ""),
            Rejected::NothingToCompact => ("NOTHING_TO_COMPACT", ""),
            Rejected::Reply(_) => ("BAD_REPLY", "event.reply"),
            _ => ("REJECTED", ""),
        };
        Self::new(code, path, &rejected)
    }
}

impl From<ReplyError> for Fault {
    fn from(error: ReplyError) -> Self {
        Self::new("BAD_REPLY", "reply", &error)
    }
}

impl From<PolicyError> for Fault {
    fn from(error: PolicyError) -> Self {
        let field = match error {
            PolicyError::Ratio { .. } => ".ratio",
            PolicyError::Window { .. } => ".window",
            PolicyError::NoRoom { .. } => ".outputReserve",
            PolicyError::Gain { .. } => ".guards.minGain",
            PolicyError::Dialect => ".strategy",
            PolicyError::NoSummary { .. } => ".summaryLimit",
            PolicyError::BlankPrompt { name } => {
                return Self::new("BAD_CONFIG", &format!("prompts.{name}"), &error);
            }
            PolicyError::ZeroLimit { name } => &format!(".{name}"),
            _ => "",
        };
        Self::new("BAD_POLICY", &format!("policy{field}"), &error)
    }
}

impl From<RestoreError> for Fault {
    fn from(error: RestoreError) -> Self {
        Self::new("BAD_SNAPSHOT", "snapshot", &error)
    }
}

impl From<CompactionFault> for Fault {
    fn from(fault: CompactionFault) -> Self {
        let message = match fault {
            CompactionFault::Blank { used_up: true } => {
                "the summary has no words, and its output limit is used up".to_owned()
            }
            CompactionFault::Stopped { stop } => {
                format!("the summary did not end by itself: {}", stop.as_str())
            }
            _ => "the summary has no words".to_owned(),
        };
        Self::new("COMPACTION_FAILED", "reply", &message)
    }
}
