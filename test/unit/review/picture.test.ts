import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreview } from "../../../cli/review/preview";
import { review } from "../../../cli/review/report";
import { reviewPicture } from "../../support/review-picture";

const root = join(__dirname, "../../..");

/** The real engine recorded the preview, for the change that the README describes next to the picture. */
test("the picture in the README matches the report (update it with -u, then look at it)", async () => {
  const preview = readFileSync(join(root, "test/recorded/readme-preview.json"), "utf8");
  const report = await review(readPreview(preview, "the recorded preview"));
  expect(report.findings.map(({ severity }) => severity)).toEqual(["high"]);
  await expect(reviewPicture(report)).toMatchFileSnapshot(join(root, "docs/images/review-of-a-change.svg"));
});
