//! The recording of a run under way, and the file that it is kept in.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use secondwind_course::{
    Args, Ending, Issue, Patch, Player, Recording, RecordingSource, Run, SourceFile,
};

use crate::files::{self, Fault};

/// Held while the file is written, so that nothing ends the program in the middle of it.
#[derive(Clone, Default)]
pub(crate) struct Writing(Arc<Mutex<()>>);

impl Writing {
    pub(crate) fn hold(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A recording that grows.
pub(crate) struct OpenRecording {
    pub(crate) player: Player,
    pub(crate) file: Option<PathBuf>,
    pub(crate) writing: Writing,
}

/// What is in the file that a run is to be recorded in.
pub(crate) enum Found {
    Nothing,
    /// A run that stopped in the middle.
    Open(Box<Recording>),
}

/// Looks into the file. What is no open recording is not to be written over.
pub(crate) fn look(path: &Path) -> Result<Found, Fault> {
    if !path.exists() {
        return Ok(Found::Nothing);
    }
    let exists = || files::fault("error-exists", path);
    let source = files::read_recording(path)?;
    let recording = Recording::parse(&source.recording).map_err(|_| exists())?;
    let run = Run::recorded(&source, &Patch::default()).map_err(|_| exists())?;
    if run.summary().ending != Ending::Open {
        return Err(exists());
    }
    // Nothing was paid for yet.
    let is_empty = recording.answers.is_empty() && recording.booked == 0;
    Ok(if is_empty { Found::Nothing } else { Found::Open(Box::new(recording)) })
}

impl OpenRecording {
    /// Plays a recording as far as it goes, and keeps it in this file from then on.
    pub(crate) fn new(recording: &Recording, file: Option<PathBuf>) -> Result<Self, Vec<Issue>> {
        let name = file.as_deref().map_or_else(|| "-".to_owned(), files::name);
        let recording = SourceFile { name, text: text(recording) };
        let player = Player::new(&RecordingSource { recording })?;
        Ok(Self { player, file, writing: Writing::default() })
    }

    pub(crate) const fn recording(&self) -> &Recording {
        self.player.recording()
    }

    /// Writes what there is to the file, where there is one. What could not be read again is not
    /// written: the file stays as it was.
    pub(crate) fn save(&self) -> Result<(), Fault> {
        let Some(file) = &self.file else { return Ok(()) };
        let (text, limit) = (text(self.recording()), RecordingSource::MAX_BYTES);
        if text.len() > limit {
            let args = [
                ("file", files::name(file).into()),
                ("size", text.len().into()),
                ("limit", limit.into()),
            ];
            return Err(("error-live-full", Args::from(args)));
        }
        let _held = self.writing.hold();
        files::replace(file, &text)
    }
}

fn text(recording: &Recording) -> String {
    // Strings, numbers and objects with text for keys: nothing in it cannot be written.
    serde_json::to_string_pretty(recording).unwrap_or_default() + "\n"
}
