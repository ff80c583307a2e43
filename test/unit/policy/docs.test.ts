import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { policyDocs } from "../../../build/generate/policy-docs";
import { repository } from "../../support/engine";

test("docs/policy-rules.md is up to date", () => {
  expect(readFileSync(join(repository, "docs", "policy-rules.md"), "utf8")).toBe(policyDocs());
});
