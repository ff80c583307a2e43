import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CommandError } from "../../../cli/common";
import { type ReviewFlags, runReview } from "../../../cli/review/run";
import { deleted, type Step, same, updated } from "../../support/previews";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-test-"));
});
afterEach(() => {
  process.exitCode = undefined;
  rmSync(folder, { recursive: true });
});

const pathOf = (name: string) => join(folder, name);
const GUARD = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const TCP = { hostports: ["db.example.com:1"], backend: { backendId: "bkd_1" } };
const OPENED = [
  same("IpPolicy", "office", "ipp_1", {}),
  updated("TcpEdge", "db", "e_1", { ...TCP, ...GUARD }, TCP),
];

function writePreview(steps: readonly Step[] = OPENED): string {
  writeFileSync(pathOf("preview.json"), JSON.stringify({ config: {}, steps, changeSummary: {} }));
  return pathOf("preview.json");
}

const run = (source: string | undefined, flags: Partial<ReviewFlags> = {}) =>
  runReview(source, {
    cwd: folder,
    format: "json",
    failOn: "critical",
    offline: true,
    out: [pathOf("report.json")],
    ...flags,
  });

async function capture(isTTY: boolean, flags: Partial<ReviewFlags>, steps?: readonly Step[]) {
  const output = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      output[name] += stripVTControlCharacters(String(chunk));
      return true;
    }),
  );
  try {
    const allFlags = { cwd: folder, failOn: "high", offline: true, ...flags } as const;
    await runReview(writePreview(steps), allFlags, { isTTY, columns: 80 });
    return output;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe("standard output", () => {
  test.each([
    ["a terminal", true, {}, /^Review of/],
    ["a pipe", false, {}, /^## Review of/],
    ["a terminal with --format markdown", true, { format: "markdown" }, /^## Review of/],
    ["a pipe with --format text", false, { format: "text" }, /^Review of/],
  ] as const)(
    "is text on a terminal and Markdown otherwise, unless --format is set: %s",
    async (_name, isTTY, flags, start) => {
      const { stdout } = await capture(isTTY, flags);
      expect(stdout).toMatch(start);
      if (start.source === "^Review of") expect(stdout).not.toMatch(/<br>|<details>|mermaid|^[|#]/m);
    },
  );

  test("as text shows findings, exposure, and changes in wrapped lines, and escapes control characters", async () => {
    const name = `x\u001b[2J${"long ".repeat(30)}`;
    const { stdout } = await capture(true, {}, [...OPENED, deleted("IpPolicy", name, "ipp_2", {})]);
    expect(stdout).toContain(
      "Findings\n  high      tcp://db.example.com:1\n            newly allows everybody",
    );
    expect(stdout).toContain("for example tcp://db.example.com:1 from");
    expect(stdout).toMatch(
      /Exposure\n {2}tcp:\S+: opens\n {4}gains access: .*\n(?: .*\n)* {4}IP restriction: /,
    );
    expect(stdout).toMatch(/Deletions\n {2}IpPolicy x\\u\{1b\}\[2J(?:long )+/);
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
});

describe("the exit code", () => {
  test.each([
    ["critical", undefined, "0: no finding is critical (--fail-on critical; 1 finding below that)."],
    ["high", 3, "3: 1 finding is high or critical (--fail-on high)."],
    ["possible", 3, "3: 1 finding is high, critical, or a possible opening (--fail-on possible)."],
    ["low", 3, "3: 1 finding is low or higher (--fail-on low)."],
    ["none", undefined, "0: --fail-on none disregards all findings (1 finding)."],
  ] as const)("depends on --fail-on, and the last line explains it: %s", async (failOn, code, last) => {
    const { stderr } = await capture(false, { failOn, out: [pathOf("report.json")] });
    expect(process.exitCode).toBe(code);
    expect(stderr.trimEnd().split("\n").at(-1)).toBe(`Exit code ${last}`);
    expect(JSON.parse(readFileSync(pathOf("report.json"), "utf8")).findings).toMatchObject([
      { severity: "high" },
    ]);
  });

  test("is 0 without findings", async () => {
    const { stderr } = await capture(true, {}, []);
    expect(stderr).toBe("Exit code 0: there are no findings.\n");
  });

  test.each([
    [1, 3, [{ severity: "critical", rule: "deletion-limit" }]],
    [2, undefined, []],
  ])(
    "counts two deletions, but not an object that stays, with --max-deletions %s",
    async (maxDeletions, code, found) => {
      const deletions = ["a", "b"].map((name) => deleted("IpPolicy", name, `ipp_${name}`, {}));
      const adopted = deleted("IpPolicy", "c", "ipp_c", {}, { adopted: true });
      await run(writePreview([...deletions, adopted]), { maxDeletions });
      expect(JSON.parse(readFileSync(pathOf("report.json"), "utf8")).findings).toMatchObject(found);
      expect(process.exitCode).toBe(code);
    },
  );
});

test("writes each report in the format of its file extension", async () => {
  await run(writePreview(), { out: ["a.md", "a.JSON", "a.sarif", "a.html"].map(pathOf) });
  const startOf = (name: string) => readFileSync(pathOf(name), "utf8").slice(0, 15).trim();
  expect(["a.md", "a.JSON", "a.sarif", "a.html"].map(startOf)).toEqual([
    expect.stringMatching(/^(#|<!--)/),
    expect.stringMatching(/^\{\s*"project"/),
    expect.stringMatching(/^\{\s*"/),
    "<!doctype html>",
  ]);
});

describe("runReview", () => {
  const fromFile = () => writePreview();
  const withOtherPreview = (source: "-" | undefined) => {
    writePreview();
    return source;
  };
  const linkReport = (link: typeof linkSync) => {
    link(writePreview(), pathOf("report.json"));
    return pathOf("preview.json");
  };
  const CLASH = { out: ["preview.json"] };
  const TWICE = { out: ["report.json", "report.json"] };
  const overwritesSettings = { policyPackConfig: ["preview.json"], ...CLASH };
  const packs = { policyPack: ["p"], policyPackConfig: ["c"] };
  const nothing = () => undefined;

  test.each<[string, () => string | undefined, Partial<ReviewFlags>, RegExp]>([
    ["a report over its preview", fromFile, CLASH, /overwrite .*preview\.json, an input of this/],
    [
      "a symbolic link to the preview",
      () => linkReport(symlinkSync),
      {},
      /would overwrite .*report\.json, an input/,
    ],
    [
      "a hard link to the preview",
      () => linkReport(linkSync),
      {},
      /would overwrite .*report\.json, an input/,
    ],
    ["a report over the event log", fromFile, { events: "preview.json", ...CLASH }, /would overwrite/],
    ["a report over settings", () => withOtherPreview(undefined), overwritesSettings, /would overwrite/],
    [
      "a report over another preview",
      () => withOtherPreview("-"),
      CLASH,
      /overwrite .*, which contains a preview/,
    ],
    ["one file for two reports", fromFile, TWICE, /--out names .*report\.json twice/],
    [
      "a name without a format",
      fromFile,
      { out: ["report.pdf"] },
      /end in \.txt, \.md, \.json, \.sarif, \.html/,
    ],
    ["--refresh with a preview file", fromFile, { refresh: true }, /^--refresh only applies to previews/],
    [
      "--policy-pack with a preview file",
      fromFile,
      packs,
      /^--policy-pack and --policy-pack-config only applies/,
    ],
    ["--events without a preview file", nothing, { events: "e.jsonl" }, /--events requires a preview file/],
    ["standard input for both", () => "-", { events: "-" }, /^standard input can't contain both/],
  ])("rejects %s before it writes anything", async (_name, prepare, flags, message) => {
    const source = prepare();
    const out = flags.out?.map(pathOf);
    const files = {
      ...(flags.events && { events: flags.events === "-" ? "-" : pathOf(flags.events) }),
      ...(flags.policyPackConfig && { policyPackConfig: flags.policyPackConfig.map(pathOf) }),
    };
    const before = existsSync(pathOf("preview.json")) && readFileSync(pathOf("preview.json"), "utf8");
    const error = await run(source, { ...flags, ...files, ...(out && { out }) }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(CommandError);
    expect(error).toMatchObject({ message: expect.stringMatching(message), exitCode: 2 });
    expect(existsSync(pathOf("preview.json")) && readFileSync(pathOf("preview.json"), "utf8")).toBe(before);
  });

  test.each([
    ["missing file", "none.json", /none\.json cannot be read: it does not exist/],
    ["file that isn't a preview", "report.txt", /is not JSON/],
  ])("rejects a %s", async (_name, name, message) => {
    writeFileSync(pathOf("report.txt"), "Previewing update");
    await expect(run(pathOf(name))).rejects.toThrow(message);
    expect(existsSync(pathOf("report.json"))).toBe(false);
  });
});
