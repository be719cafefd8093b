//! The prepared model: what it answers, what it counts a request as, and what it refuses.

use std::borrow::Cow;

use secondwind_core::{Message, MessageId, MessageKind, Tokens, render_history, violations};
use serde_json::{Value, json};

use crate::{
    patch::{Bug, Patch, PatchStrategy},
    play::{DIALECT, Ending, call_id},
    scenario::{Action, NOTES_TOOL, RoundTokens, Scenario, ScriptedRound, UsageSource},
};

/// A request of the loop's own, as it goes out.
pub(crate) struct Request<'a> {
    pub(crate) call: u32,
    /// Size of the system prompt and the tools.
    pub(crate) fixed: Tokens,
    /// The version of NOTES.md in the system prompt, or 0.
    pub(crate) system_notes: u32,
    /// The messages that are sent.
    pub(crate) messages: &'a [Message<Value>],
}

/// A request that went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sent {
    /// Which call.
    pub(crate) call: u32,
    /// Its size.
    pub(crate) tokens: Tokens,
    /// What of it, from the beginning on, repeats the request before: what a prompt cache can
    /// serve.
    pub(crate) repeated: Tokens,
}

/// What comes back.
pub(crate) enum Answer {
    Reply(Value),
    /// An error of status 400; the request changed nothing.
    Refused(Ending, String),
    /// Nothing is prepared any more.
    Dry,
}

/// What the requests of the unpatched run looked like. Usage that a scenario states is that of
/// its unpatched run; in a patched one it changes by as much as what is sent does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Baseline {
    rounds: Vec<(Tokens, Tokens)>,
    histories: Vec<Tokens>,
}

/// The figures of a reply, as a provider reports them.
struct Figures {
    input: Tokens,
    cache_read: Tokens,
    cache_write: Tokens,
    output: Tokens,
}

/// What the last request of the loop's own was, for what a prompt cache can serve of the next.
#[derive(Clone, Default)]
pub(crate) struct Prefix {
    system_notes: u32,
    ids: Option<Vec<MessageId>>,
}

impl Prefix {
    /// What of a request repeats the one before, from the beginning on; the next is compared with
    /// this one.
    pub(crate) fn repeated(&mut self, request: &Request<'_>) -> Tokens {
        let ids = request.messages.iter().map(|message| message.id).collect();
        let before = self.ids.replace(ids);
        let is_same_system =
            std::mem::replace(&mut self.system_notes, request.system_notes) == request.system_notes;
        let Some(before) = before.filter(|_| is_same_system) else { return Tokens::ZERO };
        let pairs = request.messages.iter().zip(&before);
        let same = pairs.take_while(|(message, id)| message.id == **id);
        same.map(|(message, _)| message.size.tokens).sum::<Tokens>().plus(request.fixed)
    }

    /// The content of these messages changed, so no request begins with them as before.
    pub(crate) fn changed(&mut self, messages: &[MessageId]) {
        if let Some(ids) = &mut self.ids {
            let place = ids.iter().position(|id| messages.contains(id));
            ids.truncate(place.unwrap_or(usize::MAX));
        }
    }
}

/// The prepared model. It is as strict as a real one in patched runs and with programs of others
/// alone: a scenario is written for the lesson's small window and may be played in a larger one.
#[derive(Clone)]
pub(crate) struct Provider<'a> {
    scenario: Cow<'a, Scenario>,
    patch: Cow<'a, Patch>,
    is_strict: bool,
    window: Tokens,
    baseline: Option<Baseline>,
    /// How many rounds and summaries were taken.
    pub(crate) rounds: usize,
    pub(crate) summaries: usize,
    pub(crate) before: Prefix,
    pub(crate) sent: Vec<Sent>,
    pub(crate) record: Baseline,
}

impl<'a> Provider<'a> {
    pub(crate) fn new(
        scenario: Cow<'a, Scenario>,
        patch: Cow<'a, Patch>,
        window: Tokens,
        baseline: Option<Baseline>,
    ) -> Self {
        Self {
            is_strict: !patch.is_empty(),
            scenario,
            patch,
            window,
            baseline,
            rounds: 0,
            summaries: 0,
            before: Prefix::default(),
            sent: Vec::new(),
            record: Baseline::default(),
        }
    }

    /// The same, and strict whatever the patch is.
    pub(crate) fn strict(self) -> Self {
        Self { is_strict: true, ..self }
    }

    pub(crate) fn main(&mut self, request: &Request<'_>) -> Answer {
        let size = size(request.messages).plus(request.fixed);
        let repeated = self.before.repeated(request).min(size);
        self.record.rounds.push((size, repeated));
        let place = self.rounds;
        let round = self.scenario.rounds.get(place);
        let figures = round.map(|round| self.figures(place, &round.tokens, size, repeated));
        let tokens = figures.as_ref().map_or(size, Figures::request);
        self.sent.push(Sent { call: request.call, tokens, repeated: repeated.min(tokens) });
        if let Some(refused) = self.refusal(request, figures.as_ref(), tokens) {
            return refused;
        }
        let (Some(round), Some(figures)) = (round, figures) else { return Answer::Dry };
        self.rounds += 1;
        Answer::Reply(reply(place, round, &figures))
    }

