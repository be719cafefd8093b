import { expect, test } from "vitest";
import { dollars } from "../src/live/dollars";

test("an amount is told rounded up, as the command line tells it, so that the most is never less", () => {
  const told = [0, 1, 100, 101, 10_500, 1_000_000, 12_345_678].map((micros) => dollars(micros, "en"));
  expect(told).toEqual(["$0.00", "$0.0001", "$0.0001", "$0.0002", "$0.0105", "$1.00", "$12.3457"]);
});
