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
let said: string;
let printed: string;

beforeEach(() => {
  said = "";
  printed = "";
});

afterEach(() => {
  process.exitCode = undefined;
});

const hear = (text: string | Uint8Array) => {
  said += String(text);
  return true;
};

/** Runs a command line in this process; gives its exit code. */
function outcome(...args: string[]): Promise<unknown> {
  const program = commandLine();
  for (const command of [program, ...program.commands]) command.configureOutput({ writeErr: hear });
  return outcomeOf(program, ...args);
}

async function outcomeOf(program: Command, ...args: string[]): Promise<unknown> {
  const streams = [process.stdout, process.stderr].map((stream) => ({
    stream,
    listeners: stream.listeners("error"),
  }));
  const writes = [
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      printed += String(text);
      return hear(text);
    }),
    vi.spyOn(process.stderr, "write").mockImplementation(hear),
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

/** All commands, by their names. */
const leaves = (command: Command, path = ""): (readonly [string, Command])[] =>
  command.commands.length === 0
    ? [[path.trim(), command]]
    : command.commands.flatMap((one) => leaves(one, `${path} ${one.name()}`));

describe("options that would be ignored are refused", () => {
  test.each([
    ["review", "--json", "--format", "sarif"],
    ["drift", "--no-unmanaged", "--fail-on-unmanaged"],
    ["drift", "--json", "--format", "markdown"],
  ])("%s %s %s %s", async (...args) => {
    expect(await outcome(...args)).toBe(EXIT.usage);
    expect(said).toContain("cannot be used with");
  });
});

test("a folder that is not there is refused by every command that takes one, before anything runs in it", async () => {
  const taking = leaves(commandLine()).filter(([, { options }]) =>
    options.some(({ long }) => long === "--cwd"),
  );
  expect(taking.length).toBeGreaterThan(8);
  for (const words of taking.map(([path]) => path.split(" ")))
    for (const cwd of [folder.at("nowhere"), file("a-file", "")]) {
      const program = commandLine();
      const own = words.reduce<Command>(
        (at, word) => at.commands.find((one) => one.name() === word) ?? at,
        program,
      );
      own.configureOutput({ writeErr: hear });
      expect(await outcomeOf(program, ...words, "--cwd", cwd), words.join(" ")).toBe(EXIT.usage);
      expect(said).toContain(`argument '${cwd}' is invalid. There is no such folder.`);
    }
});

test.each([
  ["two names", ["IpPolicy=ipp_1:a", "IpPolicy=ipp_1:b"], "IpPolicy ipp_1 is named 2 times, a and b"],
  ["a name and none", ["IpPolicy=ipp_1:a", "IpPolicy=ipp_1"], "a and without a name"],
])("an import of one object under %s is refused", async (_name, objects, why) => {
  const out = folder.at("import.json");
  expect(await outcome("import-file", ...objects, "--out", out)).toBe(EXIT.usage);
  expect(said).toContain(why);
  expect(said).toContain("only one resource can manage an object");
});

