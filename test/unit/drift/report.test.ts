import { describe, expect, test } from "vitest";
import { COMMENT_LIMIT, colorsFor } from "../../../cli/common";
import { markdown, plainReport, unreturnedValues } from "../../../cli/drift/report";

const changed = { path: "description", kind: "changed" as const, declared: "a", actual: "b", secret: false };
const hidden = { path: "value", kind: "secret unknown" as const, secret: true };

const resource = (n: number, ...properties: readonly (typeof changed | typeof hidden)[]) => ({
  class: "IpPolicy",
  urn: `urn:${n}`,
  name: `policy-${n}`,
  id: `ipp_${n}`,
  verdict: properties.includes(changed) ? ("drifted" as const) : ("same" as const),
  properties,
});

const unmanagedObject = (declaration: string, className = "IpPolicy", isMarked = false) => {
  return { class: className, id: "ipp_x", provider: null, declaration, isMarked };
};
const siblings = [] as const;

describe("the report as an issue", () => {
  test("fits into one issue and states what it omits", () => {
    const resources = Array.from({ length: 2000 }, (_, n) => resource(n, changed));
    const unmanaged = Array.from({ length: 2000 }, (_, n) => unmanagedObject(`new edge.IpPolicy("p${n}");`));
    const text = markdown({ resources, unmanaged, siblings }, { all: false, declare: true });
    expect(text.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(text).toMatch(/_Differences: \d+ more lines left out, /);
    expect(text).toMatch(/Left out .*: 2000 objects not managed by this stack, Declarations/);
  });

  test("truncates between declarations and closes the code block", () => {
    const unmanaged = Array.from({ length: 4000 }, (_, n) =>
      unmanagedObject(`new edge.IpPolicy("p${n}", {\n  description: "${"`".repeat(4)}",\n});`),
    );
    const text = markdown({ resources: [], unmanaged, siblings }, { all: false, declare: true });
    expect(text.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    const [, code = ""] = /`{5}ts\n([\s\S]*?)\n`{5}\n\n_Declarations that adopt them: /.exec(text) ?? [];
    expect(code.endsWith("});")).toBe(true);
    expect(text.trimEnd().endsWith("</details>")).toBe(true);
  });

  test("contains only the summary if there is nothing to report", () => {
    expect(markdown({ resources: [], unmanaged: null, siblings }, {})).toBe(
      "## Drift\n\nNo drift: 0 resources as declared.\n",
    );
  });
});

describe("objects that the stack does not manage", () => {
  const unmanaged = [
    unmanagedObject("one;"),
    unmanagedObject("two;", "Endpoint", true),
    unmanagedObject("three;"),
  ];
  const report = { resources: [], unmanaged, siblings };
  const text = (changes: object, declare: boolean) =>
    plainReport({ ...report, ...changes }, { all: false, declare }, colorsFor({ isTTY: false })).split("\n");

  test("are counted by class, with their possible origin", () => {
    expect(text({}, false)).toEqual(
      expect.arrayContaining(["  IpPolicy: 2", "  Endpoint: 1", expect.stringContaining("ownership mark")]),
    );
    const comment = markdown(report, {});
    expect(comment).toContain("\n\n- IpPolicy: 2\n- Endpoint: 1\n\n1 of them");
    expect(comment).not.toContain("one;");
  });

  test("are declared on request, a marked one with a warning", () => {
    const lines = text({ siblings: [{ stack: "network", objects: 1 }] }, true);
    expect(lines).toContain("one;");
    expect(lines[lines.indexOf("two;") - 1]).toMatch(/^\/\/ Carries an ownership mark/);
    expect(lines.join()).not.toMatch(/--with-stack|--declare/);
    expect(lines.at(-1)).toContain("1 object is managed by the stack network.");
    expect(markdown(report, { all: false, declare: true })).toContain("one;");
  });
});

test("shows an id without an object as drift", () => {
  const dangling = { ...changed, path: "backends.b", kind: "dangling" as const, declared: "b" };
  const report = { resources: [{ ...resource(1), properties: [dangling] }], unmanaged: null, siblings };
  const colors = colorsFor({ isTTY: false });
  const line = '  backends.b: "b" -> gone (refers to a missing object)';
  expect(plainReport(report, {}, colors).split("\n")).toContain(line);
  expect(markdown(report, {})).toContain('| `backends.b` | "b" | gone | refers to a missing');
});

describe("values that the service does not return", () => {
  const notReturned = { path: "keySize", kind: "not returned" as const, declared: 2048, secret: false };
  const authority = { ...resource(99), class: "SshCertificateAuthority", name: "fleet" };
  const resources = [
    ...Array.from({ length: 12 }, (_, n) => resource(n, hidden)),
    { ...authority, properties: [notReturned] },
  ];
  const report = { resources, unmanaged: null, siblings };
  const text = (all: boolean) => plainReport(report, { all, declare: false }, colorsFor({ isTTY: false }));

  test("are listed in the text report: the first ten, or all with --all", () => {
    expect(text(false)).toContain("  IpPolicy policy-9 value\n  and 3 more, which --all shows\n");
    expect(text(true)).toContain("  SshCertificateAuthority fleet keySize\n");
    expect(text(true)).toContain("  keySize: 2048 -> unknown (not returned)\n");
    expect(text(false)).toContain("No drift: 13 resources as declared. 12 secrets cannot be compared.");
  });

  test("are listed in the issue but don't count as differences", () => {
    const issue = markdown(report, {});
    expect(issue).toContain("- IpPolicy `policy-11`: `value`\n");
    expect(issue).toContain("- SshCertificateAuthority `fleet`: `keySize`\n");
    expect(issue).not.toContain("### Differences");
  });

  test("are counted one by one", () => {
    expect(unreturnedValues(report).map(({ path }) => path)).toEqual([...Array(12).fill("value"), "keySize"]);
  });
});
