import { describe, expect, test } from "vitest";
import { COMMENT_LIMIT } from "../../../cli/common";
import { markdown } from "../../../cli/drift/report";

const resource = (n: number) => ({
  urn: `urn:${n}`,
  class: "IpPolicy",
  name: `policy-${n}`,
  id: `ipp_${n}`,
  verdict: "drifted" as const,
  properties: [{ path: "description", kind: "changed" as const, declared: "a", actual: "b", secret: false }],
});

const stranger = (declaration: string) => ({ class: "IpPolicy", id: "ipp_x", provider: null, declaration });

describe("the report as an issue", () => {
  test("fits into one, and says what was left out", () => {
    const resources = Array.from({ length: 2000 }, (_, n) => resource(n));
    const unmanaged = Array.from({ length: 2000 }, (_, n) => stranger(`new edge.IpPolicy("p${n}", {});`));
    const text = markdown({ resources, unmanaged }, { all: false });
    expect(text.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(text).toMatch(/_Differences: \d+ more lines left out, since a comment holds 65536 characters\._/);
    expect(text).toContain("Left out since a comment holds 65536 characters: 2000 objects not managed");
  });

  test("cuts declarations between each other, within their code", () => {
    const unmanaged = Array.from({ length: 4000 }, (_, n) =>
      stranger(`new edge.IpPolicy("p${n}", {\n  description: "${"`".repeat(4)}",\n});`),
    );
    const text = markdown({ resources: [], unmanaged }, { all: false });
    expect(text.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    const [, code = ""] =
      /`{5}ts\n([\s\S]*?)\n`{5}\n\n_4000 objects not managed by this stack: /.exec(text) ?? [];
    expect(code.endsWith("});")).toBe(true);
    expect(text.trimEnd().endsWith("</details>")).toBe(true);
  });

  test("is the summary alone when there is nothing to tell", () => {
    expect(markdown({ resources: [], unmanaged: null }, { all: false })).toBe(
      "## Drift\n\nNo drift: 0 resources as declared.\n",
    );
  });
});
