//! When to compact, what survives it, and when to stop trying.

use crate::{
    units::{Decimal, Tokens},
    usage::Meter,
    wire::wire,
};

/// The knobs. Plain data; checked once, by [`crate::Harness::new`].
///
/// Two presets: [`Policy::lesson`] and [`Policy::production`]. Change what does not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Size of the model's context window. No default: it is the caller's to say.
    pub window: Tokens,
    /// The part of the window at which compaction fires, above 0 and below 1, taken to millionths.
    /// Rule of thumb 0.7.
    /// Higher leaves no room for the next request and for the summary call; lower spends calls.
    pub ratio: f64,
    /// The meter that is compared with the threshold.
    pub meter: Meter,
    /// Room kept free for the next reply. The threshold must lie below `window - output_reserve`.
    /// 0 in the lesson, `reply_limit` in production.
    pub output_reserve: Tokens,
    /// The most that an ordinary call may write. 1024, or an eighth of a small window.
    pub reply_limit: Tokens,
    /// The most that a compaction call may write. 2000, or an eighth of a small window.
    pub summary_limit: Tokens,
    /// What a compaction does with the history.
    pub strategy: Strategy,
    /// What the fresh window carries beside the summary.
    pub restart: Restart,
    /// How the notes are kept.
    pub notes: NotesRules,
    /// When a compaction counts as failed, and when the harness stops trying.
    pub guards: Guards,
    /// What ends the work from outside.
    pub valves: Valves,
    /// Whether any stop other than `tool_use` returns the text as the answer. The lesson's loop
    /// does so; in production only `end_turn` and `stop_sequence` do.
    pub any_stop_answers: bool,
}

/// What a compaction does with the history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// A summary takes the place of everything.
    #[default]
    Restart,
    /// A summary takes the place of everything but the last rounds, which stay word for word.
    /// Nothing to summarise before them makes it a restart, and so does a window that would not
    /// shrink because of them.
    KeepLast {
        /// How many replies, each with its results, stay. 0 is the same as `Restart`.
        rounds: u32,
    },
    /// Old tool results give way to a line that says so, without a model call. Where that would
    /// free too little, and after an overflow, a summary takes the place of everything, as with
    /// `Restart`.
    ElideResults {
        /// How many of the newest messages with results stay as they are.
        keep: u32,
    },
    /// The provider compacts: its block is put first in the window and is never looked into. What
    /// the user said since the last reply stays behind it. Anthropic's dialect only.
    Provider {
        /// How many replies, each with its results, stay word for word behind the block.
        rounds: u32,
    },
}

/// What the fresh window carries beside the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restart {
    /// The task and the newest instruction of the user's, word for word.
    pub pin_instructions: bool,
    /// A fence around the notes that their content cannot close.
    pub fence_notes: bool,
    /// The most of the notes that the window takes; the middle of longer notes is left out there,
    /// never in the store. `None` takes all of them.
    pub notes_limit: Option<Tokens>,
}

/// How the notes are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotesRules {
    /// Read them when the work begins and when it is resumed, too, not only at a restart.
    pub read_at_start: bool,
    /// Write only over the version that the model has seen last.
    pub guard: bool,
}

/// When a compaction counts as failed, and when the harness stops trying.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guards {
    /// How often a summary is asked for until one is fit, in one compaction. At least 1;
    /// production 3.
    pub summary_attempts: u32,
    /// How many attempts at a compaction may fail in a row before the harness stops asking by
    /// itself: summary calls that fail or bring no summary, fresh windows that gain too little,
    /// notes that cannot be read for them. `None` never stops; production 3.
    pub breaker: Option<u32>,
    /// How many compactions in a row may leave the first reply at the threshold or above before
    /// the work ends. `None` goes on for ever; production 2.
    pub storm: Option<u32>,
    /// The part of the occupancy that a compaction must free, from 0 up to 1. `None` takes any
    /// result, even a larger one; production 0.1.
    pub min_gain: Option<f64>,
    /// Whether the fixed part, the summary limit and the notes limit must fit under the
    /// threshold.
    pub feasibility: bool,
    /// Whether the summary call is shortened until it fits the window: the longest tool output
    /// first, then its limit. The lesson's small window is played in a large one.
    pub fit_summary: bool,
    /// Whether the work goes on after a failed compaction while the next request still fits.
    /// The lesson's loop ends.
    pub go_on: bool,
}

/// What ends the work from outside. `None` is no limit; 0 is nothing left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Valves {
    /// The most model calls of a harness, compaction calls included.
    pub max_calls: Option<u32>,
    /// The most that all calls together may spend. A call that is under way is not cut off, so
    /// the last one may go over it.
    pub token_budget: Option<Tokens>,
    /// How many `pause_turn` in a row are answered by calling again. `None` is no limit;
    /// production 10.
    pub max_pauses: Option<u32>,
}

