import { expect, test } from "vitest";
import { redact, withRedaction } from "../../../../provider/account/process/report";

const LENGTH = 2_000_000;

test.each([
  ["one word", "x".repeat(LENGTH)],
  ["words and dots", "x..".repeat(LENGTH / 3)],
  ["names", "x.".repeat(LENGTH / 2)],
])("a secret of two megabytes is hidden: %s", (_kind, secret) => {
  const shown = withRedaction([secret], () => redact(`before ${secret} after`));
  expect(shown).toBe("before [secret]");
});

test("the host of a secret URL is hidden, also in lower case", () => {
  const said = "https://App.Hidden.example.com:443";
  expect(withRedaction([said], () => redact("app.hidden.example.com is taken"))).toBe("[secret] is taken");
});
