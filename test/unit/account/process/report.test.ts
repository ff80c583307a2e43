import { expect, test } from "vitest";
import { redact, withRedaction } from "../../../../provider/account/process/report";

const LENGTH = 2_000_000;

test.each([
  ["one word", "x".repeat(LENGTH)],
  ["words and dots", "x..".repeat(LENGTH / 3)],
  ["names", "x.".repeat(LENGTH / 2)],
])("redacts a secret of two megabytes, and drops the text after it: %s", (_kind, secret) => {
  const redacted = withRedaction([secret], () => redact(`before ${secret} after`));
  expect(redacted).toBe("before [secret]");
});

test("redacts the host of a secret URL, even in lower case", () => {
  const secret = "https://App.Hidden.example.com:443";
  expect(withRedaction([secret], () => redact("app.hidden.example.com is taken"))).toBe("[secret] is taken");
});

const policy = {
  on_http_request: [
    { actions: [{ type: "basic-auth", config: { credentials: ["ann:hidden-1"], realm: "staff" } }] },
  ],
};

test.each([
  ["JSON", JSON.stringify(policy)],
  ["YAML", "on_http_request: [{ actions: [{ config: { credentials: ['ann:hidden-1'], realm: staff } }] }]"],
])("hides a string of a secret policy as %s, even if the service quotes nothing else", (_kind, secret) => {
  const shown = withRedaction([secret], () => redact("ann:hidden-1 of realm staff is not valid"));
  expect(shown).toBe("[secret] of realm [secret] is not valid");
});
