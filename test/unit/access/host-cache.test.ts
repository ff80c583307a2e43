import { expect, test } from "vitest";
import { dependsOnHost } from "../../../access/host-cache";
import { textQuestion } from "../../../access/question";

test.each([
  ["the path", "req.url.path", "", false],
  ["a path after a url-rewrite", "req.url.path", "url x", true],
  ["a query after a forward and a url-rewrite", "req.url.query", "forwarded url x", true],
  ["a header that a rule changed", "req.headers.x-a", "header x", false],
  ["the host", "req.host", "", true],
  ["the endpoint", "endpoint.id", "", true],
  ["the URL", "req.url", "", true],
])(
  "a cached comparison doesn't apply to other hosts if it tests one of them: %s",
  (_, subject, version, isDependent) => {
    expect(dependsOnHost(textQuestion({ subject, version, is: "equal", value: "/a" }))).toBe(isDependent);
  },
);
