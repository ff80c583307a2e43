import { writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { CommandError } from "../../../cli/common";
import { runReview } from "../../../cli/review/run";
import { writeFakeEngine } from "../../support/fake-engine";
import { posix } from "../../support/needs";
import { temporaryFolder } from "../../support/temporary-folder";

const { at } = temporaryFolder();

describe("a review with an engine that sends no events", posix, () => {
  test("fails, because policy results are missing", async () => {
    writeFileSync(at("Pulumi.yaml"), "name: x\nruntime: nodejs\n");
    writeFakeEngine(at(), JSON.stringify({ config: {}, steps: [], changeSummary: {} }));
    vi.stubEnv("PATH", `${at()}${delimiter}${process.env.PATH}`);
    const review = runReview(undefined, { cwd: at(), failOn: "none", offline: true });
    await expect(review).rejects.toThrow(
      new CommandError("the engine did not send its policy results: install pulumi 3.206 or newer"),
    );
  });
});
