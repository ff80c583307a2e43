import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAccount } from "../../../cli/doctor/account";
import type { Finding } from "../../../cli/doctor/finding";
import { type Emulator, type Fault, startEmulator } from "../../../emulator";

/** The checks of `tunnel-edge doctor` that evaluate its only request to the account. */

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ token: "the-token-of-the-doctor" });
});
afterAll(() => emulator.close());

/** Checks the account, and returns a function that looks up the finding of a check. No finding may contain the token. */
async function examine(config: Readonly<Record<string, string>> = {}) {
  const values = { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token, ...config };
  const findings = await checkAccount((key) => (values as Record<string, string>)[key]);
  expect(JSON.stringify(findings)).not.toContain(emulator.token);
  return (check: string) => findings.find((finding) => finding.check === check) as Finding;
}

const UNREACHABLE = "http://127.0.0.1:9";

test.each<[setting: string, value: string, check: string, found: RegExp, remedy: RegExp]>([
  ["baseUrl", "", "configuration", /no base URL/, /set what is missing/],
  ["apiToken", "", "configuration", /no API token/, /set what is missing/],
  ["apiToken", "wrong", "token", /401/, /apiToken/],
  ["baseUrl", UNREACHABLE, "base URL", /cannot be reached/, /baseUrl/],
])("reports a problem with %s %j, and what to do", async (setting, value, check, found, remedy) => {
  const findingOf = await examine({ [`tunnel-edge:${setting}`]: value });
  expect(findingOf(check)).toMatchObject({ verdict: "problem" });
  expect(findingOf(check).found).toMatch(found);
  expect(findingOf(check).remedy).toMatch(remedy);
});

async function examineWith(fault: Fault) {
  emulator.faults({ on: "GET *", ...fault });
  try {
    return await examine();
  } finally {
    emulator.faults({ clear: true });
  }
}

test.each<[string, Fault, check: string, verdict: string, found: RegExp]>([
  ["another service", { kind: "html", status: 200 }, "base URL", "problem", /instead of the API's list/],
  ["a rate limit", { status: 429, retryAfter: 7 }, "rate limit", "warning", /429, Retry-After 7/],
  ["a token with few permissions", { status: 403 }, "token", "warning", /403/],
  ["a service that is down", { status: 503 }, "base URL", "warning", /503/],
])("recognizes %s", async (_, fault, check, verdict, found) => {
  const findingOf = await examineWith(fault);
  expect(findingOf(check).verdict).toBe(verdict);
  expect(findingOf(check).found).toMatch(found);
});

test("names the header that the service requires", async () => {
  const findingOf = await examineWith({
    status: 400,
    body: { error_code: "ERR_NGROK_218", msg: "no version" },
  });
  expect(findingOf("base URL")).toMatchObject({
    verdict: "problem",
    found: expect.stringMatching(/refuses the request \(400, ERR_NGROK_218\)$/),
    remedy: expect.stringContaining("ngrok-version"),
  });
});

test("does not print a token that cannot be sent", async () => {
  const findingOf = await examine({ "tunnel-edge:apiToken": `${emulator.token}\n${emulator.token}` });
  expect(findingOf("configuration")).toMatchObject({
    verdict: "problem",
    found: expect.stringContaining("a header cannot carry"),
  });
});

test("compares the clock with the service's responses", async () => {
  const headers = { date: new Date(Date.now() + 3_600_000).toUTCString() };
  const findingOf = await examineWith({ body: { tunnel_sessions: [], next_page_uri: null }, headers });
  expect(findingOf("clock")).toMatchObject({ verdict: "warning" });
  expect(findingOf("clock").found).toMatch(/3(5\d\d|600) s behind/);
});

test("limits the size of a response, and decompresses nothing", async () => {
  const list = (padding: number) => `{"tunnel_sessions": [], "padding": "${"x".repeat(padding)}"}`;
  const compressedBody = gzipSync(list(100_000_000));
  const largeBody = Buffer.from(list(40_000_000));
  const server = createServer(({ url = "" }, response) => {
    const [headers, body] = url.startsWith("/packed")
      ? [{ "content-encoding": "gzip" }, compressedBody]
      : [{}, largeBody];
    response.on("error", () => undefined);
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const bomb = await examine({ "tunnel-edge:baseUrl": `${url}/packed` });
    expect(bomb("base URL").found).toContain("instead of the API's list");
    const flood = await examine({ "tunnel-edge:baseUrl": url });
    expect(flood("base URL").found).toMatch(/returns no usable response \(200\): .* larger than 32 MiB$/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("escapes and truncates headers of a response", async () => {
  const headers = { "x-ratelimit-limit": `100\u009b31m ${emulator.token} ${"9".repeat(500)}` };
  const findingOf = await examineWith({ body: { tunnel_sessions: [], next_page_uri: null }, headers });
  // The control character U+009B becomes a space.
  expect(findingOf("rate limit").found).toMatch(/^the service announces 100Â? 31m \[secret\] 9{30,60}…$/);
});
