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
import { tlsEdge } from "../../../provider/families/tls-edge";
import { weightedBackend } from "../../../provider/families/weighted-backend";
import { classesOf, type Field, isSecret, type Shape, shapeOf } from "../../../provider/family/field";
import type { ResourceFamily } from "../../../provider/family/resource";
import { checkInputs } from "../../../provider/lifecycle/plan/check";
import { difference } from "../../../provider/lifecycle/plan/diff";
import { sshPublicKey } from "../../support/crypto";

/** Paths of what is refused. */
const refused = (family: ResourceFamily, inputs: Record<string, unknown>) =>
  checkInputs(family.inputs, {}, inputs, { rules: family.rules ?? [] }).failures.map(({ path }) => path);

const route = (modules: Record<string, unknown>) =>
  refused(httpsEdgeRoute, { edgeId: "edge_1", matchType: "path_prefix", match: "/", ...modules });

describe("TLS termination", () => {
  test("upstream takes neither a version nor mutual TLS", () => {
    const upstream = { terminateAt: "upstream" };
    expect(refused(tlsEdge, { tlsTermination: { ...upstream, minVersion: "1.2" } })).toEqual([
      "tlsTermination.minVersion",
    ]);
    expect(refused(tlsEdge, { tlsTermination: upstream, mutualTls: {} })).toEqual(["mutualTls"]);
    expect(refused(tlsEdge, { tlsTermination: upstream, mutualTls: { enabled: false } })).toEqual([]);
    expect(
      refused(tlsEdge, {
        tlsTermination: upstream,
        backend: {},
        ipRestriction: { ipPolicyIds: ["ipp_1"] },
        trafficPolicy: { value: "{}" },
      }),
    ).toEqual([]);
  });

  test("the edge takes both", () => {
    expect(refused(tlsEdge, { tlsTermination: { minVersion: "1.3" }, mutualTls: {} })).toEqual([]);
  });
});

describe("OAuth", () => {
  const oauth = (provider: unknown) => route({ oauth: { provider } });

  test("exactly one identity provider", () => {
    expect(oauth({})).toEqual(["oauth.provider.github"]);
    expect(oauth({ github: {}, google: {} })).toEqual(["oauth.provider.github"]);
    expect(oauth({ github: {} })).toEqual([]);
    expect(oauth({ github: null, google: {} })).toEqual([]);
    expect(route({ oauth: {} })).toEqual(["oauth.provider"]);
  });

  test("a client id needs its secret, scopes need both", () => {
    expect(oauth({ google: { clientId: "id" } })).toEqual(["oauth.provider.google.clientSecret"]);
    expect(oauth({ google: { scopes: ["email"] } })).toEqual(["oauth.provider.google.scopes"]);
    expect(oauth({ google: { scopes: [] } })).toEqual([]);
    expect(oauth({ google: { clientId: "id", clientSecret: "s", scopes: ["email"] } })).toEqual([]);
  });

  test("teams and organizations are GitHub's alone", () => {
    expect(oauth({ gitlab: { teams: ["a/b"] } })).toEqual(["oauth.provider.gitlab.teams"]);
    expect(oauth({ github: { teams: ["a/b"], organizations: ["a"] } })).toEqual([]);
  });
});

describe("other modules of a route", () => {
  test("webhooks need a secret, except those of AWS SNS", () => {
    expect(route({ webhookVerification: { provider: "github" } })).toEqual(["webhookVerification.secret"]);
    expect(route({ webhookVerification: { provider: "sns" } })).toEqual([]);
    expect(route({ webhookVerification: { provider: "aws_sns" } })).toEqual([]);
  });

  test("numbers keep their ranges", () => {
    expect(route({ circuitBreaker: { numBuckets: 129 } })).toEqual(["circuitBreaker.numBuckets"]);
    expect(route({ circuitBreaker: { numBuckets: 128, errorThresholdPercentage: 0.5 } })).toEqual([]);
    expect(route({ circuitBreaker: { errorThresholdPercentage: 50 } })).toHaveLength(1);
    expect(route({ saml: { inactivityTimeout: 4294967296 } })).toEqual(["saml.inactivityTimeout"]);
    expect(route({ saml: { inactivityTimeout: 1.5 } })).toEqual(["saml.inactivityTimeout"]);
  });
});

test("weights are whole numbers from 0 to 10000", () => {
  expect(refused(weightedBackend, { backends: { a: 0, b: 10_000 } })).toEqual([]);
  expect(refused(weightedBackend, { backends: { a: 10_001 } })).toHaveLength(1);
  expect(refused(weightedBackend, { backends: { a: 0.5 } })).toHaveLength(1);
});

