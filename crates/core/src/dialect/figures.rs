//! Usage figures: read, checked, and merged when they come in pieces.

use alloc::string::String;

use super::{Counted, Dialect, ReportedUsage};
use crate::{
    payload::Node,
    units::Tokens,
    usage::Usage,
    wire::{found, whole},
};

/// The figures of one usage object; `None` for those that are not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub(super) input: Option<Tokens>,
    pub(super) cache_read: Option<Tokens>,
    pub(super) cache_write: Option<Tokens>,
    pub(super) output: Option<Tokens>,
}

/// A figure that is no token count.
pub(super) struct Absurd {
    field: &'static str,
    value: String,
}

impl Absurd {
    pub(super) fn parts(&self) -> (&'static str, String) {
        (self.field, self.value.clone())
    }
}

pub(super) fn reported<N: Node>(dialect: Dialect, object: Option<&N>) -> ReportedUsage {
    let Some(object) = object else { return ReportedUsage::Missing };
    // A provider that ran the model several times for one call lists the runs: the window holds
    // what the last run of the conversation left, and all of them were spent.
    let found = read(dialect, object).and_then(|figures| Ok((figures, runs(dialect, object)?)));
    match found {
        Ok((figures, runs)) => match figures.counted(dialect) {
            ReportedUsage::Counted(counted) => ReportedUsage::Counted(Counted {
                window: runs.window.unwrap_or(counted.window),
                spend: counted.spend.max(runs.spend),
                ..counted
            }),
            none => none,
        },
        Err(Absurd { field, value }) => ReportedUsage::Absurd { field, value },
    }
}

/// What the runs of one call say together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Runs {
    /// The last run of the conversation itself.
    pub(super) window: Option<Usage>,
    pub(super) spend: Tokens,
}

/// Reads the runs that a usage object lists. One that is no count by itself says nothing.
pub(super) fn runs<N: Node>(dialect: Dialect, object: &N) -> Result<Runs, Absurd> {
    let mut runs = Runs::default();
    for run in object.get("iterations").and_then(|runs| runs.items()).unwrap_or_default() {
        let ReportedUsage::Counted(counted) = read(dialect, &run)?.counted(dialect) else {
            continue;
        };
        runs.spend = runs.spend.plus(counted.spend);
        let kind = run.get("type").and_then(|kind| kind.text()).unwrap_or_default();
        if matches!(kind.as_str(), "message" | "fallback_message") {
            runs.window = Some(counted.usage);
        }
    }
    Ok(runs)
}

pub(super) fn read<N: Node>(dialect: Dialect, object: &N) -> Result<Figures, Absurd> {
    match dialect {
        Dialect::Anthropic => Ok(Figures {
            input: figure(object, "input_tokens")?,
            cache_read: figure(object, "cache_read_input_tokens")?,
            cache_write: figure(object, "cache_creation_input_tokens")?,
            output: figure(object, "output_tokens")?,
        }),
        Dialect::OpenAiChat => {
            let details = object.get("prompt_tokens_details");
            let detail =
                |field| details.as_ref().map_or(Ok(None), |details| figure(details, field));
            Ok(Figures {
                input: figure(object, "prompt_tokens")?,
                cache_read: detail("cached_tokens")?,
                cache_write: detail("cache_write_tokens")?,
                output: figure(object, "completion_tokens")?,
            })
        }
    }
}

impl Figures {
    /// The usage, if there is an input and an output figure and not all are 0: half a count would
    /// empty the meters, and failed calls report zeros.
    pub(super) fn counted(self, dialect: Dialect) -> ReportedUsage {
        let usage = self.usage(dialect);
        if self.input.is_none() || self.output.is_none() || usage.total() == Tokens::ZERO {
            return ReportedUsage::Missing;
        }
        ReportedUsage::Counted(Counted { usage, window: usage, spend: usage.total() })
    }

    pub(super) fn usage(self, dialect: Dialect) -> Usage {
        Usage {
            input: self.input.unwrap_or_default(),
            cache_read: self.cache_read.unwrap_or_default(),
            cache_write: self.cache_write.unwrap_or_default(),
            output: self.output.unwrap_or_default(),
            cache: dialect.cache_rule(),
        }
    }
}

fn figure<N: Node>(object: &N, field: &'static str) -> Result<Option<Tokens>, Absurd> {
    let Some(value) = object.get(field) else { return Ok(None) };
    let count = value.number().and_then(whole).and_then(|count| Tokens::try_from(count).ok());
    count.map(Some).ok_or_else(|| Absurd { field, value: found(Some(&value)) })
}
