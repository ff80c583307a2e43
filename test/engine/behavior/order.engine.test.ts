import { afterEach, beforeEach, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { edgeModule } from "../../support/provider-under-test";

/** Objects that depend on each other only through plain strings: the engine doesn't know their order. */
let account: TestAccount;

beforeEach(async () => {
  account = await openAccount({ reference: false });
});

afterEach(() => account?.close());

const write = (body: string) =>
  account.workspace.writeProgram({
    "index.js": `const edge = require("${edgeModule}");\n${body}`,
  });

/** Delays a request until the engine has started the others, even on a busy machine. */
const SLOW_MS = 3_000;

const objectPaths = (...collections: string[]) =>
  collections.flatMap((path) => account.emulator.objects(path).map(({ id }) => `${path}/${id}`));

const rejectedWrites = ({ writes }: Run) =>
  writes.filter(({ status }) => status === 400).map(({ method, path }) => `${method} ${path.split("/")[1]}`);

const DOMAIN = 'new edge.ReservedDomain("domain", { domain: "app.example.com" });';
const WILDCARD = 'new edge.ReservedDomain("wildcard", { domain: "*.apps.example.com" });';
const EDGE = 'new edge.TlsEdge("edge", { hostports: ["App.example.com:443"] });';
const HTTPS = 'new edge.HttpsEdge("https", { hostports: ["one.apps.example.com:443"] });';
const ENDPOINT = 'new edge.Endpoint("endpoint", { url: "https://app.example.com", trafficPolicy: "{}" });';

test("one up creates and deletes domains with edges and endpoints that refer to them in text", async () => {
  write('new edge.TlsEdge("edge", { hostports: [] });');
  await account.up();
  write([EDGE, HTTPS, DOMAIN, WILDCARD, ENDPOINT].join("\n"));
  account.emulator.faults({ on: "POST /reserved_domains", latencyMs: SLOW_MS });
  expect(rejectedWrites(await account.up())).toEqual(expect.arrayContaining(["PATCH edges", "POST edges"]));
  await account.expectSettled();

  account.emulator.faults([{ on: "DELETE /edges/*", latencyMs: SLOW_MS }]);
  write("");
  expect(rejectedWrites(await account.up())).toContain("DELETE reserved_domains");
  expect(objectPaths("/reserved_domains", "/edges/tls", "/edges/https", "/endpoints")).toEqual([]);
});