describe("SSH certificate authorities", () => {
  const authority = (inputs: Record<string, unknown>) => refused(sshCertificateAuthority, inputs);

  test("have no size and no curve that the service surely refuses", () => {
    expect(authority({ privateKeyType: "rsa", keySize: 3072 })).toEqual(["keySize"]);
    expect(authority({ privateKeyType: "ed25519", keySize: 4096 })).toEqual(["keySize"]);
    expect(authority({ privateKeyType: "rsa", ellipticCurve: "p256" })).toEqual(["ellipticCurve"]);
  });

  test("have a size or a curve that the service has", () => {
    expect(authority({ privateKeyType: "rsa", keySize: 2048 })).toEqual([]);
    expect(authority({ keySize: 4096 })).toEqual([]);
    expect(authority({ ellipticCurve: "p521" })).toEqual([]);
    expect(authority({ privateKeyType: "ecdsa", ellipticCurve: "secp256k1" })).toEqual(["ellipticCurve"]);
  });

  test.each([
    ["nistp256", "p256", []],
    ["p384", "nistp384", []],
    ["nistp256", "p384", ["ellipticCurve"]],
  ])("the curve %s is replaced by %s only if it is another one", (one, other, changed) => {
    const of = (ellipticCurve: string) => ({ privateKeyType: "ecdsa", ellipticCurve });
    const comparison = { id: "sshca_1", state: of(one), inputs: of(other), now: 0 };
    expect(difference(sshCertificateAuthority, comparison).replaces).toEqual(changed);
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
    `no-pty,permitopen="a b:1" ${key}`,
    `sk-ssh-ed25519@openssh.com ${blob("sk-ssh-ed25519@openssh.com")} yubikey`,
    `ssh-dss ${blob("ssh-dss")}`,
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n",
  ])("leave it to the service whether it takes the key %j", (publicKey) => {
    expect(refused(sshCredential, { publicKey })).toEqual([]);
  });

  test.each([
    "",
    "~/.ssh/id_ed25519.pub",
    "ssh-ed25519 AAAA",
    `ssh-rsa ${blob("ssh-ed25519")}`,
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----",
  ])("refuse %j, which is not a public key", (publicKey) => {
    expect(refused(sshCredential, { publicKey })).toEqual(["publicKey"]);
  });
});

describe("SSH certificates", () => {
  const given = { sshCertificateAuthorityId: "sshca_1", publicKey: sshPublicKey("rules") };

  test("two critical options are defined", () => {
    expect(refused(sshUserCertificate, { ...given, criticalOptions: { "force-command": "date" } })).toEqual(
      [],
    );
    expect(refused(sshUserCertificate, { ...given, criticalOptions: { "no-pty": "" } })).toEqual([
      "criticalOptions",
    ]);
  });

  test("host certificates have neither critical options nor extensions", () => {
    expect(refused(sshHostCertificate, { ...given, criticalOptions: {}, extensions: {} })).toHaveLength(2);
  });

  test("the end comes after the start", () => {
    const validAfter = "2030-01-01T00:00:00+01:00";
    expect(refused(sshHostCertificate, { ...given, validAfter, validUntil: "2029-12-31T23:00:00Z" })).toEqual(
      ["validUntil"],
    );
    expect(refused(sshHostCertificate, { ...given, validAfter, validUntil: "2029-12-31T23:00:01Z" })).toEqual(
      [],
    );
  });

  test("renewal is due from renewBefore hours before the end", () => {
    const due = (renewBefore: unknown, now: string) =>
      sshUserCertificate.renewWhen?.due(
        { validUntil: "2030-01-02T00:00:00Z" },
        { renewBefore },
        Date.parse(now),
      );
    expect(due(2, "2030-01-01T21:59:59Z")).toBe(false);
    expect(due(2, "2030-01-01T22:00:00Z")).toBe(true);
    expect(due(undefined, "2031-01-01T00:00:00Z")).toBe(false);
  });
});

test("a TLS certificate that runs out is warned of, and one of the service's own cannot be managed", () => {
  expect(tlsCertificate.renewWhen?.warning).toBeDefined();
  expect(tlsCertificate.manages?.({ issuedAt: null })).toBe(true);
  expect(tlsCertificate.manages?.({ issuedAt: "2030-01-01T00:00:00Z" })).toBe(false);
});

test("what has to be given must not be empty", () => {
  const bot = resources.find(({ name }) => name === "BotUser") as ResourceFamily;
  expect(refused(bot, { name: "" })).toEqual(["name"]);
  expect(refused(httpsEdgeRoute, { edgeId: "edge_1", matchType: "path_prefix", match: "" })).toEqual([
    "match",
  ]);
});

test("only cloud endpoints can be declared and managed", () => {
  const given = { url: "https://a.example.com", trafficPolicy: "{}" };
  expect(refused(endpoint, { ...given, type: "ephemeral" })).toEqual(["type"]);
  expect(endpoint.manages?.({ type: "edge" })).toBe(false);
  expect(endpoint.manages?.({ type: "cloud" })).toBe(true);
});

test("the key that the provider itself uses is kept", async () => {
  const account = { isTokenInUse: async (token: string) => token === "in-use" };
  expect(await apiKey.preventDelete?.({ token: "in-use" }, account)).toMatch(/authenticates with this key/);
  expect(await apiKey.preventDelete?.({ token: "in-use" }, account)).not.toContain("in-use");
  expect(await apiKey.preventDelete?.({ token: "other" }, account)).toBeUndefined();
  expect(await apiKey.preventDelete?.({ token: null }, account)).toBeUndefined();
});

describe("what definitions say", () => {
  const names = new Set(resources.map(({ name }) => name));
  const everyField = (shape: Shape, path: string): [string, Field][] =>
    Object.entries(shape).flatMap(([key, schema]) => [
      [`${path}.${key}`, schema] as [string, Field],
      ...everyField(shapeOf(schema) ?? {}, `${path}.${key}`),
    ]);
  const fields = resources.flatMap(({ name, inputs }) => everyField(inputs, name));

  test("ids refer to classes that exist", () => {
    for (const [path, schema] of fields) {
      for (const target of classesOf(schema) ?? []) expect([path, names.has(target)]).toEqual([path, true]);
    }
  });

  test("secrets are marked", () => {
    // The agreement test compares all of them with the transcription.
    const secret = fields.filter(([, schema]) => isSecret(schema)).map(([path]) => path);
    expect(secret).toContain("TlsCertificate.privateKeyPem");
    expect(secret).toContain("HttpsEdgeRoute.webhookVerification.secret");
    expect(secret).toContain("HttpsEdgeRoute.oidc.clientSecret");
    expect(secret).toContain("EventDestination.target.datadog.apiKey");
  });
});
