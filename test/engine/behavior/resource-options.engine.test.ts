import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";
import { authorityPem, sshPublicKey, tlsKeyPair } from "../../support/crypto";
import { edgeModule } from "../../support/provider-under-test";
import { RESERVED_NAMES } from "../../support/reserved-names";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: RESERVED_NAMES });
});

afterAll(() => account?.close());

const write = (body: string) =>
  account.workspace.writeProgram({
    "index.js": `const pulumi = require("@pulumi/pulumi");\nconst edge = require("${edgeModule}");\n${body}`,
  });
const policies = () => account.emulator.objects("/ip_policies");
const idOf = (description: string) => policies().find((policy) => policy.description === description)?.id;

test("aliases, ignoreChanges, and replaceOnChanges work together in one up", async () => {
  write(`
    new edge.IpPolicy("ignored", { description: "ignored" }, { ignoreChanges: ["description"] });
    new edge.IpPolicy("replaced", { description: "replaced" }, { replaceOnChanges: ["description"] });
    new edge.IpPolicy("old", { description: "renamed" });
  `);
  await account.up();
  expect((await account.up()).calls).toEqual([]);
  const before = idOf("replaced");
  write(`
    new edge.IpPolicy("ignored", { description: "another" }, { ignoreChanges: ["description"] });
    new edge.IpPolicy("replaced", { description: "replacement" }, { replaceOnChanges: ["description"] });
    new edge.IpPolicy("new", { description: "renamed" }, { aliases: [{ name: "old" }] });
  `);
  const run = await account.up();
  expect(run.writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /ip_policies",
    `DELETE /ip_policies/${before}`,
  ]);
  expect(
    policies()
      .map(({ description }) => description)
      .sort(),
  ).toEqual(["ignored", "renamed", "replacement"]);
});

test("ignoreChanges of all properties keeps the objects and their derived outputs unchanged", async () => {
  const { certificatePem, privateKeyPem } = tlsKeyPair("all.example.com");
  const program = (description: string) => `
    const all = { ignoreChanges: ["*"] };
    const description = ${JSON.stringify(description)};
    new edge.TlsCertificate("tls", { description, ...${JSON.stringify({ certificatePem, privateKeyPem })} }, all);
    new edge.CertificateAuthority("ca", { description, caPem: ${JSON.stringify(authorityPem("ca.example.com"))} }, all);
    new edge.Endpoint("endpoint", { description, url: "https://all.example.com", trafficPolicy: "on_http_request: []" }, all);
    const ssh = new edge.SshCertificateAuthority("ssh", { description, privateKeyType: "ecdsa" }, all);
    const publicKey = ${JSON.stringify(sshPublicKey("all"))};
    new edge.SshUserCertificate("user", { description, publicKey, sshCertificateAuthorityId: ssh.id }, all);
    new edge.SshHostCertificate("host", { description, publicKey, sshCertificateAuthorityId: ssh.id }, all);
    new edge.TlsEdge("edge", { description, mutualTls: { enabled: false } }, all);
  `;
  write(program("first"));
  await account.up();
  expect((await account.up()).calls).toEqual([]);
  write(program("second"));
  expect((await account.up()).calls).toEqual([]);
  await account.expectSettled();
});

test("replaceOnChanges deletes first if the natural key stays", async () => {
  const program = (note: string) => `
    const options = { replaceOnChanges: ["description", "metadata"] };
    new edge.ReservedDomain("domain", { domain: "app.example.com", description: "${note}" }, options);
    const edges = new edge.HttpsEdge("edge", { hostports: ["edge.example.com:443"] });
    new edge.HttpsEdgeRoute("route", { edgeId: edges.id, matchType: "path_prefix", match: "/", metadata: "${note}" }, options);
    new edge.TlsEdge("tls", { hostports: ["tls.example.com:443"], description: "${note}" }, options);
    new edge.Endpoint("cloud", { url: "https://cloud.example.com", trafficPolicy: "on_http_request: []", description: "${note}" }, options);
  `;
  write(program("before"));
  await account.up();
  write(program("after"));
  const { writes } = await account.up();
  for (const kind of ["/reserved_domains", "/routes", "/edges/tls", "/endpoints"]) {
    const calls = writes.filter(({ path }) => path.includes(kind)).map(({ method }) => method);
    expect([kind, calls]).toEqual([kind, ["DELETE", "POST"]]);
  }
  await account.expectSettled();
});

test("an update hides a value that becomes a secret, without a replacement, even with replaceOnChanges", async () => {
  const url = "https://canary-later.example.com";
  const program = (hidden: string) => `
    const hidden = ${hidden};
    const trafficPolicy = { on_http_request: [{ actions: [{ type: "deny" }] }] };
    new edge.Endpoint("made", { url: hidden("${url}"), trafficPolicy }, { replaceOnChanges: ["*"] });
    new edge.TunnelGroupBackend("below", { labels: { a: hidden("canary-later") } });
  `;
  write(program("(value) => value"));
  await account.up();
  write(program("pulumi.secret"));
  const { changes, writes } = await account.up();
  expect(changes.filter((change) => /made|below/.test(change)).sort()).toEqual([
    "update below",
    "update made",
  ]);
  expect(writes).toEqual([]);
  expect(account.workspace.exportStack().text).not.toContain("canary-later");
  await account.expectSettled();
});
