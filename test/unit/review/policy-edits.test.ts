import { beforeAll, describe, expect, test } from "vitest";
import { headerEdits } from "../../support/policy-edits/account-edits";
import { policyEdits } from "../../support/policy-edits/generate";
import { type Judgement, judge } from "../../support/policy-edits/judge";

const SEED = Number(process.env.TUNNEL_EDGE_SEED ?? 1);
const found: Judgement[] = [];

beforeAll(async () => {
  for (const [at, edit] of [...policyEdits(120, SEED), ...headerEdits(60, SEED)].entries())
    found.push(await judge(edit, 40, SEED * 1_000_003 + at));
}, 600_000);

/** The short form of `npm run traffic-policy-edits`, which judges two thousand edits of whole accounts. */
describe("generated edits of traffic policies, client by client", () => {
  test("open for some clients, and are of many kinds", () => {
    expect(new Set(found.map(({ edit }) => edit.kind)).size).toBeGreaterThanOrEqual(12);
    expect(found.filter(({ opened }) => opened > 0).length).toBeGreaterThanOrEqual(12);
  });

  test("open for nobody whom the review does not name", () => {
    const missed = found.filter((one) => one.missed.length > 0);
    expect(missed.map(({ edit, missed: [first] }) => ({ edit, first }))).toEqual([]);
  });

  test("open for the witness of each certain opening, by the evaluator", () => {
    const wrong = found.flatMap(({ edit, belied }) => belied.map((witness) => ({ edit, witness })));
    expect(wrong).toEqual([]);
    const sum = (of: (one: Judgement) => number) => found.reduce((all, one) => all + of(one), 0);
    // Whom the same unknown lets in before and after is certain, and not shown.
    const shown = sum(({ certain, withoutClient }) => certain - withoutClient);
    expect(sum(({ heard }) => heard)).toBeGreaterThan(0.9 * shown);
  });

  test("are not all said to open perhaps", () => {
    expect(found.filter(({ says }) => says === "nothing").length).toBeGreaterThanOrEqual(40);
    expect(found.filter(({ says }) => says === "opens").length).toBeGreaterThanOrEqual(20);
  });
});