    /// `history` is what is summarised.
    pub(crate) fn summary(&mut self, call: u32, history: &[Message<Value>]) -> Answer {
        let place = self.summaries;
        let (scenario, patch) = (&*self.scenario, &*self.patch);
        let size = size(history);
        self.record.histories.push(size);
        let Some(summary) = scenario.summaries.get(place).or(scenario.default_summary.as_ref())
        else {
            self.sent.push(Sent { call, tokens: size, repeated: Tokens::ZERO });
            return Answer::Dry;
        };
        self.summaries += 1;
        let mut figures = match (&self.baseline, summary.tokens.input) {
            (None, Some(_)) => Figures::stated(&summary.tokens),
            (None, None) => Figures::plain(size.plus(scenario.sizes.instruction), &summary.tokens),
            (Some(baseline), _) => {
                Figures::plain(size.plus(instruction(scenario, baseline)), &summary.tokens)
            }
        };
        let mut text = summary.text.clone();
        if let Some(tokens) = patch.summary_tokens {
            figures.output = Tokens::new(tokens);
        }
        if patch.has(Bug::LongSummary) {
            text = render_history(history.iter().map(|it| DIALECT.view(&it.payload)));
            figures.output = size;
        }
        self.sent.push(Sent { call, tokens: figures.request(), repeated: Tokens::ZERO });
        let text = json!({ "type": "text", "text": text });
        Answer::Reply(message(&[text], summary.stop.as_str(), &figures))
    }

    /// Of messages, those that a compaction has summarised.
    pub(crate) fn summarised<'m>(&self, messages: &'m [Message<Value>]) -> &'m [Message<Value>] {
        if self.patch.strategy != Some(PatchStrategy::KeepLast) {
            return messages;
        }
        let is_reply = |place: &usize| messages[*place].kind == MessageKind::Reply;
        let mut replies = (0..messages.len()).rev().filter(is_reply);
        let cut = replies.nth(1).filter(|_| replies.next().is_some());
        &messages[..cut.unwrap_or(messages.len())]
    }

    fn figures(
        &self,
        place: usize,
        stated: &RoundTokens,
        size: Tokens,
        repeated: Tokens,
    ) -> Figures {
        let Some(baseline) = &self.baseline else {
            return match stated.input {
                Some(_) => Figures::stated(stated),
                None => Figures::plain(size, stated),
            };
        };
        let figures = Figures::stated(stated);
        let Some((then, then_repeated)) = baseline.rounds.get(place).copied() else {
            return Figures::plain(size, stated);
        };
        let request = figures.request().plus(size).less(then);
        let limit = if repeated < then_repeated { repeated } else { request };
        let cache_read = figures.cache_read.min(limit).min(request);
        let cache_write = figures.cache_write.min(request.less(cache_read));
        let input = request.less(cache_read).less(cache_write);
        Figures { input, cache_read, cache_write, ..figures }
    }

    fn refusal(
        &self,
        request: &Request<'_>,
        figures: Option<&Figures>,
        tokens: Tokens,
    ) -> Option<Answer> {
        if !self.is_strict {
            return None;
        }
        let messages: Vec<_> = request.messages.iter().map(|it| it.payload.clone()).collect();
        if let Some(violation) = violations(DIALECT, &messages).first() {
            let message = format!("400 invalid_request_error: {violation}");
            return Some(Answer::Refused(Ending::Refused, message));
        }
        let output = figures?.output;
        (tokens.plus(output) > self.window).then(|| {
            let window = self.window;
            let message = format!(
                "400 invalid_request_error: the prompt is too long: {tokens} tokens and a reply of \
                 {output} are more than the window of {window}"
            );
            Answer::Refused(Ending::Overflowed, message)
        })
    }
}

impl Figures {
    fn stated(tokens: &RoundTokens) -> Self {
        let RoundTokens { input, cache_read, cache_write, output } = tokens.clone();
        Self { input: input.unwrap_or_default(), cache_read, cache_write, output }
    }

    fn plain(input: Tokens, tokens: &RoundTokens) -> Self {
        let (cache_read, cache_write) = (Tokens::ZERO, Tokens::ZERO);
        Self { input, cache_read, cache_write, output: tokens.output }
    }

    fn request(&self) -> Tokens {
        self.input.plus(self.cache_read).plus(self.cache_write)
    }
}

pub(crate) fn size(messages: &[Message<Value>]) -> Tokens {
    messages.iter().map(|message| message.size.tokens).sum()
}

/// What a summary call carries beside the history: what the scenario says, or what its first
/// summary was stated to.
fn instruction(scenario: &Scenario, baseline: &Baseline) -> Tokens {
    let usage = (scenario.usage == UsageSource::Given)
        .then(|| scenario.summaries.first().zip(baseline.histories.first()))
        .flatten();
    usage.map_or(scenario.sizes.instruction, |(summary, history)| {
        Figures::stated(&summary.tokens).request().less(*history)
    })
}

fn reply(place: usize, round: &ScriptedRound, figures: &Figures) -> Value {
    let mut content = Vec::new();
    if let Some(say) = &round.say {
        content.push(json!({ "type": "text", "text": say }));
    }
    for (index, call) in round.calls.iter().enumerate() {
        let (name, input) = match &call.action {
            Action::Tool { name, input, .. } => (name.as_str(), input.clone()),
            Action::Notes { content, .. } => (NOTES_TOOL, json!({ "content": content })),
        };
        let id = call_id(place, index);
        content.push(json!({ "type": "tool_use", "id": id, "name": name, "input": input }));
    }
    message(&content, round.stop.as_str(), figures)
}

/// A provider's response.
fn message(content: &[Value], stop: &str, figures: &Figures) -> Value {
    json!({
        "type": "message",
        "role": "assistant",
        "content": content,
        "stop_reason": stop,
        "usage": {
            "input_tokens": figures.input.get(),
            "cache_creation_input_tokens": figures.cache_write.get(),
            "cache_read_input_tokens": figures.cache_read.get(),
            "output_tokens": figures.output.get(),
        },
    })
}
