import { join } from "node:path";
import { expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { sarif } from "../../../cli/review/render/sarif";
import { review } from "../../../cli/review/report";
import { version } from "../../../provider/manifest";
import { policyEdits } from "../../policy-edits/generate";
import { stepsOf } from "../../policy-edits/world";
import { previewOf } from "../../support/previews";

const recorded = (name: string) => join(__dirname, "../../recorded", name);
const edits = policyEdits(40, 1);
const reportOf = (edit: (typeof edits)[number]) => review(previewOf(stepsOf(edit)));

/**
 * Whole reports of generated edits, word for word. Which verdicts are right is what other tests ask; these show each
 * verdict and sentence that a change of the code changes, so that its pull request does.
 */
test("reports say what they said: read what has changed, then run `vitest run -u` for this file", async () => {
  const reports: string[] = [];
  for (const [at, edit] of edits.entries())
    reports.push(`# ${at + 1}: ${edit.kind}\n\n${markdown(await reportOf(edit))}`);
  await expect(reports.join("\n")).toMatchFileSnapshot(recorded("policy-reviews.md"));
});

test.each([
  ["html", html],
  ["sarif", (report: Awaited<ReturnType<typeof review>>) => sarif(report, "")],
] as const)("a report in %s says what it said", async (format, render) => {
  const reports = await Promise.all(edits.map(reportOf));
  const [telling] = reports.filter(({ findings }) =>
    findings.some(({ behind, witness }) => behind && witness),
  );
  if (!telling) throw new Error("no edit opens an internal endpoint: take another seed");
  await expect(render(telling).replaceAll(`"${version}"`, '"of the package"')).toMatchFileSnapshot(
    recorded(`policy-review.${format}`),
  );
});