test.each([
  [["drift"]],
  [["review"]],
  [["sessions", "list"]],
  [["agents", "list"]],
  [["export", "--out", "new"]],
  [["import-file", "IpPolicy=ipp_1"]],
])("%j outside of a program says so, and what to do", async (args) => {
  vi.stubEnv("TUNNEL_EDGE_BASE_URL", "");
  try {
    expect(await outcome(...args, "--cwd", folder.at())).toBe(EXIT.failed);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(said).toContain(
    `there is no Pulumi.yaml in ${folder.at()} or above: run the command in the folder of a Pulumi program`,
  );
});

test("version prints the version, as --version does", async () => {
  expect(await outcome("version")).toBe(EXIT.fine);
  const version = printed;
  await outcome("--version");
  expect(printed).toBe(version + version);
});

test("a review without --fail-on fails with findings that are high", async () => {
  const TCP = { hostports: ["db.example.com:1"], backend: { backendId: "bkd_1" } };
  const steps = [created("TcpEdge", "db", TCP)];
  const preview = file("preview.json", JSON.stringify({ steps, changeSummary: {}, config: {} }));
  expect(await outcome("review", preview, "--offline")).toBe(EXIT.findings);
});

test.each(["0", "-1", "1.5", "many", ""])("a rate of %j is refused", async (rate) => {
  expect(await outcome("review", file("preview.json", PREVIEW), "--requests-per-minute", rate)).toBe(
    EXIT.usage,
  );
  expect(said).toContain("It must be a whole number, 1 or more.");
});

test("SARIF names files from the top of the repository that the program is in", async () => {
  const program = folder.at("infra", "edge");
  mkdirSync(folder.at(".git"));
  file("infra/edge/Pulumi.yaml", "name: edge\nruntime: nodejs\n");
  const restriction = { type: "api", enforced: true, ipPolicyIds: ["ipp_1"] };
  const stackTrace = [{ sourcePosition: "project:///src/api.ts#7,1" }];
  const steps = [created("IpRestriction", "api", restriction, { stackTrace })];
  const preview = file("preview.json", JSON.stringify({ steps, changeSummary: {}, config: {} }));
  const report = folder.at("review.sarif");
  const flags = ["--cwd", program, "--fail-on", "none", "--out", report];
  expect(await outcome("review", preview, ...flags)).toBe(EXIT.fine);
  expect(readFileSync(report, "utf8")).toContain('"uri": "infra/edge/src/api.ts"');
});

describe("what a command reads", () => {
  test.each([
    ["by its own name", (preview: string) => [preview, "--out", preview]],
    ["by another spelling", (preview: string) => [preview, "--out", folder.at(".", "x", "..", "pv.json")]],
    ["by a link", (preview: string) => [preview, "--out", folder.at("link.json")]],
    ["although it is another preview", () => [file("second.json", PREVIEW), "--out", folder.at("pv.json")]],
  ])("is overwritten by no report: %s", async (_, args) => {
    const preview = file("pv.json", PREVIEW);
    mkdirSync(folder.at("x"));
    symlinkSync(preview, folder.at("link.json"));
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
    const [preview, report] = [file("pv.json", PREVIEW), folder.at("r.md")];
    expect(await outcome("review", preview, "--out", report, report)).toBe(EXIT.usage);
  });
});

describe("a preview after --out", () => {
  test("is not overwritten", async () => {
    const preview = file("preview.json", PREVIEW);
    expect(await outcome("review", "--out", folder.at("review.md"), preview)).toBe(EXIT.usage);
    expect(said).toContain("name the preview before --out");
    expect(readFileSync(preview, "utf8")).toBe(PREVIEW);
  });

  test("is written beside what --format prints", async () => {
    const report = folder.at("review.html");
    expect(await outcome("review", file("preview.json", PREVIEW), "--json", "--out", report)).toBe(EXIT.fine);
    expect(JSON.parse(printed)).toMatchObject({ findings: [] });
    expect(readFileSync(report, "utf8")).toContain("<!doctype html>");
  });

  test("is told from an earlier report, which is", async () => {
    const preview = file("preview.json", PREVIEW);
    const report = folder.at("review.json");
    for (const _ of [1, 2]) expect(await outcome("review", preview, "--out", report)).toBe(EXIT.fine);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ findings: [] });
  });
});

