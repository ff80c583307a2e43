import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { tlsKeyPair } from "../support/crypto";
import { HostedProvider } from "../support/hosted";
import type { JsonInputs } from "../support/program";
import { leaked } from "../support/spellings";

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

/** A provider with these settings in the place of those of the account; undefined leaves one out. */
const configured = (settings: Readonly<Record<string, string | undefined>> = {}) => {
  const all = {
    "tunnel-edge:baseUrl": emulator.url,
    "tunnel-edge:apiToken": emulator.token,
    ...settings,
  };
  return new HostedProvider(
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
  );
};

/** All errors of a resource are reported at once. */
interface Story {
  readonly about: string;
  readonly class: string;
  readonly inputs: JsonInputs;
  /** Property path and part of the reason. */
  readonly told: Readonly<Record<string, string>>;
}

const stories: readonly Story[] = [
  {
    about: "texts that are one byte too long",
    class: "IpPolicy",
    inputs: { description: "x".repeat(256), metadata: "x".repeat(4_097) },
    told: {
      description: "at most 255 bytes of UTF-8 are allowed, this has 256",
      metadata: "at most 4096 bytes of UTF-8 are allowed, this has 4097",
    },
  },
  {
    about: "characters of two bytes",
    class: "IpPolicy",
    inputs: { description: "é".repeat(128) },
    told: { description: "at most 255 bytes of UTF-8 are allowed, this has 256" },
  },
  {
    about: "a certificate and a policy at once",
    class: "ReservedDomain",
    inputs: {
      domain: "app.example.com",
      certificateId: "cert_1",
      certificateManagementPolicy: { authority: "letsencrypt" },
    },
    told: { certificateId: "certificateManagementPolicy exclude each other" },
  },
  {
    about: "a TLS version for an upstream",
    class: "TlsEdge",
    inputs: { tlsTermination: { terminateAt: "upstream", minVersion: "1.2" } },
    told: { "tlsTermination.minVersion": 'must not be set when terminateAt is "upstream"' },
  },
  {
    about: "unknown values, missing inputs, misspelt names and outputs",
    class: "HttpsEdgeRoute",
    inputs: {
      matchType: "regex",
      ip_restriction: {},
      circuitBreaker: { numBuckets: 129, errorThresholdPercentage: 50, trippedDuraton: 1 },
      oauth: { provider: { githup: {} } },
      createdAt: "2026-01-01T00:00:00Z",
    },
    told: {
      edgeId: "is required",
      match: "is required",
      matchType: 'must be one of "exact_path", "path_prefix"',
      ip_restriction: "did you mean ipRestriction?",
      "circuitBreaker.numBuckets": "must be a whole number from 0 to 128",
      "circuitBreaker.errorThresholdPercentage": "must be a number from 0 to 1",
      "circuitBreaker.trippedDuraton": "did you mean trippedDuration?",
      "oauth.provider.githup": "did you mean github?",
      createdAt: "is an output",
    },
  },
  {
    about: "hostports without a port, with one out of range and with a scheme",
    class: "HttpsEdge",
    inputs: {
      hostports: [
        "app.example.com",
        "app.example.com:70000",
        "https://app.example.com",
        "ok.example.com:443",
      ],
    },
    told: {
      "hostports[0]": "has no port: write hostname:port, such as app.example.com:443",
      "hostports[1]": "must have a port from 1 to 65535",
      "hostports[2]": "must be hostname:port without a scheme",
    },
  },
  {
    about: "a version of TLS in another spelling",
    class: "TlsEdge",
    inputs: { tlsTermination: { minVersion: "TLSv1.2" } },
    told: { "tlsTermination.minVersion": 'must be the number of a TLS version alone: "1.2" or "1.3"' },
  },
  {
    about: "an endpoint without a scheme",
    class: "Endpoint",
    inputs: { url: "app.example.com", trafficPolicy: "{}" },
    told: { url: "must begin with https://, http://, tls:// or tcp://" },
  },
  {
    about: "a CIDR with bits of a host",
    class: "IpPolicyRule",
    inputs: { ipPolicyId: "ipp_1", cidr: "192.0.2.7/24", action: "allow" },
    told: { cidr: "write 192.0.2.0/24, or 192.0.2.7 for that address alone" },
  },
  {
    about: "paths of files in the place of what they hold",
    class: "TlsCertificate",
    inputs: { certificatePem: "./certificate.pem", privateKeyPem: "keys/private.key" },
    told: {
      certificatePem:
        'looks like a path, and has to be what the file holds: read it, as in fs.readFileSync("<path>", "utf8")',
      privateKeyPem: "looks like a path",
    },
  },
  {
    about: "a private key of another certificate",
    class: "TlsCertificate",
    inputs: {
      certificatePem: tlsKeyPair("a.example.com").certificatePem,
      privateKeyPem: tlsKeyPair("b.example.com").privateKeyPem,
    },
    told: { privateKeyPem: "is not the private key of the first certificate in certificatePem" },
  },
];

describe("bad input fails at preview, and nothing is sent", () => {
  test.each(stories)("$about", async ({ class: className, inputs, told }) => {
    const { failures = [] } = await configured().of(className).check({}, inputs);
    expect(emulator.requests()).toEqual([]);
    const reasons = failures.map(({ reason }) => reason);
    const paths = reasons.map((reason) => reason.slice(0, reason.indexOf(": ")));
    expect(paths.sort()).toEqual(Object.keys(told).sort());
    for (const [path, part] of Object.entries(told))
      expect(reasons.find((reason) => reason.startsWith(`${path}: `))).toContain(part);
    const secrets = { key: tlsKeyPair("b.example.com").privateKeyPem.split("\n")[1] ?? "" };
    expect(leaked(JSON.stringify(failures), secrets)).toEqual([]);
  });
});

describe("an account that cannot be reached is one readable error", () => {
  const WRONG_TOKEN = "wrong-token-0123456789";

  test.each([
    [
      "a wrong token",
      { "tunnel-edge:apiToken": WRONG_TOKEN },
      ["the API token was refused (401", "tunnel-edge:apiToken", "TUNNEL_EDGE_API_TOKEN"],
    ],
    [
      "no token",
      { "tunnel-edge:apiToken": undefined },
      ["no API token is set: run `pulumi config set --secret tunnel-edge:apiToken <token>`"],
    ],
    [
      "no base URL",
      { "tunnel-edge:baseUrl": undefined },
      ["no base URL is set: run `pulumi config set tunnel-edge:baseUrl <url>`"],
    ],
    [
      "nobody listens",
      { "tunnel-edge:baseUrl": "http://127.0.0.1:1" },
      ["cannot reach http://127.0.0.1:1 (connection refused): check tunnel-edge:baseUrl"],
    ],
    ["a proxy answers with a page", {}, ["403", "HTML"]],
  ])("%s", async (about, settings, parts) => {
    if (about.startsWith("a proxy")) emulator.faults({ on: "POST /ip_policies", kind: "html", status: 403 });
    const error = await configured(settings)
      .create("IpPolicy", {})
      .then(
        () => undefined,
        (failure: unknown) => failure as Error,
      );
    emulator.faults({ clear: true });
    const message = error?.message ?? "";
    for (const part of parts) expect(message).toContain(part);
    expect(message).not.toContain("<html");
    // No stack trace: the message is for people who have not written this code.
    expect(message).not.toMatch(/^ +at /m);
    expect(leaked(message, { wrong: WRONG_TOKEN, right: emulator.token })).toEqual([]);
  });
});
