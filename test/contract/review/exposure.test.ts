import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountChange } from "../../../cli/review/account";
import { readPreview } from "../../../cli/review/preview";
import { type Exposure, exposures } from "../../../cli/review/reach";
import { type Emulator, startEmulator } from "../../../emulator";
import { base, edits, RESERVED } from "../../support/edits";
import { hostFor, ownJournal } from "../../support/hosted";
import { type Database, type Truth, truth, truthOfMoves } from "../../support/oracle";
import { Planner } from "../../support/planner";
import { toldTexts } from "../../support/previews";
import type { Declared } from "../../support/program";
import { withNumberedIds } from "../../support/recorded";

interface Step {
  readonly urn: string;
  readonly oldState?: object;
  readonly newState?: object;
}

interface Case {
  readonly kind: string;
  readonly name: string;
  readonly isUnseen: boolean;
  readonly preview: { readonly steps: readonly Step[] };
  readonly found: ReadonlyMap<string, Exposure>;
  readonly expected: ReadonlyMap<string, Truth>;
  /** Names of the resources whose objects are reached, where they are now, by clients that were kept out before. */
  readonly movedAndOpened: ReadonlySet<string>;
}

const ACCOUNT: Readonly<Record<string, string>> = {
  api: "the account's API",
  dashboard: "the account's dashboard",
  agent: "the account's agent connections",
};

/** After the kind of an edit that undoes the one before. */
const TAKEN_BACK = ", taken back";

let emulator: Emulator;
const journal = ownJournal();
const cases: Case[] = [];

/** Plans a change, makes it, and asks the store on both sides of it. */
async function make(
  planner: Planner,
  program: readonly Declared[],
  about: Pick<Case, "kind" | "name" | "isUnseen">,
) {
  const preview = (await planner.preview(program)) as unknown as Case["preview"];
  const [before, idsBefore] = [structuredClone(emulator.objects()) as Database, planner.ids];
  await planner.up(program);
  const [after, idsAfter] = [structuredClone(emulator.objects()) as Database, planner.ids];
  const pairs = [...idsBefore].flatMap(([name, id]) => {
    const later = idsAfter.get(name);
    return later === undefined ? [] : [[name, [id, later]] as const];
  });
  const expected = [...truth(before, after)].map(
    ([label, verdict]) => [ACCOUNT[label] ?? label, verdict] as const,
  );
  cases.push({
    ...about,
    preview,
    found: await foundIn(preview),
    expected: new Map(expected),
    movedAndOpened: truthOfMoves(before, after, new Map(pairs)),
  });
}

async function foundIn(preview: Case["preview"]): Promise<Map<string, Exposure>> {
  const { changed } = await exposures(
    await accountChange(readPreview(JSON.stringify(preview), "the planner")),
  );
  return new Map(changed.map((exposure) => [exposure.surface.label, exposure]));
}

const STAGING = "staging";

