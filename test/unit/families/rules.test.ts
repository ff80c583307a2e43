import { describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { apiKey } from "../../../provider/families/api-key";
import { endpoint } from "../../../provider/families/endpoint";
import { httpsEdgeRoute } from "../../../provider/families/https-edge-route";
import { sshCertificateAuthority } from "../../../provider/families/ssh-certificate-authority";
import { sshCredential } from "../../../provider/families/ssh-credential";
import { sshHostCertificate } from "../../../provider/families/ssh-host-certificate";
import { sshUserCertificate } from "../../../provider/families/ssh-user-certificate";
import { tlsCertificate } from "../../../provider/families/tls-certificate";
import { classesOf, type Field, type Shape, shapeOf } from "../../../provider/family/field";
import type { ResourceFamily } from "../../../provider/family/resource";
import { checkInputs } from "../../../provider/lifecycle/plan/check";
import { compareWithProgram } from "../../../provider/lifecycle/plan/diff";
import { sshPublicKey } from "../../support/crypto";

const rejectedPaths = (family: ResourceFamily, inputs: Record<string, unknown>) =>
  checkInputs(family.inputs, {}, inputs, { rules: family.rules ?? [] }).failures.map(({ path }) => path);

const rejectedRoutePaths = (modules: Record<string, unknown>) =>
  rejectedPaths(httpsEdgeRoute, { edgeId: "edge_1", matchType: "path_prefix", match: "/", ...modules });

describe("OAuth", () => {
  const oauth = (provider: unknown) => rejectedRoutePaths({ oauth: { provider } });

  test("only GitHub has teams and organizations", () => {
    expect(oauth({ gitlab: { teams: ["a/b"] } })).toEqual(["oauth.provider.gitlab.teams"]);
    expect(oauth({ github: { teams: ["a/b"], organizations: ["a"] } })).toEqual([]);
  });
});

describe("SSH certificate authorities", () => {
  test.each([
    ["nistp256", "p256", []],
    ["p384", "nistp384", []],
    ["nistp256", "p384", ["ellipticCurve"]],
  ])("changing the curve %s to %s replaces the object only if they differ", (before, after, changed) => {
    const withCurve = (ellipticCurve: string) => ({ privateKeyType: "ecdsa", ellipticCurve });
    const comparison = { id: "sshca_1", state: withCurve(before), inputs: withCurve(after), now: 0 };
    expect(compareWithProgram(sshCertificateAuthority, comparison).replaces).toEqual(changed);
  });
});

describe("SSH credentials", () => {
  const key = sshPublicKey("rules");
  const blob = (type: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, type.length]), Buffer.from(type), Buffer.alloc(40)]).toString(
      "base64",
    );

  test.each([
    key,
    `  ${key}\n`,
    `sk-ssh-ed25519@openssh.com ${blob("sk-ssh-ed25519@openssh.com")} yubikey`,
    `ssh-dss ${blob("ssh-dss")}`,
  ])("accept %j", (publicKey) => {
    expect(rejectedPaths(sshCredential, { publicKey })).toEqual([]);
  });

  test.each([
    "",
    "~/.ssh/id_ed25519.pub",
    "ssh-ed25519 AAAA",
    `ssh-rsa ${blob("ssh-ed25519")}`,
    `ssh-ed25519 ${blob("ssh-ed25519")}`,
    key.replace(/.{8}$/, ""),
    `ssh-dss ${blob("ssh-dss").slice(0, 16)}`,
    `no-pty,permitopen="a b:1" ${key}`,
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----",
  ])("reject %j, which is not a public key", (publicKey) => {
    expect(rejectedPaths(sshCredential, { publicKey })).toEqual(["publicKey"]);
  });
});

describe("SSH certificates", () => {
  const required = { sshCertificateAuthorityId: "sshca_1", publicKey: sshPublicKey("rules") };

  test("allow two critical options for users, and neither options nor extensions for hosts", () => {
    const withOption = (name: string) =>
      rejectedPaths(sshUserCertificate, { ...required, criticalOptions: { [name]: "" } });
    expect([withOption("force-command"), withOption("no-pty")]).toEqual([[], ["criticalOptions"]]);
    const host = { ...required, criticalOptions: {}, extensions: {} };
    expect(rejectedPaths(sshHostCertificate, host)).toHaveLength(2);
  });

  test("are due renewBefore hours before they expire", () => {
    const expiring = { validUntil: "2030-01-02T00:00:00Z" };
    const due = (renewBefore: unknown, now: string) =>
      sshUserCertificate.renewWhen?.due(expiring, { renewBefore }, Date.parse(now));
    expect(due(2, "2030-01-01T21:59:59Z")).toBe(false);
    expect(due(2, "2030-01-01T22:00:00Z")).toBe(true);
    expect(due(undefined, "2031-01-01T00:00:00Z")).toBe(false);
  });
});

test("TLS certificates only warn about renewal, and certificates issued by the service can't be managed", () => {
  expect(tlsCertificate.renewWhen?.warning).toBeDefined();
  expect(tlsCertificate.manages?.({ issuedAt: null })).toBe(true);
  expect(tlsCertificate.manages?.({ issuedAt: "2030-01-01T00:00:00Z" })).toBe(false);
});

test("required strings must not be empty", () => {
  const bot = resources.find(({ name }) => name === "BotUser") as ResourceFamily;
  expect(rejectedPaths(bot, { name: "" })).toEqual(["name"]);
  expect(rejectedPaths(httpsEdgeRoute, { edgeId: "edge_1", matchType: "path_prefix", match: "" })).toEqual([
    "match",
  ]);
});

test("only cloud endpoints can be declared and managed", () => {
  const inputs = { url: "https://a.example.com", trafficPolicy: "{}" };
  expect(rejectedPaths(endpoint, { ...inputs, type: "ephemeral" })).toEqual(["type"]);
  expect(endpoint.manages?.({ type: "edge" })).toBe(false);
  expect(endpoint.manages?.({ type: "cloud" })).toBe(true);
});

test("the key that the provider itself uses can't be deleted", async () => {
  const account = { isOwnToken: async (token: string) => token === "in-use" };
  expect(await apiKey.preventDelete?.({ token: "in-use" }, account)).toMatch(/authenticates with this key/);
  expect(await apiKey.preventDelete?.({ token: "in-use" }, account)).not.toContain("in-use");
  expect(await apiKey.preventDelete?.({ token: "other" }, account)).toBeUndefined();
  expect(await apiKey.preventDelete?.({ token: null }, account)).toBeUndefined();
});

describe("definitions", () => {
  const names = new Set(resources.map(({ name }) => name));
  const everyField = (shape: Shape, path: string): [string, Field][] =>
    Object.entries(shape).flatMap(([key, field]) => [
      [`${path}.${key}`, field] as [string, Field],
      ...everyField(shapeOf(field) ?? {}, `${path}.${key}`),
    ]);
  const fields = resources.flatMap(({ name, inputs }) => everyField(inputs, name));

  test("ids refer to classes that exist", () => {
    for (const [path, field] of fields) {
      for (const target of classesOf(field) ?? []) expect([path, names.has(target)]).toEqual([path, true]);
    }
  });
});
