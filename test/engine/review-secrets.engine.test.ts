import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openAccount } from "../support/account";
import type { Face } from "../support/faces";
import { MASKED_NAMES, MASKED_PROGRAMS, maskedProgram, recordedPreview } from "../support/masked";

/** The previews from which test/unit/review/masked.test.ts reads what the engine masks. */
const recorded = (name: string, face: Face) => join(__dirname, `../recorded/${name}-${face}.json`);

const previewArgs = (stack: string) => [
  "preview",
  "--json",
  "--show-sames",
  "--show-reads",
  "--stack",
  stack,
];

describe.each<Face>(["dynamic", "native"])(
  "a preview of the real engine and the %s provider, of secrets at every level of a policy",
  (of) => {
    test.each(MASKED_PROGRAMS)("is as recorded: %s", async (name) => {
      const account = await openAccount({ seed: MASKED_NAMES }, { provider: of });
      try {
        account.declare(maskedProgram(name, "before"));
        await account.up();
        account.declare(maskedProgram(name, "after"));
        const { workspace } = account;
        const { stdout } = await workspace.run(previewArgs(workspace.stack), { mustSucceed: true });
        await expect(recordedPreview(stdout)).toMatchFileSnapshot(recorded(name, of));
      } finally {
        await account.close();
      }
    });
  },
);
