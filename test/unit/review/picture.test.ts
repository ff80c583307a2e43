import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreview } from "../../../cli/review/preview";
import { review } from "../../../cli/review/report";
import { reviewPicture } from "../../support/review-picture";

const root = join(__dirname, "../../..");

/** The preview is one of the engine's, of the change that the README describes beside the picture. */
test("the picture in the README is of the report: run this file with -u to renew it, and look at it", async () => {
  const preview = readFileSync(join(root, "test/recorded/readme-preview.json"), "utf8");
  const report = await review(readPreview(preview, "the recorded preview"));
  expect(report.findings.map(({ severity }) => severity)).toEqual(["high"]);
  await expect(reviewPicture(report)).toMatchFileSnapshot(join(root, "docs/images/review-of-a-change.svg"));
});
