import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator } from "../../emulator/index";
import { type Client, clientOf } from "./support/client";
import { sshPair } from "./support/keys";
import { type Known, makeKnown } from "./support/known";

/** What the API reference says of parameters that are refused. What the service does beyond it is tested with the service. */

let api: Client;
let known: Known;

beforeAll(async () => {
  api = clientOf(await startEmulator({ reference: true }));
  known = await makeKnown(api);
});

afterAll(() => api.close());

const at = (path: string) => path.replace("EDGE", known.edge);

type Body = () => { [key: string]: unknown };

/** What the account refuses: body, status, and a piece of the message. */
const refused: readonly [string, string, Body, number, RegExp][] = [
  ["a bot without a name", "/bot_users", () => ({}), 400, /name is required/],
  ["a bot with an empty name", "/bot_users", () => ({ name: "" }), 400, /name is required/],
  [
    "active that is not a boolean",
    "/bot_users",
    () => ({ name: "a", active: "yes" }),
    400,
    /active must be true or/,
  ],
  ["an owner nobody knows", "/api_keys", () => ({ owner_id: "usr_x" }), 400, /owner_id names no user or bot/],
  ["a restriction without type", "/ip_restrictions", () => ({ ip_policy_ids: [] }), 400, /type is required/],
  [
    "a restriction without policies",
    "/ip_restrictions",
    () => ({ type: "api" }),
    400,
    /ip_policy_ids is required/,
  ],
  [
    "a type that is not in the list",
    "/ip_restrictions",
    () => ({ type: "web", ip_policy_ids: [] }),
    400,
    /dashboard, api, agent, endpoints/,
  ],
  [
    "a policy nobody knows",
    "/ip_restrictions",
    () => ({ type: "api", ip_policy_ids: ["ipp_x"] }),
    400,
    /ipp_x, which is not in/,
  ],
  ["a domain that is none", "/reserved_domains", () => ({ domain: "not a host" }), 400, /must be a hostname/],
  ["a domain without a name", "/reserved_domains", () => ({}), 400, /domain is required/],
  [
    "a region that is none",
    "/reserved_domains",
    () => ({ domain: "r.example.com", region: "xx" }),
    400,
    /au, eu, ap/,
  ],
  [
    "certificate and policy together",
    "/reserved_domains",
    () => ({
      domain: "both.example.com",
      certificate_id: known.certificate,
      certificate_management_policy: { authority: "letsencrypt" },
    }),
    400,
    /mutually exclusive/,
  ],
  [
    "an authority that is not supported",
    "/reserved_domains",
    () => ({ domain: "a.example.com", certificate_management_policy: { authority: "zerossl" } }),
    400,
    /letsencrypt/,
  ],
  [
    "a key type that is not supported",
    "/reserved_domains",
    () => ({ domain: "a.example.com", certificate_management_policy: { private_key_type: "ed25519" } }),
    400,
    /rsa, ecdsa/,
  ],
  [
    "an address in no region",
    "/reserved_addrs",
    () => ({ region: "mars" }),
    400,
    /au, eu, ap, us, jp, in, sa/,
  ],
  [
    "a certificate without its key",
    "/tls_certificates",
    () => ({ certificate_pem: known.issued.certificate }),
    400,
    /private_key_pem is required/,
  ],
  [
    "a key of another certificate",
    "/tls_certificates",
    () => ({ certificate_pem: known.issued.certificate, private_key_pem: known.other.key }),
    400,
    /does not belong to the first certificate/,
  ],
  [
    "a chain whose leaf is not first",
    "/tls_certificates",
    () => ({
      certificate_pem: `${known.other.certificate}\n${known.issued.certificate}`,
      private_key_pem: known.issued.key,
    }),
    400,
    /leaf must come first/,
  ],
  [
    "a certificate that is none",
    "/tls_certificates",
    () => ({ certificate_pem: "hello", private_key_pem: known.issued.key }),
    400,
    /at least one PEM block/,
  ],
  [
    "a damaged certificate",
    "/certificate_authorities",
    () => ({ ca_pem: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" }),
    400,
    /cannot be read/,
  ],
  ["an authority without PEM", "/certificate_authorities", () => ({}), 400, /ca_pem is required/],
  [
    "a weight above 10000",
    "/backends/weighted",
    () => ({ backends: { [known.group]: 10_001 } }),
    400,
    /0 to 10000/,
  ],
  ["a weight below 0", "/backends/weighted", () => ({ backends: { [known.group]: -1 } }), 400, /0 to 10000/],
  [
    "a weight that is not whole",
    "/backends/weighted",
    () => ({ backends: { [known.group]: 1.5 } }),
    400,
    /whole/,
  ],
  ["a child nobody knows", "/backends/weighted", () => ({ backends: { bkd_x: 1 } }), 400, /bkd_x/],
  ["a failover child nobody knows", "/backends/failover", () => ({ backends: ["bkd_x"] }), 400, /bkd_x/],
  [
    "labels that are no texts",
    "/backends/tunnel_group",
    () => ({ labels: { app: 1 } }),
    400,
    /labels.app must be a text/,
  ],
  [
    "an endpoint that is not cloud",
    "/endpoints",
    () => ({ url: "https://x.example.com", type: "edge", traffic_policy: "{}" }),
    400,
    /type must be one of: cloud/,
  ],
  [
    "an endpoint without a URL",
    "/endpoints",
    () => ({ type: "cloud", traffic_policy: "{}" }),
    400,
    /url is required/,
  ],
  [
    "an endpoint without a type",
    "/endpoints",
    () => ({ url: "https://x.example.com" }),
    400,
    /type is required/,
  ],
  [
    "an endpoint without a policy",
    "/endpoints",
    () => ({ url: "https://x.example.com", type: "cloud" }),
    400,
    /traffic_policy is required/,
  ],
  [
    "an endpoint of an unknown scheme",
    "/endpoints",
    () => ({ url: "ftp://x.example.com", type: "cloud", traffic_policy: "{}" }),
    400,
    /http, https, tcp or tls/,
  ],
  ["a hostport without port", "/edges/tls", () => ({ hostports: ["a.example.com"] }), 400, /hostname:port/],
  [
    "min_version with upstream",
    "/edges/tls",
    () => ({ tls_termination: { terminate_at: "upstream", min_version: "1.2" } }),
    400,
    /no min_version/,
  ],
  [
    "mutual TLS with upstream",
    "/edges/tls",
    () => ({
      tls_termination: { terminate_at: "upstream" },
      mutual_tls: { certificate_authority_ids: [known.ca] },
    }),
    400,
    /mutual_tls is not allowed/,
  ],
  [
    "a place to terminate that is none",
    "/edges/tls",
    () => ({ tls_termination: { terminate_at: "here" } }),
    400,
    /edge, upstream/,
  ],
  [
    "a backend nobody knows",
    "/edges/tls",
    () => ({ backend: { backend_id: "bkd_x" } }),
    400,
    /backend.backend_id/,
  ],
  [
    "a module that is not an object",
    "/edges/tls",
    () => ({ backend: "bkd_x" }),
    400,
    /backend must be an object/,
  ],
  [
    "a route without match",
    "/edges/https/EDGE/routes",
    () => ({ match_type: "exact_path" }),
    400,
    /match is required/,
  ],
  [
    "a match type that is none",
    "/edges/https/EDGE/routes",
    () => ({ match_type: "regex", match: "/" }),
    400,
    /exact_path, path_prefix/,
  ],
  ...(
    [
      ["more than 128 buckets", { circuit_breaker: { num_buckets: 129 } }, /0 to 128/],
      ["a duration below 0", { circuit_breaker: { tripped_duration: -1 } }, /0 to 4294967295/],
      ["a duration that is not whole", { circuit_breaker: { rolling_window: 1.5 } }, /whole number/],
      ["a uint32 that is too large", { circuit_breaker: { volume_threshold: 4_294_967_296 } }, /4294967295/],
      ["a percentage above 1", { circuit_breaker: { error_threshold_percentage: 50 } }, /from 0 to 1/],
      ["a webhook without secret", { webhook_verification: { provider: "github" } }, /must have a secret/],
      ["a webhook without provider", { webhook_verification: { secret: "s" } }, /provider is required/],
      ["OAuth without provider", { oauth: {} }, /oauth.provider is required/],
      ["OAuth with two providers", { oauth: { provider: { github: {}, google: {} } } }, /exactly one of/],
      ["OAuth with an unknown provider", { oauth: { provider: { okta: {} } } }, /exactly one of/],
      [
        "client_id without client_secret",
        { oauth: { provider: { github: { client_id: "id" } } } },
        /must have a client_secret/,
      ],
      [
        "scopes without client_id and client_secret",
        { oauth: { provider: { google: { scopes: ["openid"] } } } },
        /scopes only beside/,
      ],
      ["headers that are no texts", { request_headers: { add: { "x-a": 1 } } }, /request_headers.add.x-a/],
    ] as const
  ).map(
    ([name, modules, message]) =>
      [
        `a route with ${name}`,
        "/edges/https/EDGE/routes",
        () => ({ match_type: "exact_path", match: "/x", ...modules }),
        400,
        message,
      ] as [string, string, Body, number, RegExp],
  ),
  [
    "a rule for an unknown policy",
    "/ip_policy_rules",
    () => ({ ip_policy_id: "ipp_x", cidr: "0.0.0.0/0", action: "allow" }),
    400,
    /ipp_x/,
  ],
  [
    "a rule with a bad range",
    "/ip_policy_rules",
    () => ({ ip_policy_id: known.policy, cidr: "1.2.3.4/33", action: "allow" }),
    400,
    /address range/,
  ],
  [
    "a rule with a bad action",
    "/ip_policy_rules",
    () => ({ ip_policy_id: known.policy, cidr: "::/0", action: "drop" }),
    400,
    /allow, deny/,
  ],
  [
    "an SSH certificate of no authority",
    "/ssh_user_certificates",
    () => ({ ssh_certificate_authority_id: "sshca_x", public_key: sshPair("ed25519").publicKey }),
    400,
    /sshca_x/,
  ],
  [
    "an SSH key that is none",
    "/ssh_host_certificates",
    () => ({ ssh_certificate_authority_id: known.sshCa, public_key: "ssh-ed25519 AAAA" }),
    400,
    /Authorized Keys format/,
  ],
  [
    "a critical option that is not defined",
    "/ssh_user_certificates",
    () => ({
      ssh_certificate_authority_id: known.sshCa,
      public_key: sshPair("ed25519").publicKey,
      critical_options: { "verify-required": "" },
    }),
    400,
    /force-command, source-address/,
  ],
  [
    "a validity that ends before it begins",
    "/ssh_user_certificates",
    () => ({
      ssh_certificate_authority_id: known.sshCa,
      public_key: sshPair("ed25519").publicKey,
      valid_after: "2030-01-02T00:00:00Z",
      valid_until: "2030-01-01T00:00:00Z",
    }),
    400,
    /later than valid_after/,
  ],
  [
    "a time that is none",
    "/ssh_user_certificates",
    () => ({
      ssh_certificate_authority_id: known.sshCa,
      public_key: sshPair("ed25519").publicKey,
      valid_until: "soon",
    }),
    400,
    /RFC 3339/,
  ],
  [
    "an SSH authority of an unknown kind",
    "/ssh_certificate_authorities",
    () => ({ private_key_type: "dsa" }),
    400,
    /rsa, ecdsa, ed25519/,
  ],
  ["an SSH credential without key", "/ssh_credentials", () => ({}), 400, /public_key is required/],
];

test.each(refused)("refuses %s", async (_name, collection, body, status, message) => {
  const reply = await api.call("POST", at(collection), body());
  expect(reply.body).toMatchObject({
    error_code: expect.stringMatching(/^ERR_/),
    status_code: status,
    msg: expect.stringMatching(message),
    details: { operation_id: expect.stringMatching(/^op_/) },
  });
  expect(reply.status).toBe(status);
  expect(reply.text).not.toContain("PRIVATE KEY");
});
