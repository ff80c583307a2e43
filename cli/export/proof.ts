import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CommandResult, EngineError, runPulumi } from "../pulumi";
import { type ImportEntry, importEntry } from "./import-file";
import type { Program } from "./program";

/** The outcome of a proof. */
export interface Proof {
  /** Objects whose program the engine finds equal to the account. */
  readonly objects: number;
  /** What the engine would change, in its own words; empty when the program is right. */
  readonly differences: readonly string[];
}

const STACK = "proof";
const PREVIEW = ["preview", "--json", "--expect-no-changes", "--stack", STACK];

/**
 * Proves that a program says what the account holds: imports the account into a local state that is thrown away, and has
 * the engine preview the program against it. Nothing is sent to the account, and no secret of it is written: each one,
 * in the state and in the configuration, is replaced by the same stand-in, which shows that it arrives where it belongs.
 *
 * @throws EngineError when the engine cannot be used.
 */
export async function prove(program: Program, env: NodeJS.ProcessEnv = process.env): Promise<Proof> {
  const root = mkdtempSync(join(tmpdir(), "tunnel-edge-export-"));
  try {
    const folder = join(root, "program");
    for (const name of ["program", "state", "home"]) mkdirSync(join(root, name), { mode: 0o700 });
    for (const [name, text] of Object.entries(program.files)) writeFileSync(join(folder, name), text);
    linkPackages(folder);
    const engine = {
      cwd: folder,
      env: {
        ...env,
        // The accounts' own settings stay out: a preview asks nothing, and must not be able to.
        TUNNEL_EDGE_BASE_URL: "http://127.0.0.1:9",
        TUNNEL_EDGE_API_TOKEN: "none",
        TUNNEL_EDGE_JOURNAL_DIR: "off",
        PULUMI_BACKEND_URL: `file://${join(root, "state")}`,
        PULUMI_CONFIG_PASSPHRASE: "thrown away",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      },
    };
    const step = async (args: readonly string[]) => {
      const result = await runPulumi(args, engine);
      if (result.code !== 0)
        throw new EngineError(`the proof failed at \`pulumi ${args[0]}\`:\n${said(result)}`);
    };
    const { entries, configuration } = withStandIns(program);
    writeFileSync(join(folder, `Pulumi.${STACK}.yaml`), JSON.stringify({ config: configuration }));
    await step(["stack", "init", STACK]);
    if (entries.length > 0) {
      const file = join(root, "import.json");
      writeFileSync(file, JSON.stringify({ resources: entries }));
      await step([
        "import",
        "--file",
        file,
        "--generate-code=false",
        "--protect=false",
        "--yes",
        "--stack",
        STACK,
      ]);
    }
    return { objects: entries.length, differences: differencesIn(await runPulumi(PREVIEW, engine)) };
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What the engine imports and the stack is configured with; every secret is a stand-in. */
function withStandIns({ objects, secrets, project }: Program): {
  entries: ImportEntry[];
  configuration: Record<string, string>;
} {
  const entries = new Map(
    objects.map((object) => [object.id, structuredClone(importEntry(object, object.resource))]),
  );
  const configuration: Record<string, string> = {};
  for (const [n, { key, path, object, knowledge }] of secrets.entries()) {
    const entry = entries.get(object.id);
    if (!entry || knowledge === "possible" || knowledge === "trusted") continue;
    const standIn = `stand-in-${n}`;
    configuration[`${project}:${key}`] = standIn;
    setAt(entry.inputs, path, standIn);
    setAt(entry.outputs, path, standIn);
  }
  return { entries: [...entries.values()], configuration };
}

function setAt(target: object, path: readonly string[], value: string): void {
  const [key = "", ...rest] = path;
  const child: unknown = Reflect.get(target, key);
  if (rest.length === 0) Reflect.set(target, key, value);
  else if (child !== null && typeof child === "object") setAt(child, rest, value);
}

/** Gives the program the packages that it imports: this one and those beside it. */
function linkPackages(folder: string): void {
  const packages = join(folder, "node_modules");
  const link = (name: string, target: string) => {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(target, join(packages, name), "dir");
  };
  link("pulumi-tunnel-edge", packageRoot(__dirname));
  link("@pulumi/pulumi", dirname(require.resolve("@pulumi/pulumi/package.json")));
  // With these the engine checks the types as well; a user's machine may do without.
  for (const name of ["typescript", "@types/node"]) {
    try {
      link(name, dirname(require.resolve(`${name}/package.json`, { paths: [__dirname, process.cwd()] })));
    } catch {
      // Not installed.
    }
  }
}

function packageRoot(from: string): string {
  return existsSync(join(from, "package.json")) ? from : packageRoot(dirname(from));
}

interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly diffReasons?: readonly string[] | null;
}

function differencesIn(preview: CommandResult): string[] {
  let read: {
    readonly steps?: readonly PreviewStep[];
    readonly diagnostics?: readonly { readonly message: string; readonly severity: string }[];
  };
  try {
    read = JSON.parse(preview.stdout);
  } catch {
    throw new EngineError(`the proof failed at \`pulumi preview\`:\n${said(preview)}`);
  }
  const steps = read.steps ?? [];
  const changes = steps.filter(({ op }) => op !== "same");
  if (preview.code !== 0 && changes.length === 0) {
    const errors = (read.diagnostics ?? []).filter(({ severity }) => severity === "error");
    throw new EngineError(
      `the program cannot be previewed: ${errors.map(({ message }) => message.trim()).join("; ") || said(preview)}`,
    );
  }
  return changes.map(({ op, urn, diffReasons }) => {
    const [type = "", name = ""] = urn.split("::").slice(-2);
    const properties = diffReasons && diffReasons.length > 0 ? `: ${diffReasons.join(", ")}` : "";
    return `${op} ${type.slice(type.lastIndexOf(":") + 1)} ${name}${properties}`;
  });
}

const said = ({ stdout, stderr }: CommandResult) =>
  `${stdout}\n${stderr}`.trim().split("\n").slice(-20).join("\n");
