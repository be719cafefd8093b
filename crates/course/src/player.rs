//! A recording that is played while its answers come in.

use secondwind_core::{Effect, Submitted};

use crate::{
    patch::Patch,
    play::{Drive, Entry, Machine, Played},
    recording::{Recorded, RecordedAnswer, Recording, RecordingSource, Stage, Taken},
    request::Pending,
    run::Run,
    source::Issue,
};

/// A run with a real model under way. Each answer takes it on from where it is; nothing is played
/// twice.
pub struct Player {
    recording: Recording,
    stage: Stage,
    machine: Machine,
    drive: Drive,
    taken: Taken,
}

impl Player {
    /// Plays a recording as far as it goes.
    pub fn new(source: &RecordingSource) -> Result<Self, Vec<Issue>> {
        let recording = Recording::parse(&source.recording)?;
        let stage = recording.stage(&source.recording)?;
        let policy = stage.scenario.policy.clone();
        let machine = Machine::new(&stage.scenario, &Patch::default(), policy, stage.dialect)?;
        let task = stage.scenario.task.as_str().into();
        let drive = Drive::new(Submitted { content: task, tokens: None });
        let mut player = Self { recording, stage, machine, drive, taken: Taken::default() };
        player.go()?;
        Ok(player)
    }

    /// Puts an answer behind the others, and plays on. One that the run cannot take is left out of
    /// the recording, and the run is over.
    pub fn push(&mut self, answer: RecordedAnswer) -> Result<(), Vec<Issue>> {
        self.recording.answers.push(answer);
        let gone = self.go();
        if gone.is_err() {
            self.recording.answers.pop();
        }
        gone
    }

    fn go(&mut self) -> Result<(), Vec<Issue>> {
        let Self { recording, stage, machine, drive, taken } = self;
        let mut recorded = Recorded { stage, answers: &recording.answers, taken };
        drive.go(machine, &mut recorded)?;
        recorded.left_over()
    }

    /// Sets what calls may have cost whose replies did not come in, in millionths of a dollar.
    pub const fn book(&mut self, booked: u64) {
        self.recording.booked = booked;
    }

    /// The recording with all answers so far.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// All that happened so far, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.drive.entries
    }

    /// The tool call whose result the run waits for; `None` where it waits for a reply, or is over.
    pub fn tool(&self) -> Option<Pending> {
        match self.drive.open()? {
            Effect::RunTool { call, name, input, .. } => {
                let (call, name, input) = (call.0.clone(), name.clone(), input.clone());
                Some(Pending::Tool { call, name, input })
            }
            _ => None,
        }
    }

    /// The run up to here.
    pub fn run(&self) -> Run {
        let played = self.taken.played(&self.stage, &self.machine, self.drive.entries.clone());
        Run::of(self.stage.clone(), played, &Patch::default())
    }

    /// What it was played on, and the run as it was played.
    pub(crate) fn into_played(self) -> (Stage, Played) {
        let Self { stage, machine, drive, taken, .. } = self;
        let played = taken.played(&stage, &machine, drive.entries);
        (stage, played)
    }
}