/** The same steps in another account, under other names. */
function inStaging({ steps }: Case["preview"]): Step[] {
  const provider = `urn:pulumi:test::tunnel-edge-test::pulumi:providers:pulumi-nodejs::${STAGING}::id-of-it`;
  const text = JSON.stringify(steps).replace(/(urn:pulumi:[^"]+)::([^"]+)"/g, `$1::${STAGING}-$2"`);
  const moved = (state: object | undefined) => state && { ...state, provider };
  return (JSON.parse(text) as Step[]).map(({ oldState, newState, ...step }) => ({
    ...step,
    ...(oldState && { oldState: moved(oldState) }),
    ...(newState && { newState: moved(newState) }),
  }));
}

/** Every ninth change, together with another one that is made in another account. */
async function inTwoAccounts(): Promise<Case[]> {
  const pairs = cases.flatMap((one, n) => {
    const other = cases[(n * 7 + 3) % cases.length];
    return other && n % 9 === 0 ? [[one, other] as const] : [];
  });
  return Promise.all(
    pairs.map(async ([one, other]): Promise<Case> => {
      const preview = { ...one.preview, steps: [...one.preview.steps, ...inStaging(other.preview)] };
      const there = [...other.expected].map(([label, truth]) => [`${label} (${STAGING})`, truth] as const);
      return {
        kind: `${one.kind} beside ${other.kind}`,
        name: `${one.name} beside ${other.name}`,
        isUnseen: one.isUnseen || other.isUnseen,
        preview,
        found: await foundIn(preview),
        expected: new Map([...one.expected, ...there]),
        movedAndOpened: new Set([
          ...one.movedAndOpened,
          ...[...other.movedAndOpened].map((name) => `${STAGING}-${name}`),
        ]),
      };
    }),
  );
}

/**
 * Things in front of which, or behind which, something is that neither program nor state tells; and what the reference
 * leaves open: which of two lists of user agents wins, and whether two applications of one provider have the same users.
 */
const OPEN_ENDED = /elsewhere|sealed|veiled|\/agents|\/sso/;

/** Where the review says something else than the account itself. */
const wrongIn = (all: readonly Case[]) =>
  all.flatMap(({ kind, name, isUnseen, found, expected }) =>
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
        : (isUnseen || OPEN_ENDED.test(label)) &&
          (said.opens || !actual.opens) &&
          (said.closes || !actual.closes);
      return isRight ? [] : [`${kind}: ${name}: ${label}: ${JSON.stringify({ said, isCertain, actual })}`];
    }),
  );

const nameOf = (urn: string) => urn.slice(urn.lastIndexOf("::") + 2);

/** Where the review says something else than the account itself of what has moved. */
const wrongMovesIn = (all: readonly Case[]) =>
  all.flatMap(({ kind, name, found, movedAndOpened }) => {
    const said = [...found.values()].flatMap(({ movedFrom, urns }) =>
      movedFrom && opens(movedFrom) ? [{ name: nameOf(urns[0] as string), ...movedFrom }] : [],
    );
    const missed = [...movedAndOpened]
      .filter((one) => !said.some(({ name }) => name === one))
      .map((one) => `missed ${one}`);
    const invented = said
      .filter((one) => one.isCertain && !movedAndOpened.has(one.name))
      .map((one) => `invented ${one.name} from ${one.label}`);
    return [...missed, ...invented].map((one) => `${kind}: ${name}: ${one}`);
  });

const strangersIn = (all: readonly Case[]) =>
  all.flatMap(({ kind, name, found, expected }) =>
    [...found.keys()].filter((label) => !expected.has(label)).map((label) => `${kind}: ${name}: ${label}`),
  );

beforeAll(async () => {
  emulator = await startEmulator({ seed: RESERVED });
  const planner = new Planner(() => hostFor(emulator));
  await planner.up(base);
  bySomebodyElse(planner.ids);
  for (const { kind, name, apply, back, isUnseen = false } of edits) {
    await make(planner, apply(base), { kind, name, isUnseen });
    await planner.deleteLeft();
    if (back) await planner.up(back(base));
    // The way back is an edit of its own: what one opens the other closes.
    await make(planner, base, { kind: `${kind}${TAKEN_BACK}`, name, isUnseen });
  }
}, 600_000);

/** Sets backends that the program does not declare, as another program would. */
function bySomebodyElse(ids: ReadonlyMap<string, string>): void {
  const set = { backend: { enabled: true, backend_id: ids.get("api-tunnels") as string } };
  emulator.mutate([
    { path: `/edges/https/${ids.get("web")}/routes/${ids.get("elsewhere-route")}`, set },
    { path: `/edges/tcp/${ids.get("elsewhere-tcp")}`, set },
  ]);
}

afterAll(async () => {
  await journal.remove();
  await emulator.close();
});

const opens = ({ verdict }: Pick<Exposure, "verdict">) => verdict === "opens" || verdict === "shifts";
const closes = ({ verdict }: Exposure) => verdict === "closes" || verdict === "shifts";

/** What the review says of a change, in its own words. */
const wordsOf = ({ kind, name, found }: Case): readonly string[] =>
  [...found].flatMap(([label, { verdict, isCertain, newcomers, lockedOut }]) =>
    verdict === "same"
      ? []
      : [
          `${kind}: ${name}: ${label} ${verdict}${isCertain ? "" : " perhaps"}`,
          ...toldTexts([...newcomers, ...lockedOut]),
        ],
  );

describe("who can newly reach what", () => {
  /** Which verdicts are right is what the others ask; this shows each sentence that a change of the code changes. */
  test("is said as it was said: read what has changed, then run `vitest run -u` for this file", async () => {
    const text = cases.filter(({ kind }) => !kind.endsWith(TAKEN_BACK)).flatMap(wordsOf);
    await expect(withNumberedIds(text.join("\n"))).toMatchFileSnapshot("../../recorded/module-reviews.txt");
  });

  test("covers enough edits of enough kinds", () => {
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
    expect(wrongIn(cases)).toEqual([]);
  });

  test("is answered for what moves as well, guards and all", () => {
    expect(cases.filter(({ movedAndOpened }) => movedAndOpened.size > 0).length).toBeGreaterThanOrEqual(8);
    expect(wrongMovesIn(cases)).toEqual([]);
  });

  test("names nothing that is not there", () => {
    expect(strangersIn(cases)).toEqual([]);
  });

  test("covers each account separately", async () => {
    const together = await inTwoAccounts();
    expect(together.length).toBeGreaterThanOrEqual(20);
    expect(wrongIn(together)).toEqual([]);
    expect(wrongMovesIn(together)).toEqual([]);
    expect(strangersIn(together)).toEqual([]);
  }, 300_000);
});
