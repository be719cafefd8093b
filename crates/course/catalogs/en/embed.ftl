# The page in a frame of another page.

embed-panel-exercise = Exercise
embed-no-exercise = There is no exercise of this name here.
embed-open = Open in a tab of its own
embed-frame = Exercise and run of an agent harness
embed-not-kept = This browser keeps nothing for a page within another one. What you do here lasts until it is closed; in a tab of its own it is kept.
