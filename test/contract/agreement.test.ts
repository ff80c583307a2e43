import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Catalogue, catalogue } from "../../emulator";
import { lookups, managed } from "../../provider/families";
import { emulatorFacts } from "./agreement/emulator";
import { BESIDES, disagreements, type Facts, type Sides, saidOf } from "./agreement/facts";
import { providerFacts } from "./agreement/provider";
import { type Reference, referenceFacts } from "./agreement/reference";

/**
 * Three independent lists of the API's facts: the transcription of the reference, the provider's families and the
 * emulator's catalogue. If two of them share a mistake, the third one shows it.
 */

const reference: Reference = JSON.parse(readFileSync("test/reference.json", "utf8"));
const served = catalogue();
let sides: Sides;

beforeAll(async () => {
  sides = {
    reference: referenceFacts(reference),
    provider: await providerFacts([...managed, ...lookups]),
    emulator: emulatorFacts(served),
  };
});

test("provider, emulator and reference agree on every fact", () => {
  const unexplained = disagreements(sides).filter((path) => !(path in BESIDES));
  expect(unexplained.map((path) => saidOf(sides, path))).toEqual([]);
});

test("every explained difference is still one", () => {
  expect(Object.keys(BESIDES).filter((path) => !disagreements(sides).includes(path))).toEqual([]);
});

test("each side states what it has to state", () => {
  expect(sides.reference.size).toBeGreaterThan(2000);
  expect(sides.provider.size).toBeGreaterThan(1200);
  expect(sides.emulator.size).toBeGreaterThan(2000);
});

describe("a row that is missing on one side is seen", () => {
  /** The level above a single fact: the row of a parameter, a field or an operation. */
  const rowOf = (path: string) => path.split(" / ").slice(0, 2).join(" / ");

  test.each(["reference", "provider", "emulator"] as const)("of the %s, each row and each fact", (side) => {
    const paths = [...sides[side].paths];
    const rows = new Map<string, string[]>();
    for (const path of paths) rows.set(rowOf(path), [...(rows.get(rowOf(path)) ?? []), path]);
    const unseenRows = [...rows].filter(([, facts]) => !isSeen(side, facts)).map(([row]) => row);
    const unseenFacts = paths.filter((path) => !isSeen(side, [path]));
    expect(unseenRows).toEqual([]);
    // A side may omit what it states beyond the reference.
    expect(
      unseenFacts.filter((path) => !(path in BESIDES) && sides.reference.get(path) !== undefined),
    ).toEqual([]);
  });

  function isSeen(side: keyof Sides, missing: readonly string[]): boolean {
    const without: Sides = { ...sides, [side]: sides[side].without(missing) };
    return disagreements(without, missing).some((path) => !(path in BESIDES));
  }
});

describe("a row that is deleted from a list is seen", () => {
  /**
   * Prose in the transcription, facts that its own test compares with the rows (types, commands as a family), and
   * values of single facts, which the test above deletes.
   */
  const NO_ROWS =
    /^(about|envelope|statuses|errorStatuses|errorBody|paging|rules|errors|states|effects|limits|types)\b|^families\.TunnelAgentCommand\b|^moduleOperations\.documented\.\d+\.(parameters|response)\b|^commands\.\d+\.\w|\.(assumed|default|enum|keys|serviceDefault|pathInputs|rules)$(?<!^moduleOperations\.assumed)/;
  const isRow = (value: unknown) => typeof value === "object" && value !== null;

  test("of the reference's transcription", () => {
    expect(unseen(reference, referenceFacts, sides.reference, "reference")).toEqual([]);
  });

  test("of the emulator's catalogue", () => {
    expect(unseen(served, emulatorFacts, sides.emulator, "emulator")).toEqual([]);
  });

  /** Paths of the rows that can be deleted from a list without a disagreement. */
  function unseen<T extends Reference | Catalogue>(
    list: T,
    read: (list: T) => Facts,
    whole: Facts,
    side: keyof Sides,
  ) {
    const copy = structuredClone(list);
    const found: string[] = [];
    let deleted = 0;
    const visit = (holder: Record<string, unknown>, at: string): void => {
      for (const key of Object.keys(holder)) {
        const value = holder[key];
        if (!isRow(value) || NO_ROWS.test(`${at}${key}`)) continue;
        deleted += 1;
        delete holder[key];
        if (!isMissed(read, copy, whole, side)) found.push(`${at}${key}`);
        holder[key] = value;
        visit(value as Record<string, unknown>, `${at}${key}.`);
      }
    };
    visit(copy as unknown as Record<string, unknown>, "");
    expect(deleted).toBeGreaterThan(800);
    return found;
  }

  /** A list that can no longer be read is detected too. */
  function isMissed<T>(read: (list: T) => Facts, list: T, whole: Facts, side: keyof Sides): boolean {
    try {
      const facts = read(list);
      const all = new Set([...whole.paths, ...facts.paths]);
      const changed = [...all].filter((path) => facts.get(path) !== whole.get(path));
      return disagreements({ ...sides, [side]: facts }, changed).some((path) => !(path in BESIDES));
    } catch {
      return true;
    }
  }
});
