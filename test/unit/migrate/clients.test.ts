// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { expect, test } from "vitest";
import { accountOf } from "../../../cli/migrate/account";
import { clientsOf } from "../../../cli/migrate/proof/clients";
import type { AccountObject } from "../../../provider/inspect";

/** Who is tried against an edge before and after: everything that its settings let matter, and somebody on no list. */

const object = (name: string, id: string, inputs: object, more: object = {}): AccountObject =>
  ({ family: { name }, id, inputs, state: {}, at: {}, unknownKeys: [], ...more }) as unknown as AccountObject;

const POLICY = {
  on_http_request: [
    {
      expressions: [
        "req.method == 'PURGE' && hasReqHeader('X-Team')",
        "conn.geo.country_code in ['DE']",
        "req.headers['x-key'][0] == 'open' || req.headers['Host'][0] == 'x'",
      ],
      actions: [
        { type: "restrict-ips", config: { allow: ["198.51.100.0/30", "2001:db8::/127"] } },
        { type: "basic-auth", config: { credentials: ["ops:password1", "${secrets.get('app', 'dev')}"] } },
        { type: "oauth", config: { provider: "google" } },
        { type: "verify-webhook", config: { provider: "github", secret: "s" } },
        { type: "jwt-validation", config: { issuer: { allow_list: [{ value: "https://issuer.example" }] } } },
        { type: "deny", config: {} },
      ],
    },
    { expressions: ["req.url.path == '/only' || user.email.endsWith('@example.com')"] },
  ],
};

const ROUTES = [
  {
    match: "deep.example.com/admin",
    userAgentFilter: { allow: ["(?i)curl/\\d+.*"], deny: ["^bot$"] },
    oauth: {
      provider: { github: { emailAddresses: ["a@x.example"], emailDomains: ["y.example"], teams: ["t"] } },
    },
    webhookVerification: { provider: "slack" },
    saml: { authorizedGroups: ["staff"] },
  },
  {
    match: "/api/",
    oidc: { issuer: "https://oidc.example" },
    trafficPolicy: { value: JSON.stringify(POLICY) },
  },
];

const account = accountOf([
  object("HttpsEdge", "edge_1", {
    hostports: ["*.example.com:443", "plain.example.com:80", "odd.example.com:8443"],
    mutualTls: { certificateAuthorityIds: ["ca_2"] },
  }),
  ...ROUTES.map((inputs, n) => object("HttpsEdgeRoute", `route_${n}`, inputs, { at: { edgeId: "edge_1" } })),
  object("TlsEdge", "edge_2", { hostports: ["tls.example.com:443"] }),
  object("TcpEdge", "edge_3", { hostports: ["1.tcp.example.com:12345"] }),
  object("CertificateAuthority", "ca_1", { caPem: "one" }),
  object("CertificateAuthority", "ca_2", { caPem: "two" }),
  object("CertificateAuthority", "ca_3", {}),
  object("IpPolicyRule", "rule_1", { cidr: "255.255.255.252/30" }),
  object("IpPolicyRule", "rule_2", { cidr: "::/127" }),
  object("IpPolicyRule", "rule_3", { cidr: "no network" }),
  object("Endpoint", "ep_1", {
    trafficPolicy: "on_tcp_connect: [{ expressions: [\"conn.client_ip == '192.0.2.9'\"] }]",
  }),
]);

test.each(account.edges.flatMap((edge) => edge.hostports.map((hostport) => [hostport, edge] as const)))(
  "the clients of %s",
  async (hostport, edge) => {
    const name = hostport.replace(/\W+/g, "-").replace(/^-/, "any-");
    await expect(`${JSON.stringify(clientsOf(account, edge, hostport), null, 1)}\n`).toMatchFileSnapshot(
      `${__dirname}/../../recorded/migrate-clients/${name}.json`,
    );
  },
);