impl Policy {
    /// The lesson's harness: the accumulated counter triggers, the window restarts from summary
    /// and notes alone, and any stop other than `tool_use` ends the run with its text.
    pub const fn lesson(window: Tokens, ratio: f64) -> Self {
        Self {
            window,
            ratio,
            meter: Meter::Accumulated,
            output_reserve: Tokens::ZERO,
            reply_limit: Tokens::new(1024),
            summary_limit: Tokens::new(2000),
            strategy: Strategy::Restart,
            restart: Restart { pin_instructions: false, fence_notes: false, notes_limit: None },
            notes: NotesRules { read_at_start: false, guard: false },
            guards: Guards {
                summary_attempts: 1,
                breaker: None,
                storm: None,
                min_gain: None,
                feasibility: false,
                fit_summary: false,
                go_on: false,
            },
            valves: Valves { max_calls: None, token_budget: None, max_pauses: None },
            any_stop_answers: true,
        }
    }

    /// For production: occupancy triggers at 0.7 of the window, the task and the newest
    /// instruction are pinned, the notes are fenced and guarded, and every guard is on.
    ///
    /// In windows below 16,000 tokens the limits shrink with the window, so that they fit.
    pub fn production(window: Tokens) -> Self {
        let eighth = Tokens::try_from(window.get() / 8).unwrap_or(window);
        let reply_limit = eighth.min(Tokens::new(1024)).max(Tokens::new(1));
        Self {
            meter: Meter::Occupancy,
            output_reserve: reply_limit,
            reply_limit,
            summary_limit: eighth.min(Tokens::new(2000)).max(Tokens::new(1)),
            restart: Restart {
                pin_instructions: true,
                fence_notes: true,
                notes_limit: Some(eighth.max(Tokens::new(1))),
            },
            notes: NotesRules { read_at_start: true, guard: true },
            guards: Guards {
                summary_attempts: 3,
                breaker: Some(3),
                storm: Some(2),
                min_gain: Some(0.1),
                feasibility: true,
                fit_summary: true,
                go_on: true,
            },
            valves: Valves { max_pauses: Some(10), ..Valves::default() },
            any_stop_answers: false,
            ..Self::lesson(window, 0.7)
        }
    }

    /// The number of tokens at which compaction fires, if the policy can work at all.
    pub fn threshold(&self) -> Result<Tokens, PolicyError> {
        let counts = [
            ("replyLimit", Some(self.reply_limit.get())),
            ("summaryLimit", Some(self.summary_limit.get())),
            ("restart.notesLimit", self.restart.notes_limit.map(Tokens::get)),
            ("guards.summaryAttempts", Some(self.guards.summary_attempts.into())),
            ("guards.breaker", self.guards.breaker.map(u64::from)),
            ("guards.storm", self.guards.storm.map(u64::from)),
        ];
        for (name, count) in counts {
            if count == Some(0) {
                return Err(PolicyError::ZeroLimit { name });
            }
        }
        if let Some(gain) = self.guards.min_gain
            && !(0.0..1.0).contains(&gain)
        {
            return Err(PolicyError::Gain { gain });
        }
        let threshold = threshold(self.window, self.ratio)?;
        if threshold >= self.window.less(self.output_reserve) {
            let Self { window, output_reserve, .. } = *self;
            return Err(PolicyError::NoRoom { threshold, window, output_reserve });
        }
        Ok(threshold)
    }

    /// Whether a restart can come out below the threshold, given the size of the fixed part.
    pub fn feasible(&self, fixed: Tokens) -> Result<(), PolicyError> {
        let threshold = self.threshold()?;
        let notes = self.restart.notes_limit.unwrap_or_default();
        let floor = Floor { fixed, summary: self.summary_limit, notes, pinned: Tokens::ZERO };
        if self.guards.feasibility && floor.total() >= threshold {
            return Err(PolicyError::Infeasible { floor, threshold });
        }
        Ok(())
    }
}

/// What a fresh window holds at least, by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Floor {
    /// System prompt and tool definitions.
    pub fixed: Tokens,
    /// The handover summary, or its limit where none was written yet.
    pub summary: Tokens,
    /// The notes, or their limit where none were read yet.
    pub notes: Tokens,
    /// The task and the newest instruction.
    pub pinned: Tokens,
}

impl Floor {
    /// The sum of the parts.
    pub fn total(&self) -> Tokens {
        [self.fixed, self.summary, self.notes, self.pinned].into_iter().sum()
    }
}

/// The number of tokens at which compaction fires: the smallest whole number that is at least
/// `window * ratio`, so that `used >= threshold` says the same as `used >= window * ratio`.
///
/// The ratio is taken to millionths. Binary fractions would put 100 * 0.07 at a hair above 7 and
/// miss the threshold by one token.
pub fn threshold(window: Tokens, ratio: f64) -> Result<Tokens, PolicyError> {
    // The negation also refuses NaN, which compares false with everything.
    if !(ratio > 0.0 && ratio < 1.0) {
        return Err(PolicyError::Ratio { ratio });
    }
    // The ratio lies between 0 and 1, so the product fits; adding a half rounds to the nearest.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let millionths = (ratio * 1e6 + 0.5) as u128;
    let threshold = (u128::from(window.get()) * millionths).div_ceil(1_000_000);
    let threshold = u64::try_from(threshold).ok().and_then(|count| Tokens::try_from(count).ok());
    match threshold {
        Some(threshold) if threshold > Tokens::ZERO && threshold < window => Ok(threshold),
        _ => Err(PolicyError::Window { window, ratio }),
    }
}

