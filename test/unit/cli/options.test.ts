import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountConfig } from "../../../cli/account";
import { EXIT, formatOptions, run } from "../../../cli/common";
import { commandLine } from "../../../cli/program";
import { created } from "../../support/previews";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
const file = folder.write;
let output: string;
let printed: string;

beforeEach(() => {
  output = "";
  printed = "";
});

afterEach(() => {
  process.exitCode = undefined;
});

const capture = (text: string | Uint8Array) => {
  output += String(text);
  return true;
};

/** Runs a command line in this process; returns its exit code. */
function runArgs(...args: string[]): Promise<unknown> {
  const program = commandLine();
  for (const command of [program, ...program.commands]) command.configureOutput({ writeErr: capture });
  return runProgram(program, ...args);
}

async function runProgram(program: Command, ...args: string[]): Promise<unknown> {
  const streams = [process.stdout, process.stderr].map((stream) => ({
    stream,
    listeners: stream.listeners("error"),
  }));
  const writes = [
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      printed += String(text);
      return capture(text);
    }),
    vi.spyOn(process.stderr, "write").mockImplementation(capture),
  ];
  try {
    await run(program, ["node", "tunnel-edge", ...args]);
    return process.exitCode ?? EXIT.fine;
  } finally {
    for (const write of writes) write.mockRestore();
    for (const { stream, listeners } of streams)
      for (const listener of stream.listeners("error"))
        if (!listeners.includes(listener)) stream.off("error", listener as () => void);
  }
}

const PREVIEW = JSON.stringify({ steps: [], changeSummary: { same: 0 }, config: {} });

/** The commands without subcommands, with the words that select them. */
const leafCommands = (command: Command, path = ""): (readonly [string, Command])[] =>
  command.commands.length === 0
    ? [[path.trim(), command]]
    : command.commands.flatMap((child) => leafCommands(child, `${path} ${child.name()}`));

describe("refuses options that would be ignored", () => {
  test.each([
    ["review", "--json", "--format", "sarif"],
    ["drift", "--no-unmanaged", "--fail-on-unmanaged"],
    ["drift", "--json", "--format", "markdown"],
  ])("%s %s %s %s", async (...args) => {
    expect(await runArgs(...args)).toBe(EXIT.usage);
    expect(output).toContain("cannot be used with");
  });
});

test("every command refuses a missing folder before running anything in it", async () => {
  const commandsWithFolder = leafCommands(commandLine()).filter(([, { options }]) =>
    options.some(({ long }) => long === "--cwd"),
  );
  expect(commandsWithFolder.length).toBeGreaterThan(8);
  for (const words of commandsWithFolder.map(([path]) => path.split(" ")))
    for (const cwd of [folder.at("nowhere"), file("a-file", "")]) {
      const program = commandLine();
      const own = words.reduce<Command>(
        (parent, word) => parent.commands.find((child) => child.name() === word) ?? parent,
        program,
      );
      own.configureOutput({ writeErr: capture });
      expect(await runProgram(program, ...words, "--cwd", cwd), words.join(" ")).toBe(EXIT.usage);
      expect(output).toContain(`argument '${cwd}' is invalid. There is no such folder.`);
    }
});

test.each([
  ["two names", ["IpPolicy=ipp_1:a", "IpPolicy=ipp_1:b"], "IpPolicy ipp_1 is named 2 times, a and b"],
  ["a name and no name", ["IpPolicy=ipp_1:a", "IpPolicy=ipp_1"], "a and without a name"],
])("refuses to import one object under %s", async (_name, objects, reason) => {
  const out = folder.at("import.json");
  expect(await runArgs("import-file", ...objects, "--out", out)).toBe(EXIT.usage);
  expect(output).toContain(reason);
  expect(output).toContain("only one resource can manage an object");
});

