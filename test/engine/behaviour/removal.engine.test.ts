import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modules, resources } from "../../../provider/families";
import { hasServerDefault, isLocal, isRequired, knownField } from "../../../provider/family/field";
import { accepts } from "../../../provider/lifecycle/check";
import type { Inputs } from "../../samples";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { face } from "../../support/faces";
import type { Declared } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { type PropertyCase, propertyProgram } from "../../support/sample-program";

const families = new Map([...resources, ...modules].map((family) => [family.name, family]));
const schemaOf = ({ class: name, property }: PropertyCase) =>
  knownField(families.get(name)?.inputs ?? {}, property);

const { cases: all, prerequisites } = propertyProgram();
const cases = all.filter((of) => !isRequired(schemaOf(of)));

/** Removing it changes nothing: deprecated properties that the service cannot clear. */
const isKept = (of: PropertyCase) => schemaOf(of).meta.unset === "kept";

/** The end of validity is computed from the start, so the start has to be removed with it. */
const goneWith = (property: string) =>
  property === "validUntil" ? ["validUntil", "validAfter"] : [property];

const without = ({ property, after }: PropertyCase): Inputs =>
  Object.fromEntries(Object.entries(after).filter(([key]) => !goneWith(property).includes(key)));

const withNull = (of: PropertyCase): Inputs => ({
  ...without(of),
  ...Object.fromEntries(goneWith(of.property).map((key) => [key, null])),
});

/** Spellings of an unset value, except where the service would choose a value instead. */
function blank(of: PropertyCase): unknown {
  const inner = schemaOf(of);
  if (isLocal(inner) || hasServerDefault(inner)) return undefined;
  if (inner.kind === "list") return [];
  if (inner.kind === "map") return {};
  const isString = inner.kind === "leaf" && inner.type === "string" && inner.values === undefined;
  return isString && accepts(inner, "") ? "" : undefined;
}

const hasBlank = (of: PropertyCase) => blank(of) !== undefined;

describe("an optional property that the program drops", () => {
  let account: TestAccount;

  const declare = (inputsOf: (of: PropertyCase) => Inputs) => {
    const subjects = cases.map((of): Declared => ({ class: of.class, name: of.name, inputs: inputsOf(of) }));
    account.declare([...prerequisites, ...subjects]);
  };

  const shown = ({ steps }: Run) =>
    new Map(
      steps
        .filter(({ op }) => op === "update" || op === "replace")
        // The engine lists the reasons in any order.
        .map(({ name, op, detailedDiff, replaceReasons }) => [
          name,
          { op, detailedDiff, replaceReasons: [...replaceReasons].sort() },
        ]),
    );

  const changesOf = async (inputsOf: (of: PropertyCase) => Inputs) => {
    declare(inputsOf);
    return (await account.run((workspace) => workspace.preview())).changes;
  };

  let absent: ReturnType<typeof shown>;

  beforeAll(async () => {
    account = await openAccount({ provisioningSeconds: 0, seed: RESERVED_NAMES });
    declare(({ after }) => after);
    await account.up();
  });

  afterAll(() => account?.close());

  test("is shown as removed by the preview, for every property of every class", async () => {
    declare(without);
    const run = await account.run((workspace) => workspace.preview());
    expect(run.calls).toEqual([]);
    absent = shown(run);
    const wanted = cases.filter((of) => !isKept(of));
    expect([...absent.keys()].sort()).toEqual(wanted.map(({ name }) => name).sort());
    // The protocol of dynamic providers has no word for it.
    const whenReplacing = face === "native" ? "delete-replace" : "delete";
    for (const { name, property, replaces } of wanted) {
      const step = absent.get(name);
      expect([name, step?.op, step?.detailedDiff[property], step?.replaceReasons.includes(property)]).toEqual(
        [name, replaces ? "replace" : "update", replaces ? whenReplacing : "delete", replaces],
      );
    }
  });

  test("is the same whether it is absent or null", async () => {
    declare(withNull);
    expect(shown(await account.run((workspace) => workspace.preview()))).toEqual(absent);
  });

  test("once it is gone, null and the empty text, list and map are no change", async () => {
    declare(without);
    await account.up();
    expect(await changesOf(withNull)).toEqual([]);
    expect(cases.filter(hasBlank).length).toBeGreaterThan(40);
    const withBlank = (of: PropertyCase) =>
      hasBlank(of) ? { ...without(of), [of.property]: blank(of) } : without(of);
    expect(await changesOf(withBlank)).toEqual([]);
  });
});
