import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildAccountChange } from "../../../cli/review/account";
import { readPreview } from "../../../cli/review/preview";
import { type Exposure, findExposures, opens } from "../../../cli/review/reach";
import { previewSteps } from "../../support/edit-steps";
import { base, edits } from "../../support/module-edits";
import { describeClients, type Step } from "../../support/previews";

/**
 * The correct result for an edit of a program with every kind of module. The results were computed once, by trying clients one
 * by one on an account before and after each edit.
 */
interface CorrectResult {
  readonly edit: string;
  /** True if the outcome depends on values that previews don't contain. */
  readonly isUnseen?: true;
  readonly opens?: readonly string[];
  readonly closes?: readonly string[];
  /** Resources that some clients reach at the new URL or hostport but didn't reach at the old one. */
  readonly moved?: readonly string[];
}

interface Case extends CorrectResult {
  readonly steps: readonly Step[];
  readonly exposures: ReadonlyMap<string, Exposure>;
}

const recorded = (name: string) => join(__dirname, "../../recorded", name);
const answers = JSON.parse(readFileSync(recorded("module-edits.json"), "utf8")) as readonly CorrectResult[];
const REVERTED = ", reverted";
/** True in `npm run test:full`, which reviews the reverse of each edit too. */
const isFull = process.env.TUNNEL_EDGE_TEST_FULL === "on";
const cases: Case[] = [];

async function review(steps: readonly Step[]): Promise<Map<string, Exposure>> {
  const preview = readPreview(JSON.stringify({ config: {}, steps, changeSummary: {} }), "the edit");
  const { changed } = findExposures(await buildAccountChange(preview));
  return new Map(changed.map((exposure) => [exposure.surface.label, exposure]));
}

beforeAll(async () => {
  const resultByEdit = new Map(answers.map((answer) => [answer.edit, answer]));
  const planned = edits.flatMap(({ title, after, beforeUndo }) => [
    { edit: title, from: base, to: after },
    ...(isFull ? [{ edit: title.replace(":", `${REVERTED}:`), from: beforeUndo, to: base }] : []),
  ]);
  for (const { edit, from, to } of planned) {
    const answer = resultByEdit.get(edit);
    if (!answer) throw new Error(`no answer is recorded for ${edit}`);
    const steps = await previewSteps(from, to);
    cases.push({ ...answer, steps, exposures: await review(steps) });
  }
}, 600_000);

/**
 * Labels with guards or backends outside the program and state, or with questions that the API reference leaves open: which of
 * two lists of user agents wins, and whether two applications of a provider have the same users.
 */
const UNDECIDABLE = /elsewhere|secret-(?:module|ids|cidr)|\/agents|\/sso/;

const closes = ({ verdict }: Exposure) => verdict === "closes" || verdict === "shifts";

const findErrors = ({ edit, isUnseen, exposures, ...correct }: Case): string[] =>
  [...new Set([...exposures.keys(), ...(correct.opens ?? []), ...(correct.closes ?? [])])].flatMap(
    (label) => {
      const exposure = exposures.get(label);
      const reported = { opens: !!exposure && opens(exposure), closes: !!exposure && closes(exposure) };
      const actual = { opens: !!correct.opens?.includes(label), closes: !!correct.closes?.includes(label) };
      const isCertain = exposure?.isCertain ?? true;
      // Undecidable openings may be reported as possible, but never missed.
      const isRight = isCertain
        ? reported.opens === actual.opens && reported.closes === actual.closes
        : (isUnseen || UNDECIDABLE.test(label)) &&
          (reported.opens || !actual.opens) &&
          (reported.closes || !actual.closes);
      return isRight ? [] : [`${edit}: ${label}: ${JSON.stringify({ reported, isCertain, actual })}`];
    },
  );

function findMoveErrors({ edit, exposures, moved = [] }: Case): string[] {
  const reported = [...exposures.values()].flatMap(({ movedFrom, urns }) =>
    movedFrom && opens(movedFrom) ? [{ ...movedFrom, name: urns[0]?.split("::").at(-1) ?? "" }] : [],
  );
  return [
    ...moved.filter((name) => !reported.some((move) => move.name === name)).map((name) => `missed ${name}`),
    ...reported
      .filter((move) => move.isCertain && !moved.includes(move.name))
      .map(({ name }) => `invented ${name}`),
  ].map((error) => `${edit}: ${error}`);
}

describe("reviews of module edits", () => {
  test("match the recorded sentences: after reading the differences, run `vitest run -u` for this file", async () => {
    const sentences = cases.flatMap(({ edit, exposures }) =>
      edit.includes(REVERTED)
        ? []
        : [...exposures].flatMap(([label, { verdict, isCertain, gainsAccess, losesAccess }]) =>
            verdict === "same"
              ? []
              : [
                  `${edit}: ${label} ${verdict}${isCertain ? "" : " perhaps"}`,
                  ...describeClients([...gainsAccess, ...losesAccess]),
                ],
          ),
    );
    await expect(sentences.join("\n")).toMatchFileSnapshot(recorded("module-reviews.txt"));
  });

  test("are correct", () => {
    expect(cases).toHaveLength(isFull ? answers.length : answers.length / 2);
    expect(cases.flatMap(findErrors)).toEqual([]);
  });

  test("are correct for resources that move", () => {
    expect(cases.flatMap(findMoveErrors)).toEqual([]);
  });

  test("keep accounts apart", async () => {
    const [one, other] = ["guard removed: root.oauth", "rule widened: office-v4"].map((edit) =>
      cases.find((tested) => tested.edit === edit),
    ) as [Case, Case];
    const provider = "urn:pulumi:test::edits::pulumi:providers:pulumi-nodejs::staging::id";
    const text = JSON.stringify(other.steps).replace(/(urn:pulumi:[^"]+)::([^":]+)"/g, `$1::staging-$2"`);
    const staged = (JSON.parse(text) as Step[]).map(({ oldState, newState, ...step }) => ({
      ...step,
      ...(oldState && { oldState: { ...oldState, provider } }),
      ...(newState && { newState: { ...newState, provider } }),
    }));
    const opened = async (steps: readonly Step[]) =>
      [...(await review(steps)).values()]
        .filter(({ opensCertainly }) => opensCertainly)
        .map(({ surface }) => surface.label);
    const stagingLabels = (other.opens ?? []).map((label) => `${label} (staging)`);
    expect((await opened([...one.steps, ...staged])).sort()).toEqual(
      [...(one.opens ?? []), ...stagingLabels].sort(),
    );
  });
});
