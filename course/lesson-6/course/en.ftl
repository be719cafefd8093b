# Lesson 6: titles of the sections and the completion criteria.

title = Wiring context management into the harness

watch = Watch it run
meter = The meter
threshold = The threshold
positions = The three positions
notes = Notes as insurance
whole = The whole run
proportion = A sense of proportion
recap = Recap
glossary = Terms

criterion-trace = I can add up the usage of a run by hand and say where compaction fires and where the counter goes on.
criterion-positions = I can put the check, the replacement and the reset in their places, and say what breaks where one of them moves.
criterion-storm = I can recognise a compaction storm, name the missing line and say what the storm costs.
criterion-meters = I can tell the lesson's counter, occupancy and spend apart, and say what each is for.
criterion-notes = I can say which facts a compaction keeps, which only the notes keep, and which are gone.
criterion-proposal = I can argue with numbers for or against notes in every system prompt.
criterion-own-words = I have explained to somebody, in my own words, why the messages are replaced as a whole and not added to.
criterion-own-harness = I have looked at a harness of my own and decided, with a reason, whether it needs this layer.
