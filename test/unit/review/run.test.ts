import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CommandError } from "../../../cli/common";
import { type ReviewFlags, runReview } from "../../../cli/review/run";
import { deleted, type Step, same, updated } from "../../support/previews";

/** The command with a preview in a file, which it runs in the test's process. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-test-"));
});
afterEach(() => {
  process.exitCode = undefined;
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const POLICY = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const TCP = { hostports: ["db.example.com:1"], backend: { backendId: "bkd_1" } };
/** One finding of the severity high. */
const OPENED = [
  same("IpPolicy", "office", "ipp_1", {}),
  updated("TcpEdge", "db", "e_1", { ...TCP, ...POLICY }, TCP),
];

function preview(steps: readonly Step[] = OPENED): string {
  writeFileSync(at("preview.json"), JSON.stringify({ config: {}, steps, changeSummary: {} }));
  return at("preview.json");
}

const run = (source: string | undefined, flags: Partial<ReviewFlags> = {}) =>
  runReview(source, {
    cwd: folder,
    format: "json",
    failOn: "critical",
    offline: true,
    out: [at("report.json")],
    ...flags,
  });

/** What the command prints, to a terminal or into a pipe, without colours. */
async function printed(isTTY: boolean, flags: Partial<ReviewFlags>, steps?: readonly Step[]) {
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      said[name] += stripVTControlCharacters(String(chunk));
      return true;
    }),
  );
  try {
    const given = { cwd: folder, failOn: "high", offline: true, ...flags } as const;
    await runReview(preview(steps), given, { isTTY, columns: 80 });
    return said;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe("what is printed", () => {
  test.each([
    ["a terminal", true, {}, /^Review of/],
    ["a pipe", false, {}, /^## Review of/],
    ["a terminal with --format markdown", true, { format: "markdown" }, /^## Review of/],
    ["a pipe with --format text", false, { format: "text" }, /^Review of/],
  ] as const)("to %s", async (_name, isTTY, flags, begins) => {
    const { stdout } = await printed(isTTY, flags);
    expect(stdout).toMatch(begins);
    if (begins.source === "^Review of") expect(stdout).not.toMatch(/<br>|<details>|mermaid|^[|#]/m);
  });

  test("as text has the findings, the places and the changes, in lines that fit, with nothing that moves the cursor", async () => {
    const name = `x\u001b[2J${"long ".repeat(30)}`;
    const { stdout } = await printed(true, {}, [...OPENED, deleted("IpPolicy", name, "ipp_2", {})]);
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
    ["possible", 3, "3: 1 finding is high, critical or a possible opening (--fail-on possible)."],
    ["low", 3, "3: 1 finding is low or higher (--fail-on low)."],
    ["none", undefined, "0: --fail-on none disregards all findings (1 finding)."],
  ] as const)(
    "of a high finding with --fail-on %s is %s, as the last line says",
    async (failOn, code, last) => {
      const { stderr } = await printed(false, { failOn, out: [at("report.json")] });
      expect(process.exitCode).toBe(code);
      expect(stderr.trimEnd().split("\n").at(-1)).toBe(`Exit code ${last}`);
      expect(JSON.parse(readFileSync(at("report.json"), "utf8")).findings).toMatchObject([
        { severity: "high" },
      ]);
    },
  );

  test("is 0 without findings", async () => {
    const { stderr } = await printed(true, {}, []);
    expect(stderr).toBe("Exit code 0: there are no findings.\n");
  });

  test.each([
    [1, 3, [{ severity: "critical", rule: "deletion-limit" }]],
    [2, undefined, []],
  ])(
    "of two deletions and one object that stays, with --max-deletions %s",
    async (maxDeletions, code, found) => {
      const gone = ["a", "b"].map((name) => deleted("IpPolicy", name, `ipp_${name}`, {}));
      const stays = deleted("IpPolicy", "c", "ipp_c", {}, { adopted: true });
      await run(preview([...gone, stays]), { maxDeletions });
      expect(JSON.parse(readFileSync(at("report.json"), "utf8")).findings).toMatchObject(found);
      expect(process.exitCode).toBe(code);
    },
  );
});

test("writes each report in the format of its name, and in no other place", async () => {
  await run(preview(), { out: ["a.md", "a.JSON", "a.sarif", "a.html"].map(at) });
  const begins = (name: string) => readFileSync(at(name), "utf8").slice(0, 15).trim();
  expect(["a.md", "a.JSON", "a.sarif", "a.html"].map(begins)).toEqual([
    expect.stringMatching(/^(#|<!--)/),
    expect.stringMatching(/^\{\s*"project"/),
    expect.stringMatching(/^\{\s*"/),
    "<!doctype html>",
  ]);
});

describe("is refused before anything is written", () => {
  const source = () => preview();
  const beside = (given: "-" | undefined) => {
    preview();
    return given;
  };
  const linked = (link: typeof linkSync) => {
    link(preview(), at("report.json"));
    return at("preview.json");
  };
  const OVER = { out: ["preview.json"] };
  const TWICE = { out: ["report.json", "report.json"] };
  const settings = { policyPackConfig: ["preview.json"], ...OVER };
  const packs = { policyPack: ["p"], policyPackConfig: ["c"] };
  const nothing = () => undefined;

  test.each<[string, () => string | undefined, Partial<ReviewFlags>, RegExp]>([
    ["a report over the preview that is read", source, OVER, /overwrite .*preview\.json, an input of this/],
    ["the same by a link", () => linked(symlinkSync), {}, /would overwrite .*report\.json, an input/],
    ["the same by another name", () => linked(linkSync), {}, /would overwrite .*report\.json, an input/],
    ["a report over the event log", source, { events: "preview.json", ...OVER }, /would overwrite/],
    ["a report over settings", () => beside(undefined), settings, /would overwrite/],
    ["a report over another preview", () => beside("-"), OVER, /overwrite .*, which contains a preview/],
    ["one file for two reports", source, TWICE, /--out names .*report\.json twice/],
    [
      "a name without a format",
      source,
      { out: ["report.pdf"] },
      /end in \.txt, \.md, \.json, \.sarif, \.html/,
    ],
    ["a refresh of a preview in a file", source, { refresh: true }, /^--refresh only applies to previews/],
    [
      "policy packs of a preview in a file",
      source,
      packs,
      /^--policy-pack and --policy-pack-config only applies/,
    ],
    ["an event log without its preview", nothing, { events: "e.jsonl" }, /--events requires a preview file/],
  ])("%s", async (_name, prepare, flags, why) => {
    const given = prepare();
    const out = flags.out?.map(at);
    const files = {
      ...(flags.events && { events: at(flags.events) }),
      ...(flags.policyPackConfig && { policyPackConfig: flags.policyPackConfig.map(at) }),
    };
    const before = existsSync(at("preview.json")) && readFileSync(at("preview.json"), "utf8");
    const error = await run(given, { ...flags, ...files, ...(out && { out }) }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(CommandError);
    expect(error).toMatchObject({ message: expect.stringMatching(why), exitCode: 2 });
    expect(existsSync(at("preview.json")) && readFileSync(at("preview.json"), "utf8")).toBe(before);
  });

  test.each([
    ["is not there", "none.json", /none\.json cannot be read: it does not exist/],
    ["is something else", "report.txt", /is not JSON/],
  ])("a preview that %s", async (_name, name, why) => {
    writeFileSync(at("report.txt"), "Previewing update");
    await expect(run(at(name))).rejects.toThrow(why);
    expect(existsSync(at("report.json"))).toBe(false);
  });
});
