import { describe, expect, test } from "vitest";
import { COMMENT_LIMIT, colorsFor } from "../../../cli/common";
import { markdown, plainReport, unreturnedValues } from "../../../cli/drift/report";

const resource = (n: number) => ({
  urn: `urn:${n}`,
  class: "IpPolicy",
  name: `policy-${n}`,
  id: `ipp_${n}`,
  verdict: "drifted" as const,
  properties: [{ path: "description", kind: "changed" as const, declared: "a", actual: "b", secret: false }],
});

const unmanagedObject = (declaration: string, of = "IpPolicy", isMarked = false) => ({
  ...{ class: of, id: "ipp_x", provider: null, declaration, isMarked },
});
const siblings = [] as const;
const PLAIN = { all: false, declare: false };

describe("the report as an issue", () => {
  test("fits into one, and says what was left out", () => {
    const resources = Array.from({ length: 2000 }, (_, n) => resource(n));
    const unmanaged = Array.from({ length: 2000 }, (_, n) =>
      unmanagedObject(`new edge.IpPolicy("p${n}", {});`),
    );
    const text = markdown({ resources, unmanaged, siblings }, { all: false, declare: true });
    expect(text.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(text).toMatch(
      /_Differences: \d+ more lines left out, because a comment is limited to 65536 characters\._/,
    );
    expect(text).toContain(
      "Left out because a comment is limited to 65536 characters: 2000 objects not managed by this stack, Declarations",
    );
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
    expect(markdown({ resources: [], unmanaged: null, siblings }, PLAIN)).toBe(
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
  const text = (of: object, declare: boolean) =>
    plainReport({ ...report, ...of }, { all: false, declare }, colorsFor({ isTTY: false })).split("\n");

  test("are counted by class, with their possible origin", () => {
    expect(text({}, false)).toEqual([
      "Objects of the account that this stack does not manage:",
      "  IpPolicy: 2",
      "  Endpoint: 1",
      "1 of them carries the ownership mark of another stack, or of an interrupted run of this one.",
      "Another stack may manage them: --with-stack <name> omits its objects.",
      "--declare shows declarations that adopt them.",
      "",
      "No drift: 0 resources as declared. 3 objects of the account are not managed here.",
    ]);
    const comment = markdown(report, PLAIN);
    expect(comment).toContain(
      "### 3 objects not managed by this stack\n\n- IpPolicy: 2\n- Endpoint: 1\n\n1 of them",
    );
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

test("an id that names nothing is shown as drift", () => {
  const [property] = resource(1).properties;
  const dangling = {
    ...property,
    path: "backends.b",
    kind: "dangling" as const,
    declared: "b",
    secret: false,
  };
  const report = { resources: [{ ...resource(1), properties: [dangling] }], unmanaged: null, siblings };
  const colors = colorsFor({ isTTY: false });
  const line = '  backends.b: "b" -> gone (refers to a missing object)';
  expect(plainReport(report, PLAIN, colors).split("\n")).toContain(line);
  expect(markdown(report, PLAIN)).toContain('| `backends.b` | "b" | gone | refers to a missing');
});

describe("values that the service does not return", () => {
  const secret = (n: number) => ({
    urn: `urn:${n}`,
    class: "Secret",
    name: `secret-${n}`,
    id: `secret_${n}`,
    verdict: "same" as const,
    properties: [{ path: "value", kind: "secret unknown" as const, secret: true }],
  });
  const report = {
    resources: [
      ...Array.from({ length: 12 }, (_, n) => secret(n)),
      {
        ...secret(99),
        class: "SshCertificateAuthority",
        name: "fleet",
        properties: [{ path: "keySize", kind: "not returned" as const, declared: 2048, secret: false }],
      },
    ],
    unmanaged: null,
    siblings,
  };
  const text = (all: boolean) => plainReport(report, { all, declare: false }, colorsFor({ isTTY: false }));

  test("are listed in the text report: the first ten, or all with --all", () => {
    expect(text(false)).toContain(
      "Values that the service does not return: changes to them are not detected:\n  Secret secret-0 value\n",
    );
    expect(text(false)).toContain("  Secret secret-9 value\n  and 3 more, which --all shows\n");
    expect(text(true)).toContain("  SshCertificateAuthority fleet keySize\n");
    expect(text(true)).toContain("  keySize: 2048 -> unknown (not returned)\n");
    expect(text(false)).toContain("No drift: 13 resources as declared. 12 secrets cannot be compared.");
  });

  test("are listed in the issue but don't count as differences", () => {
    const issue = markdown(report, PLAIN);
    expect(issue).toContain("- Secret `secret-11`: `value`\n");
    expect(issue).toContain("- SshCertificateAuthority `fleet`: `keySize`\n");
    expect(issue).not.toContain("### Differences");
  });

  test("are counted one by one", () => {
    expect(unreturnedValues(report).map(({ path }) => path)).toEqual([...Array(12).fill("value"), "keySize"]);
  });
});
