# Share and keep: links, files, what stays on this device, the handout, the page without a network.

keep-label = Share and keep
keep-word = Share
keep-dismiss = Dismiss
keep-more = { $count ->
    [0] Details
    [one] { $count } more message
   *[other] { $count } more messages
}
keep-less = Show less

## Opening again

keep-resume-label = Your earlier visit
keep-resume-at = You were at step { $step } of “{ $scenario }”.
keep-resume-work = There is work of yours from an earlier visit.
keep-resume = Resume
keep-start-clean = Start clean
keep-cleared = Your progress on this device was cleared.
keep-taken = The progress from the file was taken over.
keep-undo = Undo

## The link

keep-link-heading = Link to this place
keep-link-lead = It opens the same scenario, step and settings. Your progress is not in it.
keep-link-field = Address of this place
keep-link-language = Include the language ({ $language })
keep-link-theme = Include the theme ({ $theme })
keep-copy = Copy link
keep-copied = The link was copied.
keep-copy-failed = The browser did not allow copying. The address is selected: copy it with the keyboard or the menu.

keep-link-newer = This link was made by a newer version of this page. What this version knows of it was opened.
keep-link-scenario = The link names a scenario that is not here: “{ $name }”. The first one was opened.
keep-link-step = The link names no step: “{ $step }”. The run was opened at its start.
keep-link-end = The link names step { $step }, but the run ends at step { $last }.
keep-link-unknown = The link holds something that this page does not know: “{ $name }”. It was left out.
keep-link-bad = The link holds a value that does not fit: “{ $name }” cannot be “{ $value }”. It was left out.

## Files

keep-files-heading = Files
keep-files-lead = A run holds the scenario, what is changed in it, and the place. Your progress holds what you finished, answered and ticked.
keep-save-run = Save this run
keep-save-progress = Save my progress
keep-drop = Drop a saved file anywhere on the page, or choose one.
keep-pick = Choose a file

keep-verdict-same = Same.
keep-verdict-same-run = The run in the file is exactly the one that this page plays.
keep-verdict-same-progress = The file holds what is already here.
keep-verdict-differs = Differs.
keep-verdict-differs-run = The file can be opened, but it was made with something else:
keep-verdict-differs-progress = This is how the file differs from what is here:
keep-verdict-cannot = Cannot be opened.
keep-open-run = Open the run
keep-open-run-anyway = Open it anyway
keep-take = Use the file instead of mine
keep-add = Add it to mine

keep-file-long = The file is far too large to be one of this page.
keep-file-unreadable = The browser could not read it.
keep-file-json = It is not JSON, or it was cut off.
keep-file-foreign = It is JSON, but this page did not make it.
keep-file-newer = A newer version of this page made it (format { $version }). Open it there, or reload this page when it offers an update.
keep-file-damaged = It is damaged at: { $fields }.
keep-file-scenario = Its scenario “{ $name }” is not on this page.
keep-file-unplayable = It changes “{ $name }” in a way that this page cannot play.

keep-run-missing = { $name } is not here.
keep-run-extra = { $name } is here, but not in the file.
keep-run-file = { $name } is another version here.
keep-run-last = The run here ends at step { $here }, in the file at step { $there }.
keep-run-calls = Model calls here: { $here }, in the file: { $there }.
keep-run-compactions = Compactions here: { $here }, in the file: { $there }.

keep-more-finished = { $count ->
    [one] { $count } more scenario is finished in the file.
   *[other] { $count } more scenarios are finished in the file.
}
keep-less-finished = { $count ->
    [one] { $count } scenario is finished only here.
   *[other] { $count } scenarios are finished only here.
}
keep-more-answers = { $count ->
    [one] { $count } more prediction is answered in the file.
   *[other] { $count } more predictions are answered in the file.
}
keep-less-answers = { $count ->
    [one] { $count } prediction is answered only here.
   *[other] { $count } predictions are answered only here.
}
keep-other-answers = { $count ->
    [one] { $count } prediction is answered differently.
   *[other] { $count } predictions are answered differently.
}
keep-more-tasks = { $count ->
    [one] { $count } more task is worked on in the file.
   *[other] { $count } more tasks are worked on in the file.
}
keep-less-tasks = { $count ->
    [one] { $count } task is worked on only here.
   *[other] { $count } tasks are worked on only here.
}
keep-other-tasks = { $count ->
    [one] { $count } task is answered differently.
   *[other] { $count } tasks are answered differently.
}
keep-more-ticks = { $count ->
    [one] { $count } more point is ticked in the file.
   *[other] { $count } more points are ticked in the file.
}
keep-less-ticks = { $count ->
    [one] { $count } point is ticked only here.
   *[other] { $count } points are ticked only here.
}
keep-other-place = The last place is another one.

## Progress

keep-progress-heading = Your progress
keep-progress-none = Nothing yet.
keep-held-finished = { $count ->
    [one] { $count } scenario finished
   *[other] { $count } scenarios finished
}
keep-held-answers = { $count ->
    [one] { $count } prediction answered
   *[other] { $count } predictions answered
}
keep-held-tasks = { $count ->
    [one] { $count } task worked on
   *[other] { $count } tasks worked on
}
keep-held-ticks = { $count ->
    [one] { $count } point ticked
   *[other] { $count } points ticked
}
keep-held-place = The last place
keep-state-kept = It is kept in this browser and sent nowhere.
keep-state-full = The browser's storage is full. Your progress lives only in this tab until there is room. Save it as a file.
keep-state-forbidden = This browser keeps nothing for this page. Your progress lives only in this tab. Save it as a file.
keep-state-newer = A newer version of this page keeps its progress here. It stays untouched, and what you do now lives only in this tab.
keep-state-blocked = Damaged progress lies here, and there is no room to put it aside. It stays untouched, and what you do now lives only in this tab.

keep-found-damaged = { $count ->
    [one] Part of your progress on this device is damaged ({ $count } entry). It was put aside, not deleted; the rest is in use. You find it under “Share and keep”.
   *[other] Parts of your progress on this device are damaged ({ $count } entries). They were put aside, not deleted; the rest is in use. You find them under “Share and keep”.
}
keep-found-full = The browser's storage is full, so your progress lives only in this tab. Save it as a file under “Share and keep”.
keep-found-forbidden = This browser keeps nothing for this page, so your progress lives only in this tab. You can save it as a file under “Share and keep”.
keep-found-newer = A newer version of this page keeps its progress here. It stays untouched, and what you do now lives only in this tab.
keep-found-blocked = Damaged progress lies here, and there is no room to put it aside. It stays untouched, and what you do now lives only in this tab.
keep-aside = Damaged progress was put aside ({ $size } characters).
keep-aside-save = Save as a file
keep-aside-delete = Delete

## Paper, and no network

keep-print-heading = Handout and offline
keep-print-lead = The printed page lists what is in the window now, the facts, the notes and the log, and ends with its address.
keep-print = Print the handout
keep-print-number = No.
keep-print-message = Message
keep-print-tokens = Tokens
keep-print-sum = Sum
keep-offline-ready = This page is kept on this device and works without a network.
keep-offline-loading = This page is being kept on this device.
keep-offline-none = Here the page cannot be kept for use without a network.
keep-offline-failed = The page could not be kept for use without a network. All else works.
keep-new-version = A new version of this page is ready.
keep-new-version-take = Reload
