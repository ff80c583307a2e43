import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { enginePath, type ProgramFiles, repository } from "./engine";

const run = promisify(execFile);

/** What programs in other languages need; `node build/languages.mjs` makes it. */
export interface Languages {
  /** Folder of the languages' hosts. */
  readonly tools: string;
  readonly goSdk: string;
  readonly python: string;
  readonly venv: string;
  readonly go: string;
  /** The environment of every command: the hosts and Go on PATH, and Go's own caches. */
  readonly env: Readonly<Record<string, string>>;
}

/** The first time takes minutes; later only what has changed is made again. */
export const LANGUAGES_TIMEOUT = 1_800_000;

/** @throws Error with the missing part, and what to install. */
export async function languages(): Promise<Languages> {
  const { stdout } = await run(process.execPath, [join(repository, "build", "languages.mjs")], {
    timeout: LANGUAGES_TIMEOUT,
    maxBuffer: 1 << 26,
  });
  const found = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Omit<Languages, "env">;
  const names = ["GOROOT", "GOPATH", "GOMODCACHE", "GOCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB"];
  const go = JSON.parse((await run(found.go, ["env", "-json", ...names])).stdout) as Record<string, string>;
  // The environment is activated: a Python host of this age is not told of the option in Pulumi.yaml.
  const path = [found.tools, join(found.venv, "bin"), join(go.GOROOT ?? "", "bin"), enginePath()];
  const env = { PATH: path.join(delimiter), VIRTUAL_ENV: found.venv, GOFLAGS: "-buildvcs=false" };
  return { ...found, env: { ...go, ...env } };
}

/** The project's settings; the engine finds the native provider beside the program's folder. */
const project = (runtime: unknown) =>
  stringify({
    name: "tunnel-edge-test",
    runtime,
    plugins: { providers: [{ name: "tunnel-edge", path: "../plugin" }] },
  });

/** A program in Python, in the environment with the generated SDK. */
export const pythonProgram = ({ venv }: Languages, text: string): ProgramFiles => ({
  "Pulumi.yaml": project({ name: "python", options: { virtualenv: venv } }),
  "__main__.py": text,
});

/** A program in Go, in a module that takes the generated SDK from where it is. */
export function goProgram({ goSdk }: Languages, text: string): ProgramFiles {
  const read = (name: string) => readFileSync(join(repository, "examples", "native", name), "utf8");
  return {
    "Pulumi.yaml": project("go"),
    "main.go": text,
    "go.mod": read("go.mod").replace(/(?<==> ).*/, goSdk),
    "go.sum": read("go.sum"),
  };
}
