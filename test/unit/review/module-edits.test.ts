import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildAccountChange } from "../../../cli/review/account";
import { readPreview } from "../../../cli/review/preview";
import { type Exposure, exposures, opens } from "../../../cli/review/reach";
import { type Step, stepsOfEdit } from "../../support/edit-steps";
import { base, edits } from "../../support/module-edits";
import { toldTexts } from "../../support/previews";

/**
 * Edits of a program with every kind of module, and the right answers: where clients gain and lose access. They were found
 * once by trying clients one by one against the objects of an account before and after each edit.
 */
interface Right {
  readonly edit: string;
  /** True if the outcome depends on what no preview contains. */
  readonly isUnseen?: true;
  readonly opens?: readonly string[];
  readonly closes?: readonly string[];
  /** Resources that clients reach at a new address who did not reach them at the old one. */
  readonly moved?: readonly string[];
}

interface Case extends Right {
  readonly steps: readonly Step[];
  readonly found: ReadonlyMap<string, Exposure>;
}

const recorded = (name: string) => join(__dirname, "../../recorded", name);
const answers = JSON.parse(readFileSync(recorded("module-edits.json"), "utf8")) as readonly Right[];
const BACK = ", taken back";
/** `npm run test:full` reviews the way back of each edit too. */
const isFull = process.env.TUNNEL_EDGE_TEST_FULL === "on";
const cases: Case[] = [];

async function foundIn(steps: readonly Step[]): Promise<Map<string, Exposure>> {
  const preview = readPreview(JSON.stringify({ config: {}, steps, changeSummary: {} }), "the edit");
  const { changed } = exposures(await buildAccountChange(preview));
  return new Map(changed.map((exposure) => [exposure.surface.label, exposure]));
}

beforeAll(async () => {
  const right = new Map(answers.map((answer) => [answer.edit, answer]));
  const planned = edits.flatMap(({ title, after, back }) => [
    { edit: title, from: base, to: after },
    // The way back is an edit of its own: what one opens the other closes.
    ...(isFull ? [{ edit: title.replace(":", `${BACK}:`), from: back, to: base }] : []),
  ]);
  for (const { edit, from, to } of planned) {
    const answer = right.get(edit);
    if (!answer) throw new Error(`no answer is recorded for ${edit}`);
    const steps = await stepsOfEdit(from, to);
    cases.push({ ...answer, steps, found: await foundIn(steps) });
  }
}, 600_000);

/**
 * Places whose guards or backends are in neither program nor state, and what the reference leaves open: which of two lists of
 * user agents wins, and whether two applications of one provider have the same users.
 */
const OPEN_ENDED = /elsewhere|sealed|veiled|\/agents|\/sso/;

const closes = ({ verdict }: Exposure) => verdict === "closes" || verdict === "shifts";

/** Where the review differs from the right answers. */
const wrongIn = ({ edit, isUnseen, found, ...right }: Case): string[] =>
  [...new Set([...found.keys(), ...(right.opens ?? []), ...(right.closes ?? [])])].flatMap((label) => {
    const exposure = found.get(label);
    const said = { opens: !!exposure && opens(exposure), closes: !!exposure && closes(exposure) };
    const actual = { opens: !!right.opens?.includes(label), closes: !!right.closes?.includes(label) };
    const isCertain = exposure?.isCertain ?? true;
    // What cannot be seen may be reported as possible, but never be missed.
    const isRight = isCertain
      ? said.opens === actual.opens && said.closes === actual.closes
      : (isUnseen || OPEN_ENDED.test(label)) &&
        (said.opens || !actual.opens) &&
        (said.closes || !actual.closes);
    return isRight ? [] : [`${edit}: ${label}: ${JSON.stringify({ said, isCertain, actual })}`];
  });

/** Where it differs for what has moved. */
function wrongMovesIn({ edit, found, moved = [] }: Case): string[] {
  const said = [...found.values()].flatMap(({ movedFrom, urns }) =>
    movedFrom && opens(movedFrom) ? [{ ...movedFrom, name: urns[0]?.split("::").at(-1) ?? "" }] : [],
  );
  return [
    ...moved.filter((name) => !said.some((one) => one.name === name)).map((name) => `missed ${name}`),
    ...said.filter((one) => one.isCertain && !moved.includes(one.name)).map(({ name }) => `invented ${name}`),
  ].map((one) => `${edit}: ${one}`);
}

describe("who gains access to what", () => {
  test("is as recorded: read what has changed, then run `vitest run -u` for this file", async () => {
    const sentences = cases.flatMap(({ edit, found }) =>
      edit.includes(BACK)
        ? []
        : [...found].flatMap(([label, { verdict, isCertain, newcomers, lockedOut }]) =>
            verdict === "same"
              ? []
              : [
                  `${edit}: ${label} ${verdict}${isCertain ? "" : " perhaps"}`,
                  ...toldTexts([...newcomers, ...lockedOut]),
                ],
          ),
    );
    await expect(sentences.join("\n")).toMatchFileSnapshot(recorded("module-reviews.txt"));
  });

  test("is right for every edit", () => {
    expect(cases).toHaveLength(isFull ? answers.length : answers.length / 2);
    expect(cases.flatMap(wrongIn)).toEqual([]);
  });

  test("is right for what moves, guards and all", () => {
    expect(cases.flatMap(wrongMovesIn)).toEqual([]);
  });

  test("is judged for each account by itself", async () => {
    const [one, other] = ["guard removed: root.oauth", "rule widened: office-v4"].map((edit) =>
      cases.find((found) => found.edit === edit),
    ) as [Case, Case];
    const provider = "urn:pulumi:test::edits::pulumi:providers:pulumi-nodejs::staging::id";
    const text = JSON.stringify(other.steps).replace(/(urn:pulumi:[^"]+)::([^":]+)"/g, `$1::staging-$2"`);
    const staged = (JSON.parse(text) as Step[]).map(({ oldState, newState, ...step }) => ({
      ...step,
      ...(oldState && { oldState: { ...oldState, provider } }),
      ...(newState && { newState: { ...newState, provider } }),
    }));
    const opened = async (steps: readonly Step[]) =>
      [...(await foundIn(steps)).values()]
        .filter((one) => one.opensCertainly)
        .map(({ surface }) => surface.label);
    const there = (other.opens ?? []).map((label) => `${label} (staging)`);
    expect((await opened([...one.steps, ...staged])).sort()).toEqual([...(one.opens ?? []), ...there].sort());
  });
});
