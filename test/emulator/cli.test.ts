import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { compiled, compiledCommand } from "../support/needs";
import { request } from "./support/client";

function run(...args: string[]) {
  const child = spawn(process.execPath, [compiledCommand, "emulator", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function firstLine(child: ReturnType<typeof run>): Promise<{ url: string; token: string }> {
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Error("no line");
}

/** Waits for the end of a process; returns its stderr and exit code. */
async function waitForExit(child: ReturnType<typeof run>): Promise<{ code: number | null; text: string }> {
  const chunks: Buffer[] = [];
  child.stderr.on("data", (chunk) => chunks.push(chunk));
  const [code] = await once(child, "close");
  return { code, text: Buffer.concat(chunks).toString() };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("tunnel-edge emulator", compiled, () => {
  test.each(["SIGINT", "SIGTERM"] as const)("prints one line, serves, and ends on %s", async (signal) => {
    const child = run("--port", "0", "--token", "T", "--reference");
    const { url, token } = await firstLine(child);
    expect(token).toBe("T");
    // With `--reference`, the emulator ignores unknown parameters.
    expect((await request(`${url}/ip_policies`, "POST", { color: "red" }, token)).status).toBe(201);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("reads files for seed, faults, and data, and keeps acknowledged writes after a kill", async () => {
    const folder = newFolder();
    const at = (name: string) => join(folder, name);
    writeFileSync(at("seed.yaml"), "/bot_users:\n  - name: seeded\n");
    writeFileSync(at("faults.json"), '[{"on":"GET /edges/tls","status":503}]');
    const data = ["--data", at("data.jsonl")];
    const args = ["--seed", at("seed.yaml"), "--faults", at("faults.json"), ...data, "--page-size", "1"];
    const child = run(...args, "--rate-limit", "120/60/seconds", "--latency", "1", "--provisioning", "1");
    const { url, token } = await firstLine(child);
    expect((await request(`${url}/edges/tls`, "GET", undefined, token)).status).toBe(503);
    const created = (await request(`${url}/bot_users`, "POST", { name: "second" }, token)).body;
    child.kill("SIGKILL");
    await once(child, "exit");
    const restarted = await firstLine(run(...data));
    expect(restarted.token).toBe(token);
    const { bot_users } = (await request(`${restarted.url}/bot_users`, "GET", undefined, token)).body;
    expect(bot_users.map(({ name }: { name: string }) => name)).toEqual(["second", "seeded"]);
    expect(bot_users[0].id).toBe(created.id);
  });

  test("on a full disk, refuses or stores each write completely, and loses no earlier one", async () => {
    const data = join(newFolder(), "data.jsonl");
    // A file-size limit makes a write fail halfway, as on a full disk, and needs no mount.
    const command = ["-c", `ulimit -f 8; exec "$@"`, "sh", process.execPath, compiledCommand];
    const child = spawn("sh", [...command, "emulator", "--data", data], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const { url, token } = await firstLine(child);
    const all = async (at: string) =>
      (await request(`${at}/ip_policies?limit=100`, "GET", undefined, token)).body.ip_policies;
    const kept: unknown[] = [];
    const statuses: number[] = [];
    for (const length of [100, 1000, 1000, 1000, 1000, 1000, 100, 1000, 20]) {
      const reply = await request(`${url}/ip_policies`, "POST", { metadata: "x".repeat(length) }, token);
      statuses.push(reply.status);
      if (reply.status === 201) kept.unshift(reply.body.id);
      else
        expect(reply.body).toMatchObject({
          error_code: "ERR_EMULATOR_601",
          msg: expect.stringContaining("ulimit -f"),
        });
    }
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    const big = { "/ip_policies": Array.from({ length: 9 }, () => ({ metadata: "y".repeat(1000) })) };
    expect((await request(`${url}/__emulator/seed`, "POST", big)).status).toBe(507);
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(ids(await all(url))).toEqual(kept);
    child.kill("SIGKILL");
    await once(child, "exit");
    const restarted = await firstLine(run("--data", data));
    expect(ids(await all(restarted.url))).toEqual(kept);
  });

  test.each([
    ["0.0.0.0", true],
    ["127.0.0.1", false],
  ])("warns if other machines can reach the host %s: %s", async (host, isWarned) => {
    const child = run("--host", host);
    const ending = waitForExit(child);
    await firstLine(child);
    child.kill();
    const { text } = await ending;
    expect(/^warning: the emulator listens on .* controls need no token/m.test(text)).toBe(isWarned);
  });

  test.each(["--seed", "--faults", "--data"])("refuses a named pipe for %s at once", async (flag) => {
    const pipe = join(newFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const { code, text } = await waitForExit(run(flag, pipe));
    expect(code).toBe(1);
    expect(text).toContain("is not a regular file");
  });

  test("refuses an endless device as a seed", async () => {
    const { code, text } = await waitForExit(run("--seed", "/dev/zero"));
    expect([code, text]).toEqual([1, expect.stringContaining("is not a regular file")]);
  });

  test("names an invalid file and exits", async () => {
    const seed = join(newFolder(), "seed.yaml");
    writeFileSync(seed, "/nothing:\n  - name: seeded\n");
    const { code, text } = await waitForExit(run("--seed", seed));
    expect(code).toBe(1);
    expect(text).toContain(`${seed}: /nothing: there is no such collection`);
  });

  test.each([
    [["--port", "many"], 2, /must be a number/],
    [["--page-size", "1000"], 2, /--page-size: .*100/],
    [["--port", "99999"], 2, /--port: .*65535/],
    [["--latency", "-1"], 2, /--latency: /],
    [["--host", "192.0.2.1"], 1, /--host: cannot listen on 192\.0\.2\.1/],
    [["--rate-limit", "fast"], 2, /requests\/seconds/],
    [["--seed", "/does/not/exist"], 1, /cannot be read/],
    [["--nonsense"], 2, /unknown option/],
  ])("refuses %o with code %i", async (args, expectedCode, message) => {
    const { code, text } = await waitForExit(run(...args));
    expect(code).toBe(expectedCode);
    expect(text).toMatch(message);
  });
});
