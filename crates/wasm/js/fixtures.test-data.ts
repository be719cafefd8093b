// Written by tests/types.rs: one value of each variant, as Rust prints it.
import type {
  ContextEffect, ContextEvent, Meters, Notice, Outcome, Policy, Prompts, SummaryFault, Totals, Usage,
} from "../dist/index.js";

type ByType<T extends { type: string }> = { [K in T["type"]]: Extract<T, { type: K }> };

export const effects = {
  "abort": {
    "type": "abort",
    "request": 1
  },
  "append": {
    "type": "append",
    "id": 1,
    "kind": "task",
    "size": {
      "tokens": 5,
      "measure": "estimated"
    },
    "message": {
      "role": "user",
      "content": "fix it"
    }
  },
  "callModel": {
    "type": "callModel",
    "request": 1,
    "call": 1,
    "purpose": "summary",
    "maxTokens": 2000,
    "messages": [
      {
        "role": "user",
        "content": "fix it"
      }
    ]
  },
  "done": {
    "type": "done",
    "outcome": {
      "type": "aborted"
    }
  },
  "notify": {
    "type": "notify",
    "notice": {
      "type": "reset",
      "from": 1850
    }
  },
  "readNotes": {
    "type": "readNotes",
    "request": 1
  },
  "replace": {
    "type": "replace",
    "id": 2,
    "size": {
      "tokens": 5,
      "measure": "estimated"
    },
    "message": {
      "role": "user",
      "content": "fix it"
    },
    "removed": 4
  },
  "runTool": {
    "type": "runTool",
    "request": 1,
    "call": "call",
    "name": "read_file",
    "input": {
      "path": "a"
    }
  },
  "writeNotes": {
    "type": "writeNotes",
    "request": 1,
    "call": "call",
    "content": "# Decisions"
  }
} satisfies ByType<ContextEffect>;

export const notices = {
  "checked": {
    "type": "checked",
    "meter": "occupancy",
    "used": {
      "tokens": 7,
      "measure": "counted"
    },
    "threshold": 8,
    "fired": false
  },
  "compacted": {
    "type": "compacted",
    "ordinal": 1,
    "call": 4,
    "meter": "accumulated",
    "threshold": 1400,
    "before": {
      "accumulated": {
        "tokens": 1,
        "measure": "counted"
      },
      "occupancy": {
        "tokens": 2,
        "measure": "estimated"
      },
      "spend": {
        "tokens": 3,
        "measure": "counted"
      }
    },
    "after": {
      "accumulated": {
        "tokens": 1,
        "measure": "counted"
      },
      "occupancy": {
        "tokens": 2,
        "measure": "estimated"
      },
      "spend": {
        "tokens": 3,
        "measure": "counted"
      }
    },
    "removed": 7,
    "summary": "half done",
    "notes": null
  },
  "counted": {
    "type": "counted",
    "call": 1,
    "purpose": "main",
    "stop": "tool_use",
    "usage": {
      "input": 60,
      "cacheRead": 270,
      "cacheWrite": 0,
      "output": 150,
      "cache": "apart"
    },
    "measure": "counted",
    "meters": {
      "accumulated": {
        "tokens": 1,
        "measure": "counted"
      },
      "occupancy": {
        "tokens": 2,
        "measure": "estimated"
      },
      "spend": {
        "tokens": 3,
        "measure": "counted"
      }
    },
    "settled": [
      {
        "id": 0,
        "tokens": 9
      }
    ]
  },
  "reset": {
    "type": "reset",
    "from": 1850
  },
  "usageIgnored": {
    "type": "usageIgnored",
    "call": 1,
    "field": "input_tokens",
    "value": "-1"
  }
} satisfies ByType<Notice>;

export const outcomes = {
  "aborted": {
    "type": "aborted"
  },
  "answered": {
    "type": "answered",
    "text": "done",
    "stop": "end_turn"
  },
  "callFailed": {
    "type": "callFailed",
    "purpose": "main",
    "message": "down"
  },
  "notesUnread": {
    "type": "notesUnread",
    "message": "down"
  },
  "stopped": {
    "type": "stopped",
    "text": "half",
    "stop": "unheard_of"
  },
  "summaryRefused": {
    "type": "summaryRefused",
    "reason": {
      "type": "blank"
    }
  }
} satisfies ByType<Outcome>;

export const faults = {
  "blank": {
    "type": "blank"
  },
  "stopped": {
    "type": "stopped",
    "stop": "max_tokens"
  }
} satisfies ByType<SummaryFault>;

export const events = {
  "aborted": {
    "type": "aborted"
  },
  "callFailed": {
    "type": "callFailed",
    "request": 1,
    "message": "down"
  },
  "notesFailed": {
    "type": "notesFailed",
    "request": 1,
    "message": "down"
  },
  "notesRead": {
    "type": "notesRead",
    "request": 1,
    "content": null,
    "tokens": 5
  },
  "notesWritten": {
    "type": "notesWritten",
    "request": 1,
    "tokens": 5
  },
  "replied": {
    "type": "replied",
    "request": 1,
    "reply": {
      "content": [],
      "stop_reason": "end_turn"
    }
  },
  "submitted": {
    "type": "submitted",
    "text": "fix it",
    "tokens": 5
  },
  "toolReturned": {
    "type": "toolReturned",
    "request": 1,
    "content": "ok",
    "isError": true,
    "tokens": 5
  }
} satisfies ByType<ContextEvent>;

export const lesson = {
  "window": 2000,
  "ratio": 0.7,
  "meter": "accumulated",
  "outputReserve": 0,
  "replyLimit": 1024,
  "summaryLimit": 2000,
  "anyStopAnswers": true
} satisfies Policy;

export const production = {
  "window": 200000,
  "ratio": 0.7,
  "meter": "occupancy",
  "outputReserve": 1024,
  "replyLimit": 1024,
  "summaryLimit": 2000,
  "anyStopAnswers": false
} satisfies Policy;

export const prompts = {
  "summaryInstruction": "Your context window is about to be replaced. Write a handover summary for the agent that takes over: it will see your summary and NOTES.md, and nothing else of what is below.\nKeep: the task, decisions on architecture and their reasons, bugs that are not solved, details of the implementation that the next steps need, and the next step.\nLeave out: tool output that has served its purpose, repetition, and talk.\nAnswer with the summary alone.",
  "summaryHeading": "Handover summary:",
  "notesHeading": "NOTES.md as of now:",
  "notesEmpty": "(NOTES.md is still empty)",
  "notesSaved": "NOTES.md is updated.",
  "notesWithoutContent": "update_notes needs a string `content`: the complete new text of NOTES.md.",
  "argumentsUnreadable": "Not run: the arguments are not valid JSON. Call again with complete arguments.",
  "callNotRun": "Not run: the reply ended before its tool calls were due.",
  "callAborted": "Not finished: the run was aborted. Its effect is unknown."
} satisfies Prompts;

export const meters = {
  "accumulated": {
    "tokens": 1,
    "measure": "counted"
  },
  "occupancy": {
    "tokens": 2,
    "measure": "estimated"
  },
  "spend": {
    "tokens": 3,
    "measure": "counted"
  }
} satisfies Meters;

export const totals = {
  "calls": 0,
  "compactionCalls": 0,
  "compactions": 0
} satisfies Totals;

export const usage = {
  "input": 60,
  "cacheRead": 270,
  "cacheWrite": 0,
  "output": 150,
  "cache": "apart"
} satisfies Usage;
