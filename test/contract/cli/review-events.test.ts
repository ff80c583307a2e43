import { delimiter } from "node:path";
import { expect, test, vi } from "vitest";
import { CommandError } from "../../../cli/common";
import { runReview } from "../../../cli/review/run";
import { writeFakeEngine } from "../../support/fake-engine";
import { posix } from "../../support/needs";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();

test("a review fails if the engine sends no events, because policy results are missing", posix, async () => {
  folder.write("Pulumi.yaml", "name: x\nruntime: nodejs\n");
  writeFakeEngine(folder.at(), JSON.stringify({ config: {}, steps: [], changeSummary: {} }));
  vi.stubEnv("PATH", `${folder.at()}${delimiter}${process.env.PATH}`);
  const review = runReview(undefined, { cwd: folder.at(), failOn: "none", offline: true });
  await expect(review).rejects.toThrow(
    new CommandError("the engine did not send its policy results: install pulumi 3.206 or newer"),
  );
});
