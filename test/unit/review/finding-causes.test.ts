import { describe, expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { sarif } from "../../../cli/review/render/sarif";
import { review } from "../../../cli/review/report";
import { ANSWER, edited, forward, GOOGLE, OFFICE, rule, sameEndpoint } from "../../support/policies";
import { created, reviewSteps, type Step, same, toPreview } from "../../support/previews";

const forwardTo = (name: string) => forward(`https://${name}.internal`);
const outer = (name: string, ...rules: readonly object[]) =>
  sameEndpoint(rules, `https://${name}.example.com`, name);
const inner = (name: string, ...rules: readonly object[]) =>
  sameEndpoint(rules, `https://${name}.internal`, name);
const unguarded = (name: string, ...rules: readonly object[]) =>
  edited([OFFICE, ...rules], rules, `https://${name}.internal`, name);
const atLine = (line: number, step: Step): Step => ({
  ...step,
  newState: { ...step.newState, sourcePosition: `project:///index.ts#${line},1` },
});
const sarifOf = (report: Awaited<ReturnType<typeof review>>) =>
  JSON.parse(sarif(report)).runs[0].results as readonly {
    message: { text: string };
    relatedLocations?: readonly { message: { text: string }; physicalLocation: object }[];
  }[];

describe("findings with one cause", () => {
  test("are merged for a rule that many endpoints share: the report contains its line and five endpoints", async () => {
    const names = Array.from({ length: 30 }, (_, n) => `app${String(n).padStart(2, "0")}`);
    const guarded = rule("restrict-ips", { ip_policies: ["ipp_1"] });
    const branch = { ipPolicyId: "ipp_1", action: "allow", cidr: "198.51.100.0/24" };
    const report = await reviewSteps([
      same("IpPolicy", "office", "ipp_1", {}),
      atLine(7, created("IpPolicyRule", "branch", branch)),
      ...names.map((name) => atLine(99, outer(name, guarded, ANSWER))),
    ]);
    const [finding, ...others] = report.findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: "exposure-opens",
      severity: "high",
      witness: "GET https://app00.example.com/ from 198.51.100.7",
      source: { file: "index.ts", line: 7 },
    });
    const first = names.slice(0, 5).map((name) => `https://${name}.example.com`);
    expect(finding?.subject).toBe(`${first.join(", ")} and 25 more`);
    expect(finding?.subjects?.map(({ witness }) => witness)).toEqual(
      names.map((name) => `GET https://${name}.example.com/ from 198.51.100.7`),
    );
    for (const page of [markdown(report), html(report)]) {
      expect(page).toContain("app04.example.com");
      expect(page).not.toMatch(/(?:Findings|Exposure)[\s\S]*app05\.example\.com[\s\S]*API calls/);
      expect(page).toContain("and 25 more");
    }
    const [result] = sarifOf(report);
    expect(result?.relatedLocations).toHaveLength(29);
    expect(result?.relatedLocations?.at(-1)?.message.text).toBe("https://app29.example.com");
  });

  test("are merged for the same edit of several endpoints", async () => {
    const change = (name: string) => edited([OFFICE, ANSWER], [ANSWER], `https://${name}.example.com`, name);
    const { findings } = await reviewSteps([atLine(1, change("one")), atLine(2, change("two"))]);
    expect(findings).toMatchObject([
      {
        subject: "https://one.example.com, https://two.example.com",
        subjects: [{ source: { line: 1 } }, { source: { line: 2 } }],
      },
    ]);
  });

  test("are reported for the first endpoint of a forwarding chain, at the line of the last one", async () => {
    const report = await reviewSteps([
      atLine(1, outer("app", forwardTo("one"))),
      atLine(2, inner("one", forwardTo("two"))),
      atLine(3, inner("two", forwardTo("three"))),
      atLine(4, unguarded("three", ANSWER)),
    ]);
    const [finding, ...others] = report.findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: "exposure-opens",
      subject: "https://app.example.com",
      behind: ["one", "two", "three"].map((name) => ({
        subject: `https://${name}.internal`,
        witness: `GET https://${name}.internal/ from 198.51.100.7 forwarded by a policy`,
      })),
      source: { line: 4 },
    });
    expect(markdown(report)).toContain(
      "| `https://app.example.com`<br>and behind it `https://one.internal`<br>`https://two.internal`<br>`https://three.internal` |",
    );
    expect(sarifOf(report).map(({ message }) => message.text)[0]).toMatch(
      /^https:\/\/app\.example\.com, and behind it https:\/\/one\.internal, .*, newly allows /,
    );
    // The section on exposure lists each of them.
    expect(report.exposure.changed.map(({ surface }) => surface.label)).toHaveLength(4);
  });

  test.each<readonly [string, readonly Step[], readonly (readonly [subject: string, behind: number])[]]>([
    [
      "are reported for the first endpoint of an internal chain",
      [inner("one", forwardTo("two")), unguarded("two", ANSWER)],
      [["https://one.internal", 1]],
    ],
    [
      "are reported separately for an internal endpoint that nothing forwards to",
      [outer("app", ANSWER), unguarded("one", ANSWER)],
      [["https://one.internal", 0]],
    ],
    [
      "are reported separately if only the finding about the internal endpoint is definite",
      [outer("app", rule("elsewhere-made"), forwardTo("one")), unguarded("one", ANSWER)],
      [
        ["https://one.internal", 0],
        ["https://app.example.com", 0],
      ],
    ],
    [
      "are reported separately for endpoints with different guards",
      [outer("app", forwardTo("one")), outer("users", GOOGLE, forwardTo("one")), unguarded("one", ANSWER)],
      [
        ["https://app.example.com", 1],
        ["https://users.example.com", 1],
      ],
    ],
  ])("%s", async (_, steps, expected) => {
    const { findings } = await reviewSteps(steps);
    expect(findings.map(({ subject, behind = [] }) => [subject, behind.length])).toEqual(expected);
  });

  test("have no source if the program gives no position", async () => {
    const { findings } = await review(toPreview([unguarded("one", ANSWER)]));
    expect(findings).toMatchObject([{ source: undefined, subjects: undefined }]);
  });
});
