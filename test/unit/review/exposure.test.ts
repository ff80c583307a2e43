import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountChange } from "../../../cli/review/account";
import { readPreview } from "../../../cli/review/preview";
import { type Exposure, exposures } from "../../../cli/review/reach";
import { type Emulator, startEmulator } from "../../../emulator";
import { base, edits } from "../../support/edits";
import { hostFor, ownJournal } from "../../support/hosted";
import { type Database, type Truth, truth } from "../../support/oracle";
import { Planner } from "../../support/planner";
import type { Declared } from "../../support/program";

interface Case {
  readonly kind: string;
  readonly name: string;
  readonly isUnseen: boolean;
  readonly found: ReadonlyMap<string, Exposure>;
  readonly expected: ReadonlyMap<string, Truth>;
}

const ACCOUNT: Readonly<Record<string, string>> = {
  api: "the account's API",
  dashboard: "the account's dashboard",
  agent: "the account's agent connections",
};

let emulator: Emulator;
const journal = ownJournal();
const cases: Case[] = [];

/** Plans a change, makes it, and asks the store on both sides of it. */
async function make(
  planner: Planner,
  program: readonly Declared[],
  about: Pick<Case, "kind" | "name" | "isUnseen">,
) {
  const preview = readPreview(JSON.stringify(await planner.preview(program)), "the planner");
  const before = structuredClone(emulator.objects()) as Database;
  await planner.up(program);
  const after = structuredClone(emulator.objects()) as Database;
  const { changed } = await exposures(await accountChange(preview));
  const expected = [...truth(before, after)].map(
    ([label, verdict]) => [ACCOUNT[label] ?? label, verdict] as const,
  );
  cases.push({
    ...about,
    found: new Map(changed.map((exposure) => [exposure.surface.label, exposure])),
    expected: new Map(expected),
  });
}

beforeAll(async () => {
  emulator = await startEmulator({ strict: true });
  const planner = new Planner(() => hostFor(emulator));
  await planner.up(base);
  for (const { kind, name, apply, back, isUnseen = false } of edits) {
    await make(planner, apply(base), { kind, name, isUnseen });
    if (back) await planner.up(back(base));
    // The way back is an edit of its own: what one opens the other closes.
    await make(planner, base, { kind: `${kind}, taken back`, name, isUnseen });
  }
}, 240_000);

afterAll(async () => {
  await journal.remove();
  await emulator.close();
});

const opens = ({ verdict }: Exposure) => verdict === "opens" || verdict === "shifts";
const closes = ({ verdict }: Exposure) => verdict === "closes" || verdict === "shifts";

describe("who can newly reach what", () => {
  test("is asked of enough edits of enough kinds", () => {
    const kinds = new Set(edits.map(({ kind }) => kind));
    const idle = cases.filter(({ expected }) =>
      [...expected.values()].every((one) => !one.opens && !one.closes),
    );
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(kinds.size).toBeGreaterThanOrEqual(15);
    expect(edits.filter(({ kind }) => kind === "compound").length).toBeGreaterThanOrEqual(5);
    expect(idle.length).toBeGreaterThanOrEqual(40);
  });

  test("is answered as the account itself answers it", () => {
    const wrong = cases.flatMap(({ kind, name, isUnseen, found, expected }) =>
      [...expected].flatMap(([label, actual]) => {
        const exposure = found.get(label);
        const said = {
          opens: exposure !== undefined && opens(exposure),
          closes: exposure !== undefined && closes(exposure),
        };
        const isCertain = exposure?.isCertain ?? true;
        // What cannot be seen may be said to be possible, but never be missed.
        const isRight = isCertain
          ? said.opens === actual.opens && said.closes === actual.closes
          : isUnseen && (said.opens || !actual.opens) && (said.closes || !actual.closes);
        return isRight ? [] : [`${kind}: ${name}: ${label}: ${JSON.stringify({ said, isCertain, actual })}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("names nothing that is not there", () => {
    const strangers = cases.flatMap(({ kind, name, found, expected }) =>
      [...found.keys()].filter((label) => !expected.has(label)).map((label) => `${kind}: ${name}: ${label}`),
    );
    expect(strangers).toEqual([]);
  });
});
