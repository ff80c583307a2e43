import { join } from "node:path";
import { expect, test } from "vitest";
import { openAccount } from "../../support/account";
import { type JsonInputs, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { declareRows, type Rows, readTable } from "../../support/rows";

interface Case {
  readonly path: string;
  readonly others?: JsonInputs;
  /** Path within a module. */
  readonly ignored: string;
  readonly before: JsonInputs;
  readonly after: JsonInputs;
  /** Expected object while the path is ignored. */
  readonly whileIgnored: object;
  /** Expected object once `ignoreChanges` is removed. */
  readonly final: object;
}

const { dependencies, cases } = readTable<{ dependencies: Rows; cases: Readonly<Record<string, Case>> }>(
  join(__dirname, "ignore-changes.yaml"),
);

test("ignoreChanges keeps a value within a module until the option is removed", async () => {
  const account = await openAccount({ seed: RESERVED_NAMES });
  const declare = (side: "before" | "after", isIgnored: boolean) =>
    account.declare([
      ...declareRows(dependencies),
      ...Object.entries(cases).map(([className, { [side]: inputs, others, ignored }]) =>
        resource(
          className,
          className,
          { ...others, ...inputs },
          isIgnored ? { ignoreChanges: [ignored] } : {},
        ),
      ),
    ]);
  const expectedObjects = (phase: "whileIgnored" | "final") =>
    Object.values(cases).map((row) => account.resolveIds(row[phase]));
  const objects = () =>
    Object.values(cases).map(({ path }) => account.emulator.objects(account.resolveIds(path))[0]);
  const updates = Object.keys(cases).map((name) => `update ${name}`);
  try {
    declare("before", true);
    await account.up();
    expect((await account.up()).calls).toEqual([]);

    declare("after", true);
    expect([...(await account.up()).changes].sort()).toEqual([...updates].sort());
    expect(objects()).toMatchObject(expectedObjects("whileIgnored"));
    await account.expectSettled();

    declare("after", false);
    expect([...(await account.up()).changes].sort()).toEqual([...updates].sort());
    expect(objects()).toMatchObject(expectedObjects("final"));
    await account.expectSettled();
  } finally {
    await account.close();
  }
});
