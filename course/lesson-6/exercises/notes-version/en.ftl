title = Which notes come back
intro = NOTES.md is overwritten as a whole each time, and it is read at one moment only.

version = In the reference run the agent writes NOTES.md twice, once before the compaction and once after it. Which text does the restart carry?
    .option-stored = The one that is in the store at the moment of the restart.
    .option-start = The one that was there when the run began.
    .option-final = The last one of the run.
    .hint-1 = When does the harness read the file?
    .hint-2 = Step to “Notes are read back” and look which version there is.
    .hint-3 = The second version is written in call 5, in the fresh window.
    .because = The file is read between the summary and the replacement, as it is then. What was written before that comes along; what is written later waits for the next restart.
    .says-start = That would be right in a harness that keeps the copy from the beginning. Here that would be no notes at all.
    .says-final = The restart cannot carry what has not been written yet. The last version would come back at a second compaction.

pile = Suppose `update_notes` appended to the file. How many tokens more would the first request after the third compaction of the last item carry?
    .hint-1 = Open the world in which notes are appended and find call 14.
    .hint-2 = Compare the size of that request in both worlds.
    .hint-3 = Two older versions of the notes stand before the newest one.
    .because = Notes are a state, and no log. Appended, they grow with each write, every request after a restart pays for it, and what was solved long ago still reads as open.
    .says-second = That is the difference after the second compaction. One more version has come since.
    .says-request = That is the whole request. The question is by how much it has grown.