/// The threshold check: whether the window is to be compacted now. Reaching the threshold
/// exactly counts.
///
/// It stands right after a round's tool results were appended and before the next request goes
/// out. Earlier, and the newest tool output is missing from what gets summarised; later, and one
/// more request goes out above the threshold.
///
/// ```
/// use secondwind_core::{Tokens, should_compact, threshold};
///
/// let threshold = threshold(Tokens::new(2000), 0.7)?;
/// assert!(!should_compact(Tokens::new(1399), threshold));
/// assert!(should_compact(Tokens::new(1400), threshold));
/// # Ok::<(), secondwind_core::PolicyError>(())
/// ```
#[must_use]
pub fn should_compact(used: Tokens, threshold: Tokens) -> bool {
    used >= threshold
}

/// Why a policy cannot work.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The ratio must lie above 0 and below 1.
    #[error("ratio {} is not above 0 and below 1", Decimal(*ratio))]
    Ratio {
        /// What was given.
        ratio: f64,
    },
    /// The gain must lie from 0 up to 1.
    #[error("minGain {} is not from 0 up to 1", Decimal(*gain))]
    Gain {
        /// What was given.
        gain: f64,
    },
    /// The window is so small that no whole number of tokens lies at the ratio and below it.
    #[error(
        "a window of {window} tokens has no threshold at ratio {}; enlarge the window",
        Decimal(*ratio)
    )]
    Window {
        /// What was given.
        window: Tokens,
        /// What was given.
        ratio: f64,
    },
    /// The threshold must leave room for the reply: lower the ratio or the reserve.
    #[error(
        "threshold {threshold} is not below window {window} less output reserve {output_reserve}; \
         lower the ratio or the reserve"
    )]
    NoRoom {
        /// Where compaction would fire.
        threshold: Tokens,
        /// What was given.
        window: Tokens,
        /// What was given.
        output_reserve: Tokens,
    },
    /// A limit of nothing lets nothing through; 0 does not mean unlimited.
    #[error(
        "{name} is 0, which does not mean unlimited; give a number, or null where it may be absent"
    )]
    ZeroLimit {
        /// The field, as JavaScript spells it.
        name: &'static str,
    },
    /// The provider compacts in one dialect alone: choose another strategy, or that dialect.
    #[error("the strategy provider needs the dialect anthropic")]
    Dialect,
    /// A text that the model reads is blank, and servers refuse blank text.
    #[error("the prompt {name} is blank; give it words, or leave it out for the default")]
    BlankPrompt {
        /// The text, as JavaScript spells it.
        name: &'static str,
    },
    /// The request for a summary does not fit the window, whatever it leaves out.
    #[error(
        "a window of {window} tokens cannot hold a summary call: its instruction needs \
         {instruction} and the summary limit is {summary_limit}; enlarge the window"
    )]
    NoSummary {
        /// What was given.
        window: Tokens,
        /// The estimated size of the instruction.
        instruction: Tokens,
        /// What was given.
        summary_limit: Tokens,
    },
    /// A fresh window would be at the threshold from the start: shorten the system prompt and the
    /// tools, lower the limits, or enlarge the window.
    #[error(
        "threshold {threshold} cannot be kept: the fixed part {}, the summary limit {} and the \
         notes limit {} need {}; shorten them or enlarge the window",
        floor.fixed, floor.summary, floor.notes, floor.total()
    )]
    Infeasible {
        /// What a fresh window needs.
        floor: Floor,
        /// Where compaction fires.
        threshold: Tokens,
    },
}

wire!(strict struct Policy {
    window: "window",
    ratio: "ratio",
    meter: "meter",
    output_reserve: "outputReserve",
    reply_limit: "replyLimit",
    summary_limit: "summaryLimit",
    strategy: "strategy",
    restart: "restart",
    notes: "notes",
    guards: "guards",
    valves: "valves",
    any_stop_answers: "anyStopAnswers",
});
wire!(tagged Strategy {
    Restart: "restart",
    KeepLast { rounds: "rounds" }: "keepLast",
    ElideResults { keep: "keep" }: "elideResults",
    Provider { rounds: "rounds" }: "provider",
});
wire!(strict struct Restart {
    pin_instructions: "pinInstructions",
    fence_notes: "fenceNotes",
    notes_limit: "notesLimit",
});
wire!(strict struct NotesRules { read_at_start: "readAtStart", guard: "guard" });
wire!(strict struct Guards {
    summary_attempts: "summaryAttempts",
    breaker: "breaker",
    storm: "storm",
    min_gain: "minGain",
    feasibility: "feasibility",
    fit_summary: "fitSummary",
    go_on: "goOn",
});
wire!(strict struct Valves {
    max_calls: "maxCalls",
    token_budget: "tokenBudget",
    max_pauses: "maxPauses",
});
wire!(struct Floor { fixed: "fixed", summary: "summary", notes: "notes", pinned: "pinned" });
