import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CommandResult, enginePath, repository } from "./engine";

/** Omits variables of git hooks and of this test runner, because a command may start another test runner. */
const ENVIRONMENT = { PATH: enginePath(), HOME: process.env.HOME, NO_COLOR: "1" };

/** A committed copy of the working tree, for commands that write to it. */
export class TreeCopy {
  readonly root = mkdtempSync(join(tmpdir(), "tunnel-edge-tree-"));

  constructor() {
    for (const path of sources()) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      cpSync(join(repository, path), join(this.root, path));
    }
    this.linkPackages();
    this.git("init", "--quiet");
    this.commit("Copy");
  }

  /** Links the installed packages one by one, so caches are separate and the package itself is the copy. */
  private linkPackages(): void {
    const packages = join(this.root, "node_modules");
    mkdirSync(packages);
    for (const name of readdirSync(join(repository, "node_modules")))
      if (!name.startsWith(".") && name !== "pulumi-tunnel-edge")
        symlinkSync(join(repository, "node_modules", name), join(packages, name));
    symlinkSync(this.root, join(packages, "pulumi-tunnel-edge"));
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: this.root, encoding: "utf8", env: ENVIRONMENT });
  }

  commit(subject: string): void {
    this.git("add", "--all");
    this.git("-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", subject);
  }

  /** Runs a script of an installed package, such as `typescript/bin/tsc`. */
  run(script: string, ...args: readonly string[]): Promise<CommandResult> {
    const path = join(this.root, "node_modules", script);
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [path, ...args],
        { cwd: this.root, env: ENVIRONMENT, maxBuffer: 2 ** 26 },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

const sources = () =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repository,
    encoding: "utf8",
  })
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(repository, path)));
