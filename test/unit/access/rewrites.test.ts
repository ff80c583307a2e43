// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import { rewrittenUrl } from "../../../access/asking";

const URL = "https://app.example.com/public/a?b=1";

test.each<[string | undefined, string, string | undefined]>([
  ["/public", "/admin", "https://app.example.com/admin/a?b=1"],
  ["/public/(.*)", "/$1", "https://app.example.com/a?b=1"],
  ["/public/(\\w)", "/${1}", "https://app.example.com/a?b=1"],
  [undefined, "/admin", "https://app.example.com/admin"],
  [undefined, "https://other.example.com/x", "https://other.example.com/x"],
  ["/elsewhere", "/admin", URL],
  ["/public", "/$name", undefined],
  ["/(", "/admin", undefined],
])("a URL in which %j becomes %j", (from, to, expected) => {
  expect(rewrittenUrl({ from, to }, URL)).toBe(expected);
});
