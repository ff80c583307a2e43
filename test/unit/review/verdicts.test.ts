// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  AGENT,
  APP,
  deny,
  edited,
  endpointArgs,
  forward,
  type Rule,
  type TrafficPolicy,
} from "../../support/policies";
import { created, reviewSteps } from "../../support/previews";
import { readTable } from "../../support/rows";

type Edit = [title: string, before: TrafficPolicy, after: TrafficPolicy, verdict: string, url?: string];

const table = readTable<{
  edits: Record<string, Edit[]>;
  "edits in both directions": Edit[];
  openings: [title: string, before: Rule[], after: Rule[]][];
  conditions: string[];
  "undecided conditions": string[];
}>(join(__dirname, "verdicts.yaml"));

/** Returns the verdict on an edit, with "perhaps" if it isn't certain, and the severities of the findings. */
async function verdictOf(before: TrafficPolicy, after: TrafficPolicy, url = APP): Promise<string> {
  const { findings, exposure } = await reviewSteps([edited(before, after, url)]);
  const [change] = exposure.changed;
  const verdict = change === undefined ? "same" : `${change.verdict}${change.isCertain ? "" : ", perhaps"}`;
  const severities = findings
    .filter(({ rule }) => rule.startsWith("exposure"))
    .map(({ severity }) => severity);
  return [verdict, ...severities].join(": ");
}

describe.each(Object.entries(table.edits))("%s", (_, edits) => {
  test.each(edits)("%s", async (_title, before, after, verdict, url) => {
    expect(await verdictOf(before, after, url)).toBe(verdict);
  });
});

test.each(table["edits in both directions"])(
  "a rule before a guard %s",
  async (_, before, after, verdict) => {
    expect(await verdictOf(before, after)).toBe(verdict);
    expect(await verdictOf(after, before)).toBe(verdict);
  },
);

test.each(table.openings)("opens, and closes when reverted: %s", async (_, before, after) => {
  expect(await verdictOf([...before, AGENT], [...after, AGENT])).toBe("opens: high");
  expect(await verdictOf([...after, AGENT], [...before, AGENT])).toBe("closes");
});

describe("a denial by a condition of a published policy", () => {
  test.each(table.conditions)(
    "opens when it is removed, and closes when it is added: %s",
    async (condition) => {
      expect(await verdictOf([deny(condition), AGENT], [AGENT])).toBe("opens: high");
      expect(await verdictOf([AGENT], [deny(condition), AGENT])).toBe("closes");
    },
  );

  test.each(table["undecided conditions"])("is undecided without a witness: %s", async (condition) => {
    expect(await verdictOf([deny(condition), AGENT], [AGENT])).toContain(", perhaps");
  });
});

test.each([
  "https://${req.host.split('.')[0]}.internal",
  "https://${req.host.split('.')[0].lowerAscii()}.internal",
  "https://app-${req.headers['x-team'][0]}.internal",
  "https://agent.internal",
])("a forward without a guard is open to everybody, whatever its URL contains: %s", async (url) => {
  const preview = endpointArgs([forward(url)], "https://*.preview.example.net");
  const { findings } = await reviewSteps([created("Endpoint", "preview", preview)]);
  expect(findings.map(({ rule, severity, message }) => [rule, severity, message])).toEqual([
    ["exposure-new", "high", "is new and allows everybody"],
  ]);
});
