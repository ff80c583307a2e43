import { test } from "vitest";
import { openAccount } from "../support/account";
import { RESERVED_NAMES } from "../support/reserved-names";
import { propertyProgram } from "../support/sample-program";

/** Absent empty fields, null lists, unknown keys, all eight identity providers, hidden secrets. */
test("answers in the shapes of live services make no change", async () => {
  const { cases, minimal, prerequisites } = propertyProgram();
  const account = await openAccount({ liveShapes: true, hideSecrets: true, seed: RESERVED_NAMES });
  try {
    const subjects = cases.map(({ class: of, name, before }) => ({ class: of, name, inputs: before }));
    account.declare([...prerequisites, ...minimal, ...subjects]);
    await account.up();
    await account.expectSettled();
    await account.run((workspace) => workspace.refresh());
    await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
    await account.run((workspace) => workspace.destroy());
  } finally {
    await account.close();
  }
});
