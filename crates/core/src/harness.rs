//! The state machine: the only place that changes state.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    compact,
    dialect::{Dialect, Reply, ReportedUsage, Stop, ToolResult},
    effect::{Effect, Notice, Outcome, Purpose},
    event::{
        CallFailed, Event, NotesFailed, NotesRead, NotesWritten, Rejected, Replied, Submitted,
        ToolReturned,
    },
    payload::{Build, Node, Payload},
    policy::{Policy, PolicyError, should_compact},
    prompt::Prompts,
    round::{Awaited, Phase, Round},
    snapshot::RestoreError,
    transcript::{Message, MessageKind, Settled, Transcript},
    units::{Measure, Millis, RequestId, Size, Tokens},
    usage::{Meters, Usage, track_usage},
};

/// What an estimate adds for each message or tool result beside its text.
const MESSAGE_OVERHEAD: Tokens = Tokens::new(4);

/// How a harness is set up. Fixed for its life.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// When to compact.
    pub policy: Policy,
    /// What the harness says to the model.
    #[serde(default)]
    pub prompts: Prompts,
    /// The shape of requests and replies. Default Anthropic's.
    #[serde(default)]
    pub dialect: Dialect,
    /// Estimated size of what every request carries beside the messages: system prompt and tool
    /// definitions. 0 if there is neither; the first reply's count corrects it.
    #[serde(default)]
    pub fixed: Tokens,
    /// The tool whose calls the harness performs itself, by writing the notes. `None` for none.
    /// Default `update_notes`.
    #[serde(default = "notes_tool")]
    pub notes_tool: Option<String>,
}

impl Config {
    /// The defaults: English prompts, Anthropic's dialect, no fixed part, and `update_notes`.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            prompts: Prompts::default(),
            dialect: Dialect::default(),
            fixed: Tokens::ZERO,
            notes_tool: notes_tool(),
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the field it fills may hold none")]
fn notes_tool() -> Option<String> {
    Some(String::from("update_notes"))
}

/// How many calls were made over the life of a harness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Model calls, the compaction calls included.
    pub calls: u32,
    /// Those of them that were made for a compaction.
    pub compaction_calls: u32,
    /// Compactions that replaced the messages.
    pub compactions: u32,
}

/// The loop of an agent as a state machine: events in, effects out.
///
/// Equal harnesses answer equal events equally. It holds each message once, as the provider's
/// own value, and reads only facts from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Harness<P> {
    config: Config,
    #[serde(skip)]
    threshold: Tokens,
    transcript: Transcript<P>,
    accumulated: Size,
    spend: Size,
    totals: Totals,
    phase: Phase<P>,
    next_request: u32,
    now: Millis,
}

impl<P: Payload> Harness<P> {
    /// A harness with an empty history.
    pub fn new(config: Config) -> Result<Self, PolicyError> {
        let threshold = config.policy.threshold()?;
        Ok(Self {
            threshold,
            transcript: Transcript::new(config.fixed),
            accumulated: Size::ZERO,
            spend: Size::ZERO,
            totals: Totals::default(),
            phase: Phase::Idle,
            next_request: 1,
            now: Millis::default(),
            config,
        })
    }

    /// Takes one event and answers what is to be done about it.
    ///
    /// All or nothing: on `Err` the harness is as it was and no effect is owed. `now` only stamps
    /// the state; a clock that goes back is held, not refused.
    pub fn apply(&mut self, now: Millis, event: Event<P>) -> Result<Vec<Effect<P>>, Rejected> {
        let effects = match event {
            Event::Submitted(event) => self.submitted(&event),
            Event::Replied(event) => self.replied(event),
            Event::CallFailed(event) => self.call_failed(event),
            Event::ToolReturned(event) => self.tool_returned(event),
            Event::NotesRead(event) => self.notes_read(event),
            Event::NotesWritten(event) => self.notes_written(event),
            Event::NotesFailed(event) => self.notes_failed(event),
            Event::Aborted => self.aborted(),
        }?;
        self.now = self.now.max(now);
        Ok(effects)
    }

