import { join } from "node:path";
import { expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { sarif } from "../../../cli/review/render/sarif";
import { review } from "../../../cli/review/report";
import { version } from "../../../provider/manifest";
import { createSteps } from "../../policy-edits/account-model";
import { policyEdits } from "../../policy-edits/generate";
import { toPreview } from "../../support/previews";

const recorded = (name: string) => join(__dirname, "../../recorded", name);
const edits = policyEdits(40, 1);
const buildReport = (edit: (typeof edits)[number]) => review(toPreview(createSteps(edit)));

/**
 * Complete reports about generated edits. Other tests check that the verdicts are right; these make every verdict and
 * sentence that a pull request changes part of its diff.
 */
test("reports match the recorded ones (after reading the difference, update them with `vitest run -u`)", async () => {
  const reports: string[] = [];
  for (const [index, edit] of edits.entries())
    reports.push(`# ${index + 1}: ${edit.kind}\n\n${markdown(await buildReport(edit))}`);
  await expect(reports.join("\n")).toMatchFileSnapshot(recorded("policy-reviews.md"));
});

test.each([
  ["html", html],
  ["sarif", (report: Awaited<ReturnType<typeof review>>) => sarif(report, "")],
] as const)("a report in %s matches the recorded one", async (format, render) => {
  const reports = await Promise.all(edits.map(buildReport));
  const [detailed] = reports.filter(({ findings }) =>
    findings.some(({ behind, witness }) => behind && witness),
  );
  if (!detailed) throw new Error("no edit opens an internal endpoint: take another seed");
  await expect(render(detailed).replaceAll(`"${version}"`, '"of the package"')).toMatchFileSnapshot(
    recorded(`policy-review.${format}`),
  );
});
