import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { ConfigureRequest, CreateRequest } from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { repository } from "../../support/engine";
import { until } from "../../support/until";

const EXECUTABLE = join(repository, "dist", "provider", "engine", "native", "main.js");

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const struct = (values: Record<string, JavaScriptValue>) => Struct.fromJavaScript(values);

function start(
  command = process.execPath,
  args = [EXECUTABLE],
  more: Record<string, string> = { NODE_DISABLE_COMPILE_CACHE: "1" },
): ChildProcess {
  const env = { PATH: process.env.PATH, TUNNEL_EDGE_JOURNAL_DIR: "off", ...more };
  return spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], env });
}

/** Returns a function that reads the next line of a process's output. */
function readLines({ stdout }: ChildProcess): () => Promise<string> {
  const lines = createInterface({ input: stdout as NonNullable<typeof stdout> })[Symbol.asyncIterator]();
  return async () => (await lines.next()).value ?? "";
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("the executable", () => {
  test("prints only its port, and exits at once on SIGTERM", async () => {
    const child = start();
    const exit = once(child, "exit");
    let output = "";
    child.stdout?.on("data", (bytes: Buffer) => {
      output += bytes.toString();
    });
    await until(() => expect(output).toMatch(/\n$/));
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    expect(output).toMatch(/^\d+\n$/);
  });

  test("bundles the package's code into one file and loads dependencies from node_modules", () => {
    const code = readFileSync(join(dirname(EXECUTABLE), "process.js"), "utf8");
    const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    const relative = required.filter((name) => name?.startsWith("."));
    expect(new Set(relative)).toEqual(new Set(["../../../vendor/re2js.js"]));
    expect(required).toContain("@grpc/grpc-js");
    expect(code).not.toMatch(/\bimport\(/);
  });

  test("caches its compiled code in the engine's folder, unless other users can write to it", async () => {
    const home = mkdtempSync(join(tmpdir(), "tunnel-edge-home-"));
    const compiled = join(home, "tunnel-edge", "compiled");
    const files = () => readdirSync(compiled, { recursive: true }).filter((name) => name !== ".gitignore");
    const startAndEnd = async () => {
      const child = start(process.execPath, [EXECUTABLE], { PULUMI_HOME: home });
      const exit = once(child, "exit");
      await readLines(child)();
      child.kill("SIGTERM");
      expect(await exit).toEqual([0, null]);
    };
    try {
      await startAndEnd();
      expect(files().length).toBeGreaterThan(50);
      rmSync(compiled, { recursive: true });
      mkdirSync(compiled);
      chmodSync(compiled, 0o777);
      await startAndEnd();
      expect(files()).toEqual([]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  test("completes a pending creation before it exits", async () => {
    const child = start();
    // Listens early, because the response and the exit may arrive together.
    const exit = once(child, "exit");
    const port = await readLines(child)();
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    const args = struct({ baseUrl: emulator.url, apiToken: emulator.token });
    await new Promise((done) => client.configure(new ConfigureRequest().setArgs(args), done));
    const properties = struct({
      domain: "slow.example.com",
      certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
      waitForCertificate: true,
    });
    const urn = "urn:pulumi:test::project::tunnel-edge:index:ReservedDomain::slow";
    const response = new Promise<{ details?: string } | null>((done) => {
      client.create(new CreateRequest().setUrn(urn).setProperties(properties), (error) => done(error));
    });
    await until(() => expect(emulator.objects("/reserved_domains")).toHaveLength(1));
    child.kill("SIGTERM");
    expect((await response)?.details).toMatch(/exists but is not ready: the engine canceled the run/);
    expect(await exit).toEqual([0, null]);
    client.close();
  });

  test("exits after its engine was killed", async () => {
    const shell = start("/bin/sh", ["-c", `${process.execPath} ${EXECUTABLE} & echo $!; wait`]);
    const nextLine = readLines(shell);
    const pid = Number.parseInt(await nextLine(), 10);
    expect(isAlive(pid)).toBe(true);
    // The provider has recorded its parent process once it prints the port.
    expect(await nextLine()).toMatch(/^\d+$/);
    shell.kill("SIGKILL");
    await until(() => expect(isAlive(pid)).toBe(false));
  });
});
