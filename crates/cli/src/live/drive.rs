//! The loop of a run with a real model.

use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

use secondwind_core::{FailureKind, write};
use secondwind_course::{
    Args, Ending, Issue, ModelRequest, Pending, RecordedAnswer, RecordedFailure, Recording, Run,
};
use secondwind_wire::{
    Failure as CallFailure, FailureClass, HttpRequest, Retry, cost, quote, total,
};

use super::{
    call::{Caller, jitter},
    dollars,
    open::OpenRecording,
    setup::Limits,
    tools::Prepared,
};
use crate::{Failure, files, report, show::Screen, words::Words};

/// A run under way, and all that it needs of the world.
pub(crate) struct Drive<'a> {
    pub(crate) open: OpenRecording,
    pub(crate) caller: Caller,
    pub(crate) prepared: Prepared,
    pub(crate) limits: Limits,
    pub(crate) screen: Screen<'a>,
    pub(crate) words: &'a Words,
    /// The variable with the key.
    pub(crate) variable: &'static str,
}

impl Drive<'_> {
    /// Goes on until the run is over, or cannot go on.
    pub(crate) fn go(&mut self, mut run: Run) -> Result<(), Failure> {
        self.screen.show(&run)?;
        while let Some(Pending::Call { request }) = run.pending() {
            let answer = self.call(&request)?;
            self.push(answer)?;
            self.save()?;
            // A reply may ask for many tools. Its line is told before they have answered.
            self.screen.show(&self.open.player.run())?;
            self.tell_cost()?;
            run = self.ready()?;
            self.save()?;
            self.screen.show(&run)?;
        }
        if run.summary().ending == Ending::Answered {
            if self.open.file.is_some() {
                writeln!(io::stderr(), "{}", recorded(&self.open, self.words))?;
            }
            return Ok(());
        }
        Err(Failure::Ended(recorded(&self.open, self.words)))
    }

    /// Answers the tool calls that a recording stops at, so that a model call comes next.
    pub(crate) fn ready(&mut self) -> Result<Run, Failure> {
        while let Some(Pending::Tool { name, input, .. }) = self.open.player.tool() {
            let result = self.prepared.answer(self.open.player.entries(), &name, &input);
            self.push(RecordedAnswer::Result(result))?;
        }
        Ok(self.open.player.run())
    }

    fn push(&mut self, answer: RecordedAnswer) -> Result<(), Failure> {
        self.open.player.push(answer).map_err(|issues| self.untaken(&issues))
    }

    fn save(&self) -> Result<(), Failure> {
        self.open.save().map_err(|(key, args)| Failure::Ended(self.words.get(key, &args)))
    }

    /// The most that a call may cost, in millionths of a dollar.
    pub(crate) fn quote(&self, request: &ModelRequest) -> Option<u64> {
        quote(&self.open.recording().model, request.tokens, &request.body)
    }

    /// What all calls so far cost, in millionths of a dollar; `None` where a price is not known.
    fn spent(&self) -> Option<u64> {
        let api = self.caller.endpoint.api;
        let Recording { model, answers, booked, .. } = self.open.recording();
        let replies = answers.iter().filter_map(|answer| match answer {
            RecordedAnswer::Reply(reply) => Some(cost(api, model, reply)),
            _ => None,
        });
        total(replies.chain([Some(*booked)]))
    }

    /// Sets what calls may have cost whose replies are not here. It is in the file before a call goes
    /// out, so that it is known whatever ends the program.
    fn book(&mut self, booked: u64) -> Result<(), Failure> {
        if booked == self.open.recording().booked {
            return Ok(());
        }
        self.open.player.book(booked);
        self.save()
    }

    fn tell_cost(&self) -> io::Result<()> {
        let Some(spent) = self.spent() else { return Ok(()) };
        let args = Args::from([("cost", dollars::shown(spent).into())]);
        writeln!(io::stderr(), "{}", self.words.get("cli-cost", &args))
    }

    fn call(&mut self, request: &ModelRequest) -> Result<RecordedAnswer, Failure> {
        let mut body = request.body.clone();
        body["model"] = self.open.recording().model.as_str().into();
        let Caller { endpoint, key, .. } = &self.caller;
        let http = endpoint.request(key.as_ref(), &body).map_err(|error| {
            let args = Args::from([("reason", error.to_string().into())]);
            Failure::Input(self.words.get("error-live-request", &args))
        })?;
        if request.call > self.limits.calls {
            let args = Args::from([("calls", self.limits.calls.into())]);
            return Err(self.ended(&self.words.get("cli-capped-calls", &args)));
        }
        let mut attempt = 0;
        loop {
            let quote = self.quote(request);
            self.check_cap(quote)?;
            let before = self.open.recording().booked;
            self.book(before.saturating_add(quote.unwrap_or_default()))?;
            let failure = match self.attempt(&http) {
                Ok(reply) => {
                    // It is in the recording with its own cost, as soon as that is saved again.
                    self.open.player.book(before);
                    return Ok(RecordedAnswer::Reply(reply));
                }
                Err(failure) => failure,
            };
            if !failure.may_be_billed {
                self.book(before)?;
            }
            // A request that is too long is for the harness to deal with.
            if matches!(failure.kind, FailureKind::Overflow | FailureKind::OverflowSuspected) {
                let (kind, message) = (write(&failure.kind), failure.message);
                return Ok(RecordedAnswer::Failed(RecordedFailure { kind, message }));
            }
            let Some(wait) = Retry::default().delay(attempt, &failure, jitter()) else {
                return Err(self.ended(&self.told(&failure)));
            };
            attempt += 1;
            let seconds = format!("{}.{}", wait / 1_000, wait % 1_000 / 100);
            let args = [("seconds", seconds.into()), ("message", failure.message.into())];
            writeln!(io::stderr(), "{}", self.words.get("cli-again", &Args::from(args)))?;
            thread::sleep(Duration::from_millis(wait));
        }
    }

    fn attempt(&mut self, http: &HttpRequest) -> Result<serde_json::Value, CallFailure> {
        let streams = self.screen.streams();
        let Self { caller, screen, .. } = self;
        // A screen that takes no more text ends the run, once the reply is in the recording.
        let mut shown = Ok(());
        let result = caller.call(http, &mut |text| {
            if streams && shown.is_ok() {
                shown = screen.stream(text);
            }
        });
        if streams {
            // A fault of the screen shows again with the next line of the log.
            let _ = screen.end_stream();
        }
        result
    }

    fn check_cap(&self, quote: Option<u64>) -> Result<(), Failure> {
        let Some(cap) = self.limits.cost else { return Ok(()) };
        let (Some(quote), Some(spent)) = (quote, self.spent()) else {
            return Err(self.ended(&self.words.plain("cli-capped-unknown")));
        };
        if spent.saturating_add(quote) <= cap {
            return Ok(());
        }
        let args = Args::from([
            ("cap", dollars::shown(cap).into()),
            ("spent", dollars::shown(spent).into()),
            ("most", dollars::shown(quote).into()),
        ]);
        Err(self.ended(&self.words.get("cli-capped-cost", &args)))
    }

    /// A failure in words: what it is and the way out, then what the provider said.
    fn told(&self, failure: &CallFailure) -> String {
        let key = match failure.class {
            FailureClass::Auth => "cli-failed-auth",
            FailureClass::Billing => "cli-failed-billing",
            FailureClass::Rate => "cli-failed-rate",
            FailureClass::Overload => "cli-failed-overload",
            FailureClass::Server => "cli-failed-server",
            FailureClass::TooLarge => "cli-failed-too-large",
            FailureClass::NotFound => "cli-failed-not-found",
            FailureClass::Malformed => "cli-failed-malformed",
            FailureClass::Cut => "cli-failed-cut",
            FailureClass::Network => "cli-failed-network",
            FailureClass::Timeout => "cli-failed-timeout",
            _ => "cli-failed-other",
        };
        let recording = self.open.recording();
        let args = Args::from([
            ("variable", self.variable.into()),
            ("model", recording.model.as_str().into()),
            ("address", self.caller.endpoint.base.to_string().into()),
        ]);
        let status = failure.status.map_or_else(|| "-".to_owned(), |status| status.to_string());
        let said = Args::from([
            ("message", failure.message.as_str().into()),
            ("status", status.into()),
            ("request", failure.request_id.as_deref().unwrap_or("-").into()),
        ]);
        format!("{}\n{}", self.words.get(key, &args), self.words.get("cli-said", &said))
    }

    /// An answer that the run cannot take.
    fn untaken(&self, issues: &[Issue]) -> Failure {
        self.ended(&report("cli-untaken", issues, self.words))
    }

    fn ended(&self, message: &str) -> Failure {
        Failure::Ended(format!("{message}\n{}", kept(&self.open, self.words)))
    }
}

/// How to go on with a run that stopped in the middle.
pub(crate) fn kept(open: &OpenRecording, words: &Words) -> String {
    match &open.file {
        Some(file) => words.get("cli-kept", &Args::from([("file", files::name(file).into())])),
        None => words.plain("cli-not-kept"),
    }
}

/// Where the recording of a run is that is over.
fn recorded(open: &OpenRecording, words: &Words) -> String {
    match &open.file {
        Some(file) => words.get("cli-saved", &Args::from([("file", files::name(file).into())])),
        None => words.plain("cli-not-kept"),
    }
}