    /// How it was set up.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The number of tokens at which compaction fires.
    pub const fn threshold(&self) -> Tokens {
        self.threshold
    }

    /// The messages in the window, oldest first.
    pub fn messages(&self) -> &[Message<P>] {
        self.transcript.messages()
    }

    /// The size of the fixed part of every request.
    pub const fn fixed(&self) -> Size {
        self.transcript.fixed()
    }

    /// The meters as they are now.
    pub const fn meters(&self) -> Meters {
        Meters {
            accumulated: self.accumulated,
            occupancy: self.transcript.occupancy(),
            spend: self.spend,
        }
    }

    /// How many calls were made so far.
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// Whether a message can be submitted: no work is under way.
    pub const fn is_idle(&self) -> bool {
        matches!(self.phase, Phase::Idle)
    }

    /// Finds the threshold anew and looks for contradictions, after coming from outside.
    pub(crate) fn check(&mut self) -> Result<(), RestoreError> {
        self.threshold = self.config.policy.threshold()?;
        let damaged = |what| Err(RestoreError::Damaged { what });
        if !self.transcript.is_sound() {
            return damaged("the sizes of the messages do not add up");
        }
        if self
            .phase
            .open()
            .any(|request| request.0 == 0 || request.0 >= self.next_request)
        {
            return damaged("a request is open that was never made");
        }
        if !self.is_idle() && self.messages().is_empty() {
            return damaged("work is under way, but there is no message");
        }
        Ok(())
    }

    // ---- events ----

    fn submitted(&mut self, event: &Submitted) -> Result<Vec<Effect<P>>, Rejected> {
        if !self.is_idle() {
            return Err(Rejected::Busy);
        }
        if event.text.trim().is_empty() {
            return Err(Rejected::Blank);
        }
        let kind = if self.messages().is_empty() {
            MessageKind::Task
        } else {
            MessageKind::User
        };
        let tokens = event
            .tokens
            .unwrap_or_else(|| message_estimate(event.text.len()));
        let message = self.config.dialect.user_message(&event.text);
        let mut effects = alloc::vec![self.append(kind, tokens, message)];
        self.call_main(&mut effects);
        Ok(effects)
    }

    fn replied(&mut self, event: Replied<P>) -> Result<Vec<Effect<P>>, Rejected> {
        let purpose = self.expect_call(event.request, "replied")?;
        let reply = self.config.dialect.reply(&event.reply)?;
        Ok(match purpose {
            Purpose::Main => self.main_replied(reply),
            Purpose::Summary => self.summary_replied(&reply),
        })
    }

    fn call_failed(&mut self, event: CallFailed) -> Result<Vec<Effect<P>>, Rejected> {
        let purpose = self.expect_call(event.request, "callFailed")?;
        Ok(self.end(Outcome::CallFailed {
            purpose,
            message: event.message,
        }))
    }

