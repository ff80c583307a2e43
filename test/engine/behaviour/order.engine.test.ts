import { afterEach, beforeEach, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { edgeModule } from "../../support/faces";

/** Objects that depend on each other only through plain strings, so that the engine knows no order. */
let account: TestAccount;

beforeEach(async () => {
  account = await openAccount({ reference: false });
});

afterEach(() => account?.close());

const write = (body: string) =>
  account.workspace.writeProgram({
    "index.js": `const edge = require("${edgeModule}");\n${body}`,
  });

/** Delays a request until the engine has begun with the others, also on a busy machine. */
const SLOW_MS = 3_000;

const messages = ({ diagnostics, stdout }: Run) =>
  [...diagnostics.map(({ message }) => message), stdout].join("\n");

/** The account's objects in the collections. */
const held = (...collections: string[]) =>
  collections.flatMap((path) => account.emulator.objects(path).map(({ id }) => `${path}/${id}`));

const refused = ({ writes }: Run) =>
  writes.filter(({ status }) => status === 400).map(({ method, path }) => `${method} ${path.split("/")[1]}`);

const DOMAIN = 'new edge.ReservedDomain("domain", { domain: "app.example.com" });';
const WILDCARD = 'new edge.ReservedDomain("wildcard", { domain: "*.apps.example.com" });';
const EDGE = 'new edge.TlsEdge("edge", { hostports: ["App.example.com:443"] });';
const HTTPS = 'new edge.HttpsEdge("https", { hostports: ["one.apps.example.com:443"] });';
const ENDPOINT = 'new edge.Endpoint("endpoint", { url: "https://app.example.com", trafficPolicy: "{}" });';

test("a hostport and a URL in text are created, added to an edge that exists, and removed with their domain, in one up", async () => {
  write('new edge.TlsEdge("edge", { hostports: [] });');
  await account.up();
  write([EDGE, HTTPS, DOMAIN, WILDCARD, ENDPOINT].join("\n"));
  account.emulator.faults({ on: "POST /reserved_domains", latencyMs: SLOW_MS });
  expect(refused(await account.up())).toEqual(expect.arrayContaining(["PATCH edges", "POST edges"]));
  await account.expectSettled();

  account.emulator.faults([{ on: "DELETE /edges/*", latencyMs: SLOW_MS }]);
  write("");
  expect(refused(await account.up())).toContain("DELETE reserved_domains");
  expect(held("/reserved_domains", "/edges/tls", "/edges/https", "/endpoints")).toEqual([]);
});

test("ids in text: a backend goes after the one that shares its traffic out, an authority after its certificate", async () => {
  const { authority, backend } = await identified();
  const users = `
    new edge.WeightedBackend("shares", { backends: { "${backend}": 1 } });
    new edge.SshUserCertificate("certificate", { sshCertificateAuthorityId: "${authority}", publicKey: "${KEY}" });
  `;
  write(NEEDED + users);
  await account.up();
  account.emulator.faults([{ on: "DELETE /backends/weighted/*", latencyMs: SLOW_MS }]);
  account.emulator.faults({ on: "DELETE /ssh_user_certificates/*", latencyMs: SLOW_MS });
  const destroyed = await account.run((workspace) => workspace.destroy());
  expect(new Set(refused(destroyed))).toEqual(
    new Set(["DELETE backends", "DELETE ssh_certificate_authorities"]),
  );
  const all = [
    "/backends/weighted",
    "/backends/tunnel_group",
    "/ssh_certificate_authorities",
    "/ssh_user_certificates",
  ];
  expect(held(...all)).toEqual([]);
});

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB9u7ueFHFZd2PpWmJSMoAvdCGYqRpGWhZEUaPLRcvGf";
const NEEDED = `
  new edge.TunnelGroupBackend("backend", { labels: { app: "web" } });
  new edge.SshCertificateAuthority("authority", {});
`;

async function identified() {
  write(NEEDED);
  await account.up();
  return { authority: account.idOf("authority"), backend: account.idOf("backend") };
}

test("a deletion that cannot wait names the users and what to do, and that works", async () => {
  // The engine deletes dependents first: the domain before the edge, whose dependency it does not know.
  write(`
    const first = new edge.IpPolicy("first", {});
    new edge.ReservedDomain("domain", { domain: "app.example.com", metadata: first.id });
    ${EDGE}
  `);
  await account.up();
  const failed = await account.attempt((workspace) => workspace.destroy());
  expect(failed.code).not.toBe(0);
  expect(messages(failed)).toContain(`used by TlsEdge ${account.idOf("edge")} (hostports)`);
  expect(messages(failed)).toContain("--continue-on-error");
  expect(held("/reserved_domains", "/edges/tls")).toHaveLength(2);

  const second = await account.attempt((workspace) => workspace.destroy({ args: ["--continue-on-error"] }));
  expect(second.code).not.toBe(0);
  expect(held("/reserved_domains", "/edges/tls")).toHaveLength(1);
  await account.run((workspace) => workspace.destroy());
  expect(held("/reserved_domains", "/edges/tls", "/ip_policies")).toEqual([]);
});