test.each([
  [["drift"]],
  [["review"]],
  [["sessions", "list"]],
  [["agents", "list"]],
  [["export", "--out", "new"]],
  [["import-file", "IpPolicy=ipp_1"]],
])("%j outside of a program explains what to do", async (args) => {
  vi.stubEnv("TUNNEL_EDGE_BASE_URL", "");
  try {
    expect(await runArgs(...args, "--cwd", folder.at())).toBe(EXIT.failed);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(output).toContain(
    `there is no Pulumi.yaml in ${folder.at()} or above: run the command in the folder of a Pulumi program`,
  );
});

test("a review without --fail-on fails for high findings", async () => {
  const TCP = { hostports: ["db.example.com:1"], backend: { backendId: "bkd_1" } };
  const steps = [created("TcpEdge", "db", TCP)];
  const preview = file("preview.json", JSON.stringify({ steps, changeSummary: {}, config: {} }));
  expect(await runArgs("review", preview, "--offline")).toBe(EXIT.findings);
});

test.each(["0", "-1", "1.5", "many", ""])("refuses a rate of %j", async (rate) => {
  expect(await runArgs("review", file("preview.json", PREVIEW), "--requests-per-minute", rate)).toBe(
    EXIT.usage,
  );
  expect(output).toContain("It must be a whole number, 1 or more.");
});

test("SARIF names files relative to the repository of the program", async () => {
  const program = folder.at("infra", "edge");
  mkdirSync(folder.at(".git"));
  file("infra/edge/Pulumi.yaml", "name: edge\nruntime: nodejs\n");
  const restriction = { type: "api", enforced: true, ipPolicyIds: ["ipp_1"] };
  const stackTrace = [{ sourcePosition: "project:///src/api.ts#7,1" }];
  const steps = [created("IpRestriction", "api", restriction, { stackTrace })];
  const preview = file("preview.json", JSON.stringify({ steps, changeSummary: {}, config: {} }));
  const report = folder.at("review.sarif");
  const flags = ["--cwd", program, "--fail-on", "none", "--out", report];
  expect(await runArgs("review", preview, ...flags)).toBe(EXIT.fine);
  expect(readFileSync(report, "utf8")).toContain('"uri": "infra/edge/src/api.ts"');
});

describe("a file that a review reads", () => {
  test.each([
    ["by the same name", (preview: string) => [preview, "--out", preview]],
    ["by another spelling", (preview: string) => [preview, "--out", folder.at(".", "x", "..", "pv.json")]],
    ["by a symbolic link", (preview: string) => [preview, "--out", folder.at("link.json")]],
    ["a second preview", () => [file("second.json", PREVIEW), "--out", folder.at("pv.json")]],
  ])("is not overwritten by a report: %s", async (_, args) => {
    const preview = file("pv.json", PREVIEW);
    mkdirSync(folder.at("x"));
    symlinkSync(preview, folder.at("link.json"));
    expect(await runArgs("review", ...args(preview))).toBe(EXIT.usage);
    expect(output).toContain("would overwrite");
    expect(readFileSync(preview, "utf8")).toBe(PREVIEW);
  });

  test("is not overwritten if it is an event log or policy pack settings", async () => {
    const events = file("events.json", "{}\n");
    const preview = file("pv.json", PREVIEW);
    expect(await runArgs("review", preview, "--events", events, "--out", events)).toBe(EXIT.usage);
    expect(readFileSync(events, "utf8")).toBe("{}\n");
    const settings = file("settings.json", "{}");
    const packs = ["--policy-pack", "p", "--policy-pack-config", settings];
    expect(await runArgs("review", ...packs, "--out", settings)).toBe(EXIT.usage);
    expect(readFileSync(settings, "utf8")).toBe("{}");
  });

  test("is not lost if --out names a report twice", async () => {
    const [preview, report] = [file("pv.json", PREVIEW), folder.at("r.md")];
    expect(await runArgs("review", preview, "--out", report, report)).toBe(EXIT.usage);
  });
});

describe("a preview", () => {
  test("that follows --out is not overwritten", async () => {
    const preview = file("preview.json", PREVIEW);
    expect(await runArgs("review", "--out", folder.at("review.md"), preview)).toBe(EXIT.usage);
    expect(output).toContain("name the preview before --out");
    expect(readFileSync(preview, "utf8")).toBe(PREVIEW);
  });

  test("is reviewed into a file in addition to the printed format", async () => {
    const report = folder.at("review.html");
    expect(await runArgs("review", file("preview.json", PREVIEW), "--json", "--out", report)).toBe(EXIT.fine);
    expect(JSON.parse(printed)).toMatchObject({ findings: [] });
    expect(readFileSync(report, "utf8")).toContain("<!doctype html>");
  });

  test("is distinguished from an earlier report, which is overwritten", async () => {
    const preview = file("preview.json", PREVIEW);
    const report = folder.at("review.json");
    for (const _ of [1, 2]) expect(await runArgs("review", preview, "--out", report)).toBe(EXIT.fine);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ findings: [] });
  });
});

