import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { enginePath, type ProgramFiles, repository } from "./engine";

const run = promisify(execFile);

/** Tools for programs in other languages. `node build/languages.mjs` installs them and prints their paths. */
export interface Languages {
  /** Folder of the language hosts. */
  readonly tools: string;
  readonly goSdk: string;
  readonly python: string;
  readonly venv: string;
  readonly go: string;
  /** Environment of every command, with the language hosts and Go on PATH, and Go's caches. */
  readonly env: Readonly<Record<string, string>>;
}

/** The first run takes minutes; later runs only rebuild changed parts. */
export const LANGUAGES_TIMEOUT = 1_800_000;

/** @throws Error that names the missing tool and how to install it. */
export async function languages(): Promise<Languages> {
  const { stdout } = await run(process.execPath, [join(repository, "build", "languages.mjs")], {
    timeout: LANGUAGES_TIMEOUT,
    maxBuffer: 1 << 26,
  });
  const paths = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Omit<Languages, "env">;
  const names = ["GOROOT", "GOPATH", "GOMODCACHE", "GOCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB"];
  const go = JSON.parse((await run(paths.go, ["env", "-json", ...names])).stdout) as Record<string, string>;
  // Python hosts that ignore `virtualenv` in Pulumi.yaml use the environment that VIRTUAL_ENV activates.
  const path = [paths.tools, join(paths.venv, "bin"), join(go.GOROOT ?? "", "bin"), enginePath()];
  const env = { PATH: path.join(delimiter), VIRTUAL_ENV: paths.venv, GOFLAGS: "-buildvcs=false" };
  return { ...paths, env: { ...go, ...env } };
}

/** Project settings, with the native provider in a folder next to the program's. */
const project = (runtime: unknown) =>
  stringify({
    name: "tunnel-edge-test",
    runtime,
    plugins: { providers: [{ name: "tunnel-edge", path: "../plugin" }] },
  });

export const pythonProgram = ({ venv }: Languages, text: string): ProgramFiles => ({
  "Pulumi.yaml": project({ name: "python", options: { virtualenv: venv } }),
  "__main__.py": text,
});

export function goProgram({ goSdk }: Languages, text: string): ProgramFiles {
  const read = (name: string) => readFileSync(join(repository, "examples", "native", name), "utf8");
  return {
    "Pulumi.yaml": project("go"),
    "main.go": text,
    "go.mod": read("go.mod").replace(/(?<==> ).*/, goSdk),
    "go.sum": read("go.sum"),
  };
}