describe("options mean the same everywhere", () => {
  const all = leaves(commandLine());
  /** Commands that read an account; the others print what another program takes. */
  const ofAccounts = all.filter(
    ([name]) => !/^(emulator|completion|complete|version|traffic-policy .*)$/.test(name),
  );
  const shown = (command: Command, long: string) => {
    const option = command.options.find((one) => one.long === long);
    return (
      option && [
        option.flags,
        option.description.replace(/default: text( on a terminal, else markdown)?/, "default"),
      ]
    );
  };

  test.each(ofAccounts)("%s takes the program's folder, the stack, a format and --json", (_, command) => {
    expect(["--cwd", "--stack", "--format", "--json"].map((long) => shown(command, long))).toEqual([
      ["-C, --cwd <folder>", "folder of the Pulumi program (default: this one)"],
      ["-s, --stack <name>", "stack of that program (default: the selected one)"],
      ["-f, --format <format>", "output format (default)"],
      ["--json", "the same as --format json"],
    ]);
    const formats = command.options.find(({ long }) => long === "--format")?.argChoices ?? [];
    const all = ["text", "markdown", "json", "sarif", "html"];
    expect(formats).toEqual(all.filter((format) => formats.includes(format)));
    expect(formats).toEqual(expect.arrayContaining(["text", "json"]));
  });

  const REQUIRED: Readonly<Record<string, readonly string[]>> = {
    export: ["--out", "new"],
    migrate: ["--out", "new"],
  };

  test.each(ofAccounts)("%s refuses an empty value", async (name) => {
    const given = [...name.split(" "), ...(REQUIRED[name] ?? [])];
    for (const value of ["", " "]) {
      said = "";
      expect(await outcome(...given, "-s", value)).toBe(EXIT.usage);
      expect(said).toContain("-s, --stack <name> has an empty value");
    }
  });

  test("an empty value of an option that takes several is refused", async () => {
    expect(await outcome("agents", "list", "--session", "ts_1", "")).toBe(EXIT.usage);
    expect(said).toContain("--session <id...> has an empty value");
  });

  test("no two commands give one name, or one letter, another meaning", () => {
    const spelled = new Map<string, Set<string>>();
    for (const { long, short, flags } of all.flatMap(([, command]) => command.options))
      for (const name of [long, short])
        if (name) spelled.set(name, (spelled.get(name) ?? new Set()).add(flags));
    const several = [...spelled].filter(([, flags]) => flags.size > 1);
    // What is written: one file, a folder of files, or reports.
    const out = ["-o, --out <folder>", "-o, --out <file>", "-o, --out <file...>"];
    expect(several.map(([name, flags]) => [name, [...flags].sort()])).toEqual([
      ["--out", out.sort()],
      ["-o", out.sort()],
    ]);
  });

  test("--json is read as the format of that name", async () => {
    for (const [args, read] of [
      [["--json"], "json"],
      [["--format", "json"], "json"],
      [[], undefined],
    ] as const) {
      let format: unknown;
      const command = formatOptions(new Command("work"), ["text", "json"]);
      await command.action((flags) => (format = flags.format)).parseAsync([...args], { from: "user" });
      expect(format).toBe(read);
    }
  });

  const ofPolicies = all.filter(([name]) => name.startsWith("traffic-policy "));

  test.each([...ofAccounts, ...ofPolicies])("the page of %s has all of its options", (name, command) => {
    const pageOf = (stem: string) => resolve(__dirname, `../../../docs/cli/${stem}.md`);
    const own = pageOf(name.replace(" ", "-"));
    const page = readFileSync(existsSync(own) ? own : pageOf(name.split(" ")[0] ?? ""), "utf8");
    const options = command.options.map(({ flags }) => flags);
    expect(options.filter((flags) => !page.includes(`\`${flags}\``))).toEqual([]);
  });

  test("the program's folder is the one that -C names, wherever the command runs", async () => {
    vi.stubEnv("TUNNEL_EDGE_BASE_URL", "").stubEnv("TUNNEL_EDGE_API_TOKEN", "").stubEnv("PATH", folder.at());
    file("Pulumi.yaml", "name: infra\nruntime: nodejs\n");
    await expect(accountConfig({ cwd: folder.at() })).rejects.toThrow(/pulumi/);
    const env = { TUNNEL_EDGE_BASE_URL: "http://127.0.0.1:9" };
    await expect(accountConfig({ cwd: tmpdir() }, env)).resolves.toBeTypeOf("function");
    vi.unstubAllEnvs();
  });
});
