export class NotFound extends Error {
  name = "NotFound";
}

export class Conflict extends Error {
  name = "Conflict";
}

export class Invalid extends Error {
  name = "Invalid";
}
