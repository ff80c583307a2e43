import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountConfig } from "../../../cli/account";
import { agentsCommand } from "../../../cli/agents/command";
import { EXIT, run } from "../../../cli/common";
import { doctorCommand } from "../../../cli/doctor/command";
import { driftCommand } from "../../../cli/drift/command";
import { exportCommand } from "../../../cli/export/command";
import { importFileCommand } from "../../../cli/import-file/command";
import { migrateCommand } from "../../../cli/migrate/command";
import { reviewCommand } from "../../../cli/review/command";
import { sessionsCommand } from "../../../cli/sessions/command";
import { created } from "../../support/previews";

let folder: string;
let said: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-options-"));
  said = "";
});

afterEach(() => {
  process.exitCode = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const hear = (text: string | Uint8Array) => {
  said += String(text);
  return true;
};

/** Runs a command line in this process; gives its exit code. */
async function outcome(...args: string[]): Promise<unknown> {
  const program = new Command("tunnel-edge");
  for (const command of [reviewCommand(), driftCommand()])
    program.addCommand(command.configureOutput({ writeErr: hear }));
  const writes = [
    vi.spyOn(process.stdout, "write").mockImplementation(hear),
    vi.spyOn(process.stderr, "write").mockImplementation(hear),
  ];
  try {
    await run(program, ["node", "tunnel-edge", ...args]);
    return process.exitCode ?? EXIT.fine;
  } finally {
    for (const write of writes) write.mockRestore();
  }
}

const PREVIEW = JSON.stringify({ steps: [], changeSummary: { same: 0 }, config: {} });

/** A file in the test's folder. */
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("options that would be ignored are refused", () => {
  test.each([
    ["review", "--json", "--format", "sarif"],
    ["review", "--json", "--out", "x.md"],
    ["review", "--format", "html", "--out", "x.md"],
    ["drift", "--no-unmanaged", "--fail-on-unmanaged"],
    ["drift", "--json", "--markdown"],
  ])("%s %s %s %s", async (...args) => {
    expect(await outcome(...args)).toBe(EXIT.usage);
    expect(said).toContain("cannot be used with");
  });
});

test.each(["0", "-1", "1.5", "many", ""])("a rate of %j is refused", async (rate) => {
  expect(await outcome("review", file("preview.json", PREVIEW), "--requests-per-minute", rate)).toBe(
    EXIT.usage,
  );
  expect(said).toContain("It must be a whole number, 1 or more.");
});

test("SARIF names files from the top of the repository that the program is in", async () => {
  const program = join(folder, "infra", "edge");
  mkdirSync(program, { recursive: true });
  mkdirSync(join(folder, ".git"));
  file("infra/edge/Pulumi.yaml", "name: edge\nruntime: nodejs\n");
  const restriction = { type: "api", enforced: true, ipPolicyIds: ["ipp_1"] };
  const stackTrace = [{ sourcePosition: "project:///src/api.ts#7,1" }];
  const steps = [created("IpRestriction", "api", restriction, { stackTrace })];
  const preview = file("preview.json", JSON.stringify({ steps, changeSummary: {}, config: {} }));
  const report = join(folder, "review.sarif");
  expect(await outcome("review", preview, "--cwd", program, "--out", report)).toBe(EXIT.fine);
  expect(readFileSync(report, "utf8")).toContain('"uri": "infra/edge/src/api.ts"');
});

describe("what a command reads", () => {
  test.each([
    ["by its own name", (preview: string) => [preview, "--out", preview]],
    ["by another spelling", (preview: string) => [preview, "--out", join(folder, ".", "x", "..", "pv.json")]],
    ["by a link", (preview: string) => [preview, "--out", join(folder, "link.json")]],
    [
      "although it is another preview",
      () => [file("second.json", PREVIEW), "--out", join(folder, "pv.json")],
    ],
  ])("is overwritten by no report: %s", async (_, args) => {
    const preview = file("pv.json", PREVIEW);
    mkdirSync(join(folder, "x"));
    symlinkSync(preview, join(folder, "link.json"));
    expect(await outcome("review", ...args(preview))).toBe(EXIT.usage);
    expect(said).toContain("would overwrite");
    expect(readFileSync(preview, "utf8")).toBe(PREVIEW);
  });

  test("may be an event log or settings of a policy pack as well", async () => {
    const events = file("events.json", "{}\n");
    const preview = file("pv.json", PREVIEW);
    expect(await outcome("review", preview, "--events", events, "--out", events)).toBe(EXIT.usage);
    expect(readFileSync(events, "utf8")).toBe("{}\n");
    const settings = file("settings.json", "{}");
    const packs = ["--policy-pack", "p", "--policy-pack-config", settings];
    expect(await outcome("review", ...packs, "--out", settings)).toBe(EXIT.usage);
    expect(readFileSync(settings, "utf8")).toBe("{}");
  });

  test("is not lost to a report that two names stand for", async () => {
    const [preview, report] = [file("pv.json", PREVIEW), join(folder, "r.md")];
    expect(await outcome("review", preview, "--out", report, report)).toBe(EXIT.usage);
  });
});

describe("a preview after --out", () => {
  test("is not overwritten", async () => {
    const preview = file("preview.json", PREVIEW);
    expect(await outcome("review", "--out", join(folder, "review.md"), preview)).toBe(EXIT.usage);
    expect(said).toContain("name the preview before --out");
    expect(readFileSync(preview, "utf8")).toBe(PREVIEW);
  });

  test("is told from an earlier report, which is", async () => {
    const preview = file("preview.json", PREVIEW);
    const report = join(folder, "review.json");
    for (const _ of [1, 2]) expect(await outcome("review", preview, "--out", report)).toBe(EXIT.fine);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ findings: [] });
  });
});

describe("options mean the same everywhere", () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const ofAccounts = [
    agentsCommand,
    doctorCommand,
    driftCommand,
    exportCommand,
    importFileCommand,
    migrateCommand,
    reviewCommand,
    sessionsCommand,
  ].flatMap((make) => leaves(make()));

  test.each(ofAccounts.map((command) => [command.name(), command] as const))(
    "%s takes the program's folder, the stack and --json",
    (_, command) => {
      const shown = (long: string) => {
        const option = command.options.find((one) => one.long === long);
        return option && [option.flags, option.description];
      };
      expect(shown("--cwd")).toEqual([
        "-C, --cwd <folder>",
        "folder of the Pulumi program (default: this one)",
      ]);
      expect(shown("--stack")?.[0]).toBe("-s, --stack <name>");
      expect(shown("--json")?.[0]).toBe("--json");
      if (shown("--out")) expect(shown("--out")?.[0]).toMatch(/^-o, --out <(file|folder)(\.\.\.)?>$/);
    },
  );

  test("the program's folder is the one that -C names, wherever the command runs", async () => {
    vi.stubEnv("TUNNEL_EDGE_BASE_URL", "").stubEnv("TUNNEL_EDGE_API_TOKEN", "").stubEnv("PATH", folder);
    file("Pulumi.yaml", "name: infra\nruntime: nodejs\n");
    await expect(accountConfig({ cwd: folder })).rejects.toThrow(/pulumi/);
    await expect(accountConfig({ cwd: tmpdir() })).resolves.toBeTypeOf("function");
    vi.unstubAllEnvs();
  });
});
