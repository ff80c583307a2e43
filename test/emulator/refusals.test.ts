import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../../emulator/index";
import { type Client, clientOf } from "./support/client";
import { type Known, leastOf, makeKnown } from "./support/known";

/** What the API reference says of parameters that are refused. What the service does beyond it is tested with the service. */

let api: Client;
let known: Known;

beforeAll(async () => {
  api = clientOf(await startEmulator({ reference: true }));
  known = await makeKnown(api);
});

afterAll(() => api.close());

const at = (path: string) => path.replace("EDGE", known.edge);

type Body = object | (() => object);

/** What each collection refuses: what a body that is right otherwise has, and a piece of the message. */
const refused: Readonly<Record<string, readonly [title: string, body: Body, message: RegExp][]>> = {
  "/bot_users": [
    ["a bot without a name", { name: undefined }, /name is required/],
    ["a bot with an empty name", { name: "" }, /name is required/],
    ["active that is not a boolean", { active: "yes" }, /active must be true or/],
  ],
  "/api_keys": [["an owner nobody knows", { owner_id: "usr_x" }, /owner_id names no user or bot/]],
  "/ip_restrictions": [
    ["a restriction without type", { type: undefined }, /type is required/],
    ["a restriction without policies", { ip_policy_ids: undefined }, /ip_policy_ids is required/],
    ["a type that is not in the list", { type: "web" }, /dashboard, api, agent, endpoints/],
    ["a policy nobody knows", { ip_policy_ids: ["ipp_x"] }, /ipp_x, which is not in/],
  ],
  "/reserved_domains": [
    ["a domain that is none", { domain: "not a host" }, /must be a hostname/],
    ["a domain without a name", { domain: undefined }, /domain is required/],
    ["a region that is none", { region: "xx" }, /au, eu, ap/],
    [
      "certificate and policy together",
      () => ({
        certificate_id: known.certificate,
        certificate_management_policy: { authority: "letsencrypt" },
      }),
      /mutually exclusive/,
    ],
    [
      "an authority that is not supported",
      { certificate_management_policy: { authority: "zerossl" } },
      /letsencrypt/,
    ],
    [
      "a key type that is not supported",
      { certificate_management_policy: { private_key_type: "ed25519" } },
      /rsa, ecdsa/,
    ],
  ],
  "/reserved_addrs": [["an address in no region", { region: "mars" }, /au, eu, ap, us, jp, in, sa/]],
  "/tls_certificates": [
    ["a certificate without its key", { private_key_pem: undefined }, /private_key_pem is required/],
    [
      "a key of another certificate",
      () => ({ private_key_pem: known.other.key }),
      /does not belong to the first certificate/,
    ],
    [
      "a chain whose leaf is not first",
      () => ({
        certificate_pem: `${known.other.certificate}\n${known.issued.certificate}`,
      }),
      /leaf must come first/,
    ],
    ["a certificate that is none", { certificate_pem: "hello" }, /at least one PEM block/],
  ],
  "/certificate_authorities": [
    [
      "a damaged certificate",
      { ca_pem: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" },
      /cannot be read/,
    ],
    ["an authority without PEM", { ca_pem: undefined }, /ca_pem is required/],
  ],
  "/backends/weighted": [
    ["a weight above 10000", () => ({ backends: { [known.group]: 10_001 } }), /0 to 10000/],
    ["a weight below 0", () => ({ backends: { [known.group]: -1 } }), /0 to 10000/],
    ["a weight that is not whole", () => ({ backends: { [known.group]: 1.5 } }), /whole/],
    ["a child nobody knows", { backends: { bkd_x: 1 } }, /bkd_x/],
  ],
  "/backends/failover": [["a failover child nobody knows", { backends: ["bkd_x"] }, /bkd_x/]],
  "/backends/tunnel_group": [
    ["labels that are no texts", { labels: { app: 1 } }, /labels.app must be a text/],
  ],
  "/endpoints": [
    ["an endpoint that is not cloud", { type: "edge" }, /type must be one of: cloud/],
    ["an endpoint without a URL", { url: undefined }, /url is required/],
    ["an endpoint without a policy", { traffic_policy: undefined }, /traffic_policy is required/],
    ["an endpoint of an unknown scheme", { url: "ftp://x.example.com" }, /http, https, tcp or tls/],
  ],
  "/edges/tls": [
    ["a hostport without port", { hostports: ["a.example.com"] }, /hostname:port/],
    [
      "min_version with upstream",
      { tls_termination: { terminate_at: "upstream", min_version: "1.2" } },
      /no min_version/,
    ],
    [
      "mutual TLS with upstream",
      () => ({
        tls_termination: { terminate_at: "upstream" },
        mutual_tls: { certificate_authority_ids: [known.ca] },
      }),
      /mutual_tls is not allowed/,
    ],
    ["a place to terminate that is none", { tls_termination: { terminate_at: "here" } }, /edge, upstream/],
    ["a backend nobody knows", { backend: { backend_id: "bkd_x" } }, /backend.backend_id/],
    ["a module that is not an object", { backend: "bkd_x" }, /backend must be an object/],
  ],
  "/edges/https/EDGE/routes": [
    ["a route without match", { match: undefined }, /match is required/],
    ["a match type that is none", { match_type: "regex" }, /exact_path, path_prefix/],
    ["a route with more than 128 buckets", { circuit_breaker: { num_buckets: 129 } }, /0 to 128/],
    ["a route with a duration below 0", { circuit_breaker: { tripped_duration: -1 } }, /0 to 4294967295/],
    [
      "a route with a duration that is not whole",
      { circuit_breaker: { rolling_window: 1.5 } },
      /whole number/,
    ],
    [
      "a route with a uint32 that is too large",
      { circuit_breaker: { volume_threshold: 4_294_967_296 } },
      /4294967295/,
    ],
    [
      "a route with a percentage above 1",
      { circuit_breaker: { error_threshold_percentage: 50 } },
      /from 0 to 1/,
    ],
    [
      "a route with a webhook without secret",
      { webhook_verification: { provider: "github" } },
      /must have a secret/,
    ],
    [
      "a route with a webhook without provider",
      { webhook_verification: { secret: "s" } },
      /provider is required/,
    ],
    ["a route with OAuth without provider", { oauth: {} }, /oauth.provider is required/],
    [
      "a route with OAuth with two providers",
      { oauth: { provider: { github: {}, google: {} } } },
      /exactly one of/,
    ],
    ["a route with OAuth with an unknown provider", { oauth: { provider: { okta: {} } } }, /exactly one of/],
    [
      "a route with client_id without client_secret",
      { oauth: { provider: { github: { client_id: "id" } } } },
      /must have a client_secret/,
    ],
    [
      "a route with scopes without client_id and client_secret",
      { oauth: { provider: { google: { scopes: ["openid"] } } } },
      /scopes only beside/,
    ],
    [
      "a route with headers that are no texts",
      { request_headers: { add: { "x-a": 1 } } },
      /request_headers.add.x-a/,
    ],
  ],
  "/ip_policy_rules": [
    ["a rule for an unknown policy", { ip_policy_id: "ipp_x" }, /ipp_x/],
    ["a rule with a bad range", { cidr: "1.2.3.4/33" }, /address range/],
    ["a rule with a zone", { cidr: "fe80::1%eth0/64" }, /address range/],
    ["a rule with a bad action", { action: "drop" }, /allow, deny/],
  ],
  "/ssh_user_certificates": [
    ["an SSH certificate of no authority", { ssh_certificate_authority_id: "sshca_x" }, /sshca_x/],
    [
      "a critical option that is not defined",
      { critical_options: { "verify-required": "" } },
      /force-command, source-address/,
    ],
    [
      "a validity that ends before it begins",
      { valid_after: "2030-01-02T00:00:00Z", valid_until: "2030-01-01T00:00:00Z" },
      /later than valid_after/,
    ],
    ["a time that is none", { valid_until: "soon" }, /RFC 3339/],
  ],
  "/ssh_host_certificates": [
    ["an SSH key that is none", { public_key: "ssh-ed25519 AAAA" }, /Authorized Keys format/],
  ],
  "/ssh_certificate_authorities": [
    ["an SSH authority of an unknown kind", { private_key_type: "dsa" }, /rsa, ecdsa, ed25519/],
  ],
  "/ssh_credentials": [
    ["an SSH credential without key", { public_key: undefined }, /public_key is required/],
  ],
};

describe.each(Object.entries(refused))("%s refuses", (collection, cases) => {
  test.each(cases)("%s", async (_title, body, message) => {
    const reply = await api.call("POST", at(collection), {
      ...leastOf(collection, known),
      ...(typeof body === "function" ? body() : body),
    });
    expect(reply.body).toMatchObject({
      error_code: expect.stringMatching(/^ERR_/),
      status_code: 400,
      msg: expect.stringMatching(message),
      details: { operation_id: expect.stringMatching(/^op_/) },
    });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain("PRIVATE KEY");
  });
});
