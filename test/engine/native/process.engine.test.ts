import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { ConfigureRequest, CreateRequest } from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { repository } from "../../support/engine";

const EXECUTABLE = join(repository, "dist", "provider", "native", "main.js");

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const struct = (values: Record<string, JavaScriptValue>) => Struct.fromJavaScript(values);

function start(command = process.execPath, args = [EXECUTABLE]): ChildProcess {
  const env = { PATH: process.env.PATH, TUNNEL_EDGE_JOURNAL_DIR: "off" };
  return spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], env });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [bytes] = (await once(stdout as NonNullable<typeof stdout>, "data")) as [Buffer];
  return bytes.toString();
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
  test("says its port and nothing else, and ends at once when it is told to", async () => {
    const child = start();
    expect(await firstLine(child)).toMatch(/^\d+\n$/);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("answers for the object that it was creating before it ends", async () => {
    const child = start();
    const port = (await firstLine(child)).trim();
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    const args = struct({ baseUrl: emulator.url, apiToken: emulator.token });
    await new Promise((done) => client.configure(new ConfigureRequest().setArgs(args), done));
    const properties = struct({
      domain: "slow.example.com",
      certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
      waitForCertificate: true,
    });
    const urn = "urn:pulumi:test::project::tunnel-edge:index:ReservedDomain::slow";
    const answer = new Promise<{ details?: string } | null>((done) => {
      client.create(new CreateRequest().setUrn(urn).setProperties(properties), (error) => done(error));
    });
    await vi.waitFor(() => expect(emulator.objects("/reserved_domains")).toHaveLength(1), 10_000);
    child.kill("SIGTERM");
    expect((await answer)?.details).toMatch(/exists but is not ready: the engine has cancelled the run/);
    expect(await once(child, "exit")).toEqual([0, null]);
    client.close();
  });

  test("does not outlive an engine that was killed", async () => {
    const shell = start("/bin/sh", ["-c", `${process.execPath} ${EXECUTABLE} & echo $!; wait`]);
    const pid = Number.parseInt(await firstLine(shell), 10);
    expect(isAlive(pid)).toBe(true);
    await vi.waitFor(() => expect(shell.stdout?.readableEnded).toBe(false));
    // It has told its port when its own parent is noted.
    await once(shell.stdout as NonNullable<typeof shell.stdout>, "data");
    shell.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000, interval: 200 });
  });
});