describe("shared options", () => {
  const commands = leafCommands(commandLine());
  /** Commands that read an account. */
  const accountCommands = commands.filter(([name]) => !/^(emulator|traffic-policy .*)$/.test(name));
  const flagsAndDescription = (command: Command, long: string) => {
    const option = command.options.find((candidate) => candidate.long === long);
    return (
      option && [
        option.flags,
        option.description.replace(/default: text( on a terminal, else markdown)?/, "default"),
      ]
    );
  };

  test.each(accountCommands)("%s has options for the folder, the stack, and the format", (_, command) => {
    expect(
      ["--cwd", "--stack", "--format", "--json"].map((long) => flagsAndDescription(command, long)),
    ).toEqual([
      ["-C, --cwd <folder>", "folder of the Pulumi program (default: this one)"],
      ["-s, --stack <name>", "stack of that program (default: the selected one)"],
      ["-f, --format <format>", "output format (default)"],
      ["--json", "the same as --format json"],
    ]);
    const formats = command.options.find(({ long }) => long === "--format")?.argChoices ?? [];
    const order = ["text", "markdown", "json", "sarif", "html"];
    expect(formats).toEqual(order.filter((format) => formats.includes(format)));
    expect(formats).toEqual(expect.arrayContaining(["text", "json"]));
  });

  const REQUIRED: Readonly<Record<string, readonly string[]>> = {
    export: ["--out", "new"],
    migrate: ["--out", "new"],
  };

  test.each(accountCommands)("%s refuses an empty value", async (name) => {
    const args = [...name.split(" "), ...(REQUIRED[name] ?? [])];
    for (const value of ["", " "]) {
      output = "";
      expect(await runArgs(...args, "-s", value)).toBe(EXIT.usage);
      expect(output).toContain("-s, --stack <name> has an empty value");
    }
  });

  test("refuse an empty value among several", async () => {
    expect(await runArgs("agents", "list", "--session", "ts_1", "")).toBe(EXIT.usage);
    expect(output).toContain("--session <id...> has an empty value");
  });

  test("have the same meaning in all commands", () => {
    const flagsByName = new Map<string, Set<string>>();
    for (const { long, short, flags } of commands.flatMap(([, command]) => command.options))
      for (const name of [long, short])
        if (name) flagsByName.set(name, (flagsByName.get(name) ?? new Set()).add(flags));
    const ambiguous = [...flagsByName].filter(([, flags]) => flags.size > 1);
    // The output is a file, a folder of files, or reports.
    const out = ["-o, --out <folder>", "-o, --out <file>", "-o, --out <file...>"];
    expect(ambiguous.map(([name, flags]) => [name, [...flags].sort()])).toEqual([
      ["--out", out.sort()],
      ["-o", out.sort()],
    ]);
  });

  test("--json selects the format json", async () => {
    for (const [args, expected] of [
      [["--json"], "json"],
      [["--format", "json"], "json"],
      [[], undefined],
    ] as const) {
      let format: unknown;
      const command = formatOptions(new Command("work"), ["text", "json"]);
      await command.action((flags) => (format = flags.format)).parseAsync([...args], { from: "user" });
      expect(format).toBe(expected);
    }
  });

  const policyCommands = commands.filter(([name]) => name.startsWith("traffic-policy "));

  test.each([...accountCommands, ...policyCommands])(
    "the documentation of %s lists all of its options",
    (name, command) => {
      const pageOf = (stem: string) => resolve(__dirname, `../../../docs/cli/${stem}.md`);
      const own = pageOf(name.replace(" ", "-"));
      const page = readFileSync(existsSync(own) ? own : pageOf(name.split(" ")[0] ?? ""), "utf8");
      const options = command.options.map(({ flags }) => flags);
      expect(options.filter((flags) => !page.includes(`\`${flags}\``))).toEqual([]);
    },
  );

  test("-C names the program's folder, independent of the working directory", async () => {
    vi.stubEnv("TUNNEL_EDGE_BASE_URL", "").stubEnv("TUNNEL_EDGE_API_TOKEN", "").stubEnv("PATH", folder.at());
    file("Pulumi.yaml", "name: infra\nruntime: nodejs\n");
    await expect(accountConfig({ cwd: folder.at() })).rejects.toThrow(/pulumi/);
    const env = { TUNNEL_EDGE_BASE_URL: "http://127.0.0.1:9" };
    await expect(accountConfig({ cwd: tmpdir() }, env)).resolves.toBeTypeOf("function");
    vi.unstubAllEnvs();
  });
});