    fn tool_returned(&mut self, event: ToolReturned<P>) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::Tool, "toolReturned")?;
        let tokens = event
            .tokens
            .unwrap_or_else(|| message_estimate(event.content.node().bytes()));
        Ok(self.answer_call(event.request, event.content, event.is_error, tokens))
    }

    fn notes_written(&mut self, event: NotesWritten) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::NotesWrite, "notesWritten")?;
        let text = self.config.prompts.notes_saved.clone();
        let tokens = event.tokens.unwrap_or_else(|| message_estimate(text.len()));
        Ok(self.answer_call(event.request, P::build(Build::Text(text)), false, tokens))
    }

    fn notes_failed(&mut self, event: NotesFailed) -> Result<Vec<Effect<P>>, Rejected> {
        match self.phase.awaited(event.request, self.next_request)? {
            Awaited::NotesWrite => {
                let tokens = message_estimate(event.message.len());
                let content = P::build(Build::Text(event.message));
                Ok(self.answer_call(event.request, content, true, tokens))
            }
            Awaited::NotesRead => Ok(self.end(Outcome::NotesUnread {
                message: event.message,
            })),
            other => Err(other.mismatch(event.request, "notesFailed")),
        }
    }

    fn notes_read(&mut self, event: NotesRead) -> Result<Vec<Effect<P>>, Rejected> {
        self.expect(event.request, Awaited::NotesRead, "notesRead")?;
        let Phase::AwaitingNotes {
            summary,
            summary_tokens,
            call,
            ..
        } = core::mem::replace(&mut self.phase, Phase::Idle)
        else {
            // `expect` has found the request in this very phase.
            return Err(Rejected::UnknownRequest(event.request));
        };
        Ok(self.restart(call, summary, summary_tokens, event))
    }

    fn aborted(&mut self) -> Result<Vec<Effect<P>>, Rejected> {
        if self.is_idle() {
            return Err(Rejected::Idle);
        }
        let mut effects: Vec<_> = self
            .phase
            .open()
            .map(|request| Effect::Abort { request })
            .collect();
        if let Phase::AwaitingTools(mut round) = core::mem::replace(&mut self.phase, Phase::Idle) {
            round.close(&self.config.prompts.call_aborted);
            effects.extend(self.append_results(round));
        }
        effects.extend(self.end(Outcome::Aborted));
        Ok(effects)
    }

    // ---- a round: reply, tools, results, check ----

    fn main_replied(&mut self, reply: Reply<P>) -> Vec<Effect<P>> {
        let call = self.totals.calls;
        let estimate = self.reply_estimate(&reply.message);
        let request = self.transcript.occupancy().tokens;
        let (usage, measure, ignored) = self.usage(call, &reply.usage, request, estimate);
        let mut effects =
            alloc::vec![self.append(MessageKind::Reply, usage.output, reply.message.clone())];
        let settled = match measure {
            Measure::Counted => self.transcript.settle(usage.request(), usage.output),
            Measure::Estimated => Vec::new(),
        };
        self.accumulated = Size {
            tokens: track_usage(self.accumulated.tokens, &usage),
            measure: self.accumulated.measure.and(measure),
        };
        effects.extend(ignored);
        effects.push(self.counted(call, Purpose::Main, &reply.stop, usage, measure, settled));

        let (round, orders) = Round::open(
            &reply,
            &self.config,
            &mut self.next_request,
            message_estimate,
        );
        if reply.stop == Stop::ToolUse {
            effects.extend(orders);
            if round.is_complete() {
                effects.extend(self.finish_round(round));
            } else {
                self.phase = Phase::AwaitingTools(round);
            }
            return effects;
        }

        if !reply.calls.is_empty() {
            // Calls that came with another stop are not run, but no call may stay unanswered.
            let mut round = round;
            round.close(&self.config.prompts.call_not_run);
            effects.extend(self.append_results(round));
        }
        let text = self.config.dialect.view(&reply.message).text();
        let stop = reply.stop;
        let answers = self.config.policy.any_stop_answers
            || matches!(stop, Stop::EndTurn | Stop::StopSequence);
        effects.extend(self.end(if answers {
            Outcome::Answered { text, stop }
        } else {
            Outcome::Stopped { text, stop }
        }));
        effects
    }

    fn answer_call(
        &mut self,
        request: RequestId,
        content: P,
        is_error: bool,
        tokens: Tokens,
    ) -> Vec<Effect<P>> {
        let Phase::AwaitingTools(round) = &mut self.phase else {
            return Vec::new();
        };
        round.answer(request, content, is_error, tokens);
        if !round.is_complete() {
            return Vec::new();
        }
        match core::mem::replace(&mut self.phase, Phase::Idle) {
            Phase::AwaitingTools(round) => self.finish_round(round),
            _ => Vec::new(),
        }
    }

    /// Appends the results, and only then looks at the threshold, before the next request.
    fn finish_round(&mut self, round: Round<P>) -> Vec<Effect<P>> {
        let mut effects = self.append_results(round);
        let meter = self.config.policy.meter;
        let used = self.meters().of(meter);
        let fired = should_compact(used.tokens, self.threshold);
        let threshold = self.threshold;
        effects.push(Effect::Notify {
            notice: Notice::Checked {
                meter,
                used,
                threshold,
                fired,
            },
        });
        if fired {
            self.call_summary(&mut effects);
        } else {
            self.call_main(&mut effects);
        }
        effects
    }

    fn append_results(&mut self, round: Round<P>) -> Vec<Effect<P>> {
        let (results, tokens): (Vec<ToolResult<P>>, Vec<Tokens>) = round.into_results().unzip();
        let messages = self.config.dialect.tool_results(results);
        let sizes = if messages.len() == tokens.len() {
            tokens
        } else {
            alloc::vec![tokens.into_iter().sum()]
        };
        messages
            .into_iter()
            .zip(sizes)
            .map(|(message, tokens)| self.append(MessageKind::Results, tokens, message))
            .collect()
    }

    // ---- compaction: ask, judge, read the notes, start afresh ----

    fn summary_replied(&mut self, reply: &Reply<P>) -> Vec<Effect<P>> {
        let call = self.totals.calls;
        let Phase::AwaitingSummary { request_tokens, .. } = self.phase else {
            return Vec::new();
        };
        let estimate = self.reply_estimate(&reply.message);
        let (usage, measure, ignored) = self.usage(call, &reply.usage, request_tokens, estimate);
        let mut effects: Vec<_> = ignored.into_iter().collect();
        effects.push(self.counted(
            call,
            Purpose::Summary,
            &reply.stop,
            usage,
            measure,
            Vec::new(),
        ));
        match compact::handover_summary(self.config.dialect, reply) {
            Ok(summary) => {
                let request = self.mint();
                self.phase = Phase::AwaitingNotes {
                    request,
                    call,
                    summary,
                    summary_tokens: usage.output,
                };
                effects.push(Effect::ReadNotes { request });
            }
            Err(reason) => effects.extend(self.end(Outcome::SummaryRefused { reason })),
        }
        effects
    }

    fn restart(
        &mut self,
        call: u32,
        summary: String,
        summary_tokens: Tokens,
        notes: NotesRead,
    ) -> Vec<Effect<P>> {
        let before = self.meters();
        let Config {
            dialect, prompts, ..
        } = &self.config;
        let content = notes.content.as_deref();
        let message: P = compact::fresh_window(*dialect, prompts, &summary, content);
        let notes_text = crate::prompt::notes_or_placeholder(prompts, content);
        let notes_tokens = notes
            .tokens
            .unwrap_or_else(|| Tokens::estimate(notes_text.len()));
        let frame = crate::prompt::restart_message(prompts, "", Some("-")).len() - 1;
        let tokens = message_estimate(frame)
            .plus(summary_tokens)
            .plus(notes_tokens);

        let removed = self.transcript.clear();
        let id = self
            .transcript
            .append(MessageKind::Restart, tokens, message.clone());
        let from = self.accumulated.tokens;
        self.accumulated = Size::ZERO;
        self.totals.compactions += 1;
        let mut effects = alloc::vec![
            Effect::Replace {
                id,
                size: Size::estimated(tokens),
                message,
                removed
            },
            Effect::Notify {
                notice: Notice::Reset { from }
            },
            Effect::Notify {
                notice: Notice::Compacted {
                    ordinal: self.totals.compactions,
                    call,
                    meter: self.config.policy.meter,
                    threshold: self.threshold,
                    before,
                    after: self.meters(),
                    removed,
                    summary,
                    notes: notes.content,
                },
            },
        ];
        self.call_main(&mut effects);
        effects
    }

    // ---- small steps ----

    fn call_main(&mut self, effects: &mut Vec<Effect<P>>) {
        let request = self.mint();
        self.totals.calls += 1;
        self.phase = Phase::AwaitingReply { request };
        effects.push(Effect::CallModel {
            request,
            call: self.totals.calls,
            purpose: Purpose::Main,
            max_tokens: self.config.policy.reply_limit,
            messages: None,
        });
    }

    fn call_summary(&mut self, effects: &mut Vec<Effect<P>>) {
        let Config {
            dialect,
            prompts,
            policy,
            ..
        } = &self.config;
        let text = compact::request(*dialect, prompts, self.transcript.messages());
        let message = dialect.user_message(&text);
        let max_tokens = policy.summary_limit;
        let request = self.mint();
        self.totals.calls += 1;
        self.totals.compaction_calls += 1;
        self.phase = Phase::AwaitingSummary {
            request,
            request_tokens: message_estimate(text.len()),
        };
        effects.push(Effect::CallModel {
            request,
            call: self.totals.calls,
            purpose: Purpose::Summary,
            max_tokens,
            messages: Some(alloc::vec![message]),
        });
    }

    fn append(&mut self, kind: MessageKind, tokens: Tokens, message: P) -> Effect<P> {
        let id = self.transcript.append(kind, tokens, message.clone());
        Effect::Append {
            id,
            kind,
            size: Size::estimated(tokens),
            message,
        }
    }

    fn end(&mut self, outcome: Outcome) -> Vec<Effect<P>> {
        self.phase = Phase::Idle;
        alloc::vec![Effect::Done { outcome }]
    }

    /// Books a call's usage and tells of it.
    fn counted(
        &mut self,
        call: u32,
        purpose: Purpose,
        stop: &Stop,
        usage: Usage,
        measure: Measure,
        settled: Vec<Settled>,
    ) -> Effect<P> {
        self.spend = self.spend.plus(Size {
            tokens: usage.total(),
            measure,
        });
        let (stop, meters) = (stop.clone(), self.meters());
        Effect::Notify {
            notice: Notice::Counted {
                call,
                purpose,
                stop,
                usage,
                measure,
                meters,
                settled,
            },
        }
    }

    /// The usage to count with: the provider's, or an estimate where it gave none that is usable.
    fn usage(
        &self,
        call: u32,
        reported: &ReportedUsage,
        request: Tokens,
        output: Tokens,
    ) -> (Usage, Measure, Option<Effect<P>>) {
        let estimate = Usage {
            input: request,
            cache_read: Tokens::ZERO,
            cache_write: Tokens::ZERO,
            output,
            cache: self.config.dialect.cache_rule(),
        };
        match *reported {
            ReportedUsage::Counted(usage) => (usage, Measure::Counted, None),
            ReportedUsage::Missing => (estimate, Measure::Estimated, None),
            ReportedUsage::Absurd { field, value } => {
                let field = String::from(field);
                let value = alloc::format!("{value}");
                let notice = Notice::UsageIgnored { call, field, value };
                (
                    estimate,
                    Measure::Estimated,
                    Some(Effect::Notify { notice }),
                )
            }
        }
    }

    fn reply_estimate(&self, message: &P) -> Tokens {
        message_estimate(self.config.dialect.view(message).bytes())
    }

    fn mint(&mut self) -> RequestId {
        mint(&mut self.next_request)
    }

    fn expect_call(&self, request: RequestId, got: &'static str) -> Result<Purpose, Rejected> {
        match self.phase.awaited(request, self.next_request)? {
            Awaited::Reply(purpose) => Ok(purpose),
            other => Err(other.mismatch(request, got)),
        }
    }

    fn expect(
        &self,
        request: RequestId,
        wanted: Awaited,
        got: &'static str,
    ) -> Result<(), Rejected> {
        match self.phase.awaited(request, self.next_request)? {
            awaited if awaited == wanted => Ok(()),
            other => Err(other.mismatch(request, got)),
        }
    }
}

/// The same step as [`Harness::apply`] as a pure function, for readers, tests and time travel:
/// answers the next state and the effects, and performs none of them.
pub fn transition<P: Payload>(
    mut state: Harness<P>,
    now: Millis,
    event: Event<P>,
) -> Result<(Harness<P>, Vec<Effect<P>>), Rejected> {
    let effects = state.apply(now, event)?;
    Ok((state, effects))
}

/// The estimate for a message or tool result whose text has this many UTF-8 bytes.
fn message_estimate(bytes: usize) -> Tokens {
    Tokens::estimate(bytes).plus(MESSAGE_OVERHEAD)
}

pub(crate) fn mint(next: &mut u32) -> RequestId {
    let id = RequestId(*next);
    *next += 1;
    id
}
