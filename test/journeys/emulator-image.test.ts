import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readCommand, readInstructions } from "../support/dockerfile";
import { repository } from "../support/engine";
import { shellEnvironment } from "./install-matrix";

const file = join(repository, "emulator", "Dockerfile");
let folder = "";
let emulator: ChildProcess | undefined;

afterEach(() => {
  emulator?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs without a container engine: the instructions run in a folder, on another port. */
test("the image's instructions install the archive and serve the emulator", async () => {
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-image-"));
  const shell = (command: string) =>
    execFileSync("bash", ["-ec", command], { cwd: folder, env: shellEnvironment(), encoding: "utf8" });
  execFileSync(process.execPath, [join(repository, "build", "tarball.mjs"), folder]);
  for (const { name, text } of readInstructions(file))
    if (name === "COPY") shell(`cp ${text}`);
    else if (name === "RUN") shell(text);

  const args = [...readCommand(file, "ENTRYPOINT"), ...readCommand(file, "CMD")];
  const [program = "", ...rest] = args.map((arg) =>
    arg === "4300" ? "0" : arg === "0.0.0.0" ? "127.0.0.1" : arg,
  );
  emulator = spawn(join(folder, program), rest, { cwd: folder, env: shellEnvironment() });
  const line = await new Promise<string>((resolve, reject) => {
    emulator?.stdout?.setEncoding("utf8").once("data", resolve);
    emulator?.once("close", (code) => reject(new Error(`the emulator ended with ${code}`)));
  });
  const { url, token } = JSON.parse(line);
  expect(token).toBe("trial");
  const response = await fetch(`${url}/ip_policies`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const [, ...check] = (readInstructions(file).find(({ name }) => name === "HEALTHCHECK")?.text ?? "").split(
    " CMD ",
  );
  const [node = "", ...script] = JSON.parse(check.join(" CMD ")) as string[];
  const checkHealth = (address: string) =>
    execFileSync(
      node,
      script.map((arg) => arg.replace("http://127.0.0.1:4300", address)),
    );
  expect(() => checkHealth(url)).not.toThrow();
  expect(() => checkHealth("http://127.0.0.1:9")).toThrow();
});
