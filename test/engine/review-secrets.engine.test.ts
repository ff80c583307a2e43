import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openAccount } from "../support/account";
import { MASKED_NAMES, MASKED_PROGRAMS, maskedProgram, recordedPreview } from "../support/masked-programs";
import type { ProviderKind } from "../support/provider-under-test";

/** Recorded previews that show what the engine masks, for test/unit/review/masked.test.ts. */
const recordedPath = (name: string, provider: ProviderKind) =>
  join(__dirname, `../recorded/${name}-${provider}.json`);

const previewArgs = (stack: string) => [
  "preview",
  "--json",
  "--show-sames",
  "--show-reads",
  "--stack",
  stack,
];

describe.each<ProviderKind>(["dynamic", "native"])(
  "a preview with the %s provider, with secrets at every level of a policy",
  (of) => {
    test.each(MASKED_PROGRAMS)("matches the recorded one: %s", async (name) => {
      const account = await openAccount({ seed: MASKED_NAMES }, { provider: of });
      try {
        account.declare(maskedProgram(name, "before"));
        await account.up();
        account.declare(maskedProgram(name, "after"));
        const { workspace } = account;
        const { stdout } = await workspace.run(previewArgs(workspace.stack), { mustSucceed: true });
        await expect(recordedPreview(stdout)).toMatchFileSnapshot(recordedPath(name, of));
      } finally {
        await account.close();
      }
    });
  },
);
