// biome-ignore-all lint/suspicious/noTemplateCurlyInString: generated code holds templates
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { NamedObject } from "../../../cli/export/names";
import { generateProgram } from "../../../cli/export/program";
import { importEntry } from "../../../cli/export/target";
import { SIGNATURE_KEY } from "../../../provider/account/values/secrets";
import { resources } from "../../../provider/families";
import { canonicalPolicy } from "../../../provider/family/canonical-forms";
import { UNKNOWN } from "../../../provider/family/unknown";
import type { AccountObject } from "../../../provider/inspect";
import { placeholderFor, withPlaceholders } from "../../../provider/inspect";
import { completeObject } from "../../../provider/inspect/complete-object";
import { secretText } from "../../../sdk/secret-text";
import { PAYLOADS } from "../../support/hostile-texts";
import { runExported } from "../../support/run-exported";

let second = 0;

function object(className: string, id: string, fields: Record<string, unknown> = {}): AccountObject {
  const family = resources.find(({ name }) => name === className);
  if (!family) throw new Error(className);
  second += 1;
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const response = { id, created_at, ...fields };
  const pathInputs = Object.fromEntries(family.pathKeys.map((key) => [key, String(fields.edge_id)]));
  return { family, pathInputs, response, ...completeObject(family, response, pathInputs) };
}

const ROUTE = { edge_id: "edghts_1", match_type: "path_prefix", match: "/", description: "Docs" };
const options = { project: "infra", dependency: "^1.2.3" };
const programFor = (...objects: AccountObject[]) => generateProgram(objects, options);

describe("references", () => {
  test("are symbolic in any order of the objects", () => {
    const { files } = programFor(
      object("IpRestriction", "ipx_00000001", { type: "api", ip_policies: [{ id: "ipp_00000001" }] }),
      object("IpPolicy", "ipp_00000001", { description: "Office" }),
    );
    expect(files["ip-policies.ts"]).toContain('export const officeIpPolicy = new edge.IpPolicy("office"');
    expect(files["ip-restrictions.ts"]).toContain('import { officeIpPolicy } from "./ip-policies";');
    expect(files["ip-restrictions.ts"]).toContain("ipPolicyIds: [officeIpPolicy.id]");
  });

  test("are map keys built from outputs; unknown ids stay strings", () => {
    const { files } = programFor(
      object("WeightedBackend", "bkdwd_000001", { backends: { bkdtg_000001: 3, bkdtg_gone: 1 } }),
      object("TunnelGroupBackend", "bkdtg_000001", { description: "Blue" }),
    );
    expect(files["weighted-backends.ts"]).toContain(`
  backends: pulumi
    .all([blueTunnelGroupBackend.id])
    .apply(([blueTunnelGroupBackend]) => ({
      [blueTunnelGroupBackend]: 3,
      ["bkdtg_gone"]: 1,
    })),
`);
  });

  const denyWith = (rule: string) => `{"on_http_request":[{${rule}"actions":[{"type":"deny"}]}]}`;
  const acting = (action: string) => `{"on_http_request":[{"actions":[{${action}}]}]}`;

  test.each([
    ["a key", denyWith('"brand":1,')],
    [
      "a key of a configuration",
      acting('"type":"add-headers","config":{"headers":{"a":"b"},"brand_new":true}'),
    ],
    ["an action", acting('"type":"unknown-action"')],
    ["a phase", '{"on_udp_packet":[{"actions":[{"type":"deny"}]}]}'],
  ])("a policy with %s that the types lack is written as a string", (_, traffic_policy) => {
    const endpoint = (policy: string) =>
      programFor(object("Endpoint", "ep_1", { url: "https://a.internal", traffic_policy: policy })).files[
        "endpoints.ts"
      ];
    expect(endpoint(traffic_policy)).toContain(`trafficPolicy: '${traffic_policy}'`);
    expect(endpoint(denyWith(""))).toContain("trafficPolicy: {");
  });

  test("are symbolic within strings and policies", () => {
    const traffic_policy = denyWith("").replace(
      '"deny"',
      '"restrict-ips","config":{"ip_policies":["ipp_00000001"]}',
    );
    const metadata = "see ipp_00000001, not `ipp_00000001x` ${y}";
    const objects = [
      object("IpPolicy", "ipp_00000001", { description: "Office" }),
      object("Endpoint", "ep_00000001", { url: "https://app.example.com", traffic_policy, metadata }),
    ];
    const { files } = generateProgram(objects, { ...options, showValues: true });
    expect(files["endpoints.ts"]).toContain("ip_policies: [officeIpPolicy.id]");
    expect(files["endpoints.ts"]).toContain(
      "metadata: pulumi.interpolate`see ${officeIpPolicy.id}, not \\`ipp_00000001x\\` \\${y}`",
    );
  });

  describe("to reserved hosts", () => {
    const domain = (name: string, id: string) => object("ReservedDomain", id, { domain: name, region: "" });
    const app = domain("app.example.com", "rd_0000000001");
    const wild = domain("*.example.com", "rd_0000000002");
    const endpoint = (url: string) =>
      object("Endpoint", "ep_00000001", { url, type: "cloud", traffic_policy: "{}" });

    test.each([
      ["https://app.example.com", "pulumi.interpolate`https://${appExampleComReservedDomain.domain}`"],
      ["tls://app.example.com:443", "pulumi.interpolate`tls://${appExampleComReservedDomain.domain}:443`"],
      ["https://other.example.org", '"https://other.example.org"'],
    ])("are symbolic in %s", (url, expected) => {
      const { files } = programFor(endpoint(url), wild, app);
      expect(files["endpoints.ts"]).toContain(`url: ${expected}`);
      expect(files["endpoints.ts"]).not.toContain("dependsOn");
    });

    test.each(["https://b.example.com", "https://a.b.example.com", "https://APP.example.com"])(
      "become dependencies if the text differs: %s",
      (url) => {
        const { files } = programFor(endpoint(url), wild, app);
        expect(files["endpoints.ts"]).toContain(`url: "${url}"`);
        expect(files["endpoints.ts"]).toMatch(/dependsOn: \[\w*xampleComReservedDomain\w*\]/);
        expect(files["endpoints.ts"]).toMatch(/import \{ \w+ \} from ".\/reserved-domains"/);
      },
    );

    test("are symbolic in each hostport", () => {
      const edge = object("TlsEdge", "edgtls_0001", {
        hostports: ["app.example.com:443", "b.example.com:443"],
      });
      const { files } = programFor(edge, wild, app);
      expect(files["tls-edges.ts"]).toContain(
        'hostports: [pulumi.interpolate`${appExampleComReservedDomain.domain}:443`, "b.example.com:443"]',
      );
      expect(files["tls-edges.ts"]).toContain("dependsOn: [");
    });
  });

  describe("to secrets of vaults", () => {
    const app = object("Vault", "vault_00000001", { name: "app" });
    const password = object("Secret", "secret_00000001", { vault: { id: "vault_00000001" }, name: "ops-pw" });
    const endpoint = (policy: unknown) =>
      object("Endpoint", "ep_00000001", {
        url: "https://app.example.com",
        type: "cloud",
        traffic_policy: typeof policy === "string" ? policy : JSON.stringify(policy),
        description: "has ${secrets.get('app', 'ops-pw')}",
      });
    const signed = (secret: string) => ({
      on_http_request: [{ actions: [{ type: "verify-webhook", config: { provider: "github", secret } }] }],
    });
    const endpointFile = (policy: unknown, native = false) =>
      generateProgram([endpoint(policy), password, app], { ...options, showValues: true, native }).files[
        "endpoints.ts"
      ];

    test.each([false, true])("are symbolic only in policies (native: %s)", (native) => {
      const text = endpointFile(signed("${secrets.get('app', 'ops-pw')}"), native);
      expect(text).toContain("secret: edge.secretRef(appVault, opsPwSecret)");
      expect(text).toContain(`description: "has \${secrets.get('app', 'ops-pw')}"`);
      expect(text).toContain('import { opsPwSecret } from "./secrets-2";');
      expect(text).toContain('import { appVault } from "./vaults";');
    });

    test("are symbolic within longer strings and in YAML", () => {
      const answering = (body: string) => ({
        on_http_request: [{ actions: [{ type: "custom-response", config: { body } }] }],
      });
      expect(endpointFile(answering("a`${secrets.get('app', 'ops-pw')}\\$"))).toContain(
        "body: pulumi.interpolate`a\\`${edge.secretRef(appVault, opsPwSecret)}\\\\$`",
      );
      const yaml =
        "on_http_request:\n  - actions:\n      - type: verify-webhook\n        config:\n          secret: ${secrets.get('app', 'ops-pw')}\n          provider: github\n";
      expect(endpointFile(yaml)).toContain(`
          secret: \${edge.secretRef(appVault, opsPwSecret)}
          provider: github
\`,`);
    });

    test("keep their spelling, with the names of the vault and the secret", () => {
      expect(endpointFile(signed('${secrets.get("app","ops-pw")}'))).toContain(
        'secret: pulumi.interpolate`\\${secrets.get("${appVault.name}","${opsPwSecret.name}")}`',
      );
      const when = { expressions: ["secrets.get('app', 'ops-pw') != ''"], actions: [{ type: "deny" }] };
      expect(endpointFile({ on_http_request: [when] })).toContain(
        "pulumi.interpolate`secrets.get('${appVault.name}', '${opsPwSecret.name}') != ''`",
      );
    });

    test("stay unchanged unless the program declares both the vault and the secret", () => {
      const other = "${secrets.get('app', 'other')} ${secrets.get('old', 'ops-pw')}";
      expect(endpointFile(signed(other))).toContain(`secret: ${JSON.stringify(other)}`);
      const program = generateProgram([endpoint(signed("${secrets.get('app', 'ops-pw')}")), password], {
        ...options,
        showValues: true,
      });
      expect(program.files["endpoints.ts"]).not.toContain("secretRef");
    });

    test("are dependencies of an endpoint whose policy is in the configuration", () => {
      const yaml = `on_http_request:
  - actions:
      - { type: basic-auth, config: { credentials: ["ops:by-hand-1"] } }
      - { type: verify-webhook, config: { provider: github, secret: "\${secrets.get('app', 'ops-pw')}" } }
`;
      const { files } = programFor(endpoint(yaml), password, app);
      expect(files["endpoints.ts"]).toContain("trafficPolicy: secrets.appExampleComTrafficPolicy");
      expect(files["endpoints.ts"]).toContain("}, { dependsOn: [opsPwSecret] }");
    });

    test("are not dependencies of objects without a policy, such as the vault itself", () => {
      const described = object("Vault", "vault_00000001", {
        name: "app",
        description: "password: hunter2 ${secrets.get('app', 'ops-pw')}",
      });
      const { files } = programFor(described, password);
      expect(files["vaults.ts"]).toContain("description: secrets.appDescription");
      expect(files["vaults.ts"]).not.toContain("dependsOn");
      expect(files["secrets-2.ts"]).toContain("vaultId: appVault.id");
    });

    test("are equivalent with any names", () => {
      const names = [...PAYLOADS, "a'b", 'a"b', "a`b", "a${b}c", "a\\", "')}"];
      const vaults = names.flatMap((name, n) => {
        const vault = object("Vault", `vault_${n}`, { name });
        return [vault, object("Secret", `secret_${n}`, { vault: { id: vault.response.id }, name })];
      });
      const uses = names.flatMap((name) => [
        secretText(name, name),
        `\${secrets.get('${name}', '${name}')}`,
        `\${secrets.get( "${name}" ,"${name}" )}`,
      ]);
      const unknown = (to: string) =>
        JSON.stringify({ on_http_request: [{ actions: [{ type: "teleport", config: { to } }] }] });
      const programWith = (policies: readonly string[], showValues: boolean) => {
        const endpoints = policies.map((traffic_policy, n) =>
          object("Endpoint", `ep_${n}`, { url: `https://${n}.example.com`, type: "cloud", traffic_policy }),
        );
        return generateProgram([...endpoints, ...vaults], { ...options, showValues });
      };
      expect(programWith(uses.map(unknown), false).refused).toEqual([]);
      for (const policies of [uses.map(unknown), uses.map((use) => `on_http_request: # ${use}\n  []\n`)]) {
        const program = programWith(policies, true);
        const { resources, attacks } = runExported(program);
        expect(attacks).toBe(0);
        // A name with a line break ends the comment, and the rest is invalid YAML.
        const refused = program.refused.length;
        const endpoints = resources.filter(({ className }) => className === "Endpoint");
        expect(endpoints.length).toBe(policies.length - refused);
        for (const { inputs } of endpoints) {
          const policy = policies[Number(/\d+/.exec(String(inputs.url)))];
          expect(canonicalPolicy(inputs.trafficPolicy)).toEqual(canonicalPolicy(policy));
        }
      }
    });
  });

  test("between families in both directions share a file; a cycle keeps one id", () => {
    const { files } = programFor(
      object("FailoverBackend", "bkdfo_000001", { backends: ["bkdwd_000001"] }),
      object("WeightedBackend", "bkdwd_000001", { backends: { bkdfo_000002: 1 } }),
      object("FailoverBackend", "bkdfo_000002", { backends: [] }),
      object("WeightedBackend", "bkdwd_000002", { backends: { bkdfo_000003: 1 } }),
      object("FailoverBackend", "bkdfo_000003", { backends: ["bkdwd_000002"] }),
    );
    const text = files["backends.ts"] ?? "";
    expect(files["index.ts"]).toContain('import "./backends";');
    expect([...text.matchAll(/"bkd\w+_\d+"/g)]).toHaveLength(1);
    const declaredAt = (name: string) => text.search(new RegExp(`const ${name} = `));
    for (const [, name] of text.matchAll(/(\w+)\.id/g)) {
      expect(declaredAt(String(name))).toBeGreaterThan(-1);
      expect(declaredAt(String(name))).toBeLessThan(text.indexOf(`${name}.id`));
    }
  });
});

describe("names", () => {
  test("are derived from the objects' content, and numbered by age if they collide", () => {
    const { objects } = programFor(
      object("IpPolicy", "ipp_1", { description: "Büro, 1. Stock!" }),
      object("IpPolicy", "ipp_2", { description: "buro 1 stock" }),
      object("IpPolicy", "ipp_3"),
      object("ReservedDomain", "rd_1", { domain: "*.app.example.com" }),
      object("Endpoint", "ep_1", { url: "https://api.example.com", type: "cloud", traffic_policy: "{}" }),
      object("IpPolicyRule", "ipr_1", { ip_policy: { id: "ipp_1" }, cidr: "10.0.0.0/8", action: "allow" }),
    );
    const names = "buro-1-stock buro-1-stock-2 ip-policy app-example-com api-example-com buro-1-stock-10-0-0";
    expect(objects.map(({ resource }) => resource)).toEqual(names.split(" "));
  });
});

describe("secrets", () => {
  const provider = { github: { client_id: "app", client_secret: "hush-hush" } };
  const oidc = { issuer: "https://idp.example.com", client_id: "x", client_secret: "" };

  test("are read from the configuration if the service returns them, and appear in no file", () => {
    const { files, secrets } = programFor(
      object("HttpsEdgeRoute", "rt_1", { ...ROUTE, oauth: { enabled: true, provider }, oidc }),
    );
    expect(JSON.stringify(files)).not.toContain("hush-hush");
    expect(files["https-edge-routes.ts"]).toContain(
      "clientSecret: secrets.docsOauthProviderGithubClientSecret",
    );
    expect(secrets.map(({ knowledge }) => knowledge)).toEqual(["returned", "possible"]);
    expect(files["secrets.ts"]).toContain('config.getSecret("docsOidcClientSecret")');
  });

  test("are optional if the service never returns them, and the program explains the first value", () => {
    const { files, secrets } = programFor(
      object("Secret", "secret_00000001", { vault: { id: "vault_00000001" }, name: "ops-pw" }),
    );
    expect(secrets.map(({ knowledge }) => knowledge)).toEqual(["trusted"]);
    expect(files["secrets.ts"]).toContain('export const opsPwValue = config.getSecret("opsPwValue")!;');
    expect(files["secrets.ts"]).toMatch(
      /first value that is set is assumed to match .* and is not sent\. \*\//,
    );
  });
});

test("omits default values, and keeps values that the service may have chosen", () => {
  const { files } = programFor(
    object("TlsEdge", "edgtls_1", {
      description: "",
      hostports: ["a.example.com:443"],
      backend: { enabled: true, backend: null },
      tls_termination: { enabled: true, terminate_at: "edge", min_version: "1.3" },
      traffic_policy: null,
      quantum_shield: { level: 3 },
      x_revision: 7,
    }),
  );
  expect(files["tls-edges.ts"]).toBe(`import * as edge from "pulumi-tunnel-edge";

// The service also holds "quantum_shield" here, which this version of pulumi-tunnel-edge does not know.
new edge.TlsEdge("a-example-com", {
  hostports: ["a.example.com:443"],
  backend: {},
  tlsTermination: { minVersion: "1.3" },
});
`);
});

describe("an object that no program can declare", () => {
  const labeled = (id: string, labels: object) => object("TunnelGroupBackend", id, { labels });

  const special = "is a string with a special meaning";
  test.each([
    ["a key that the engine's SDK loses", "__proto__", "x", "labels.__proto__: is a key that"],
    ["a lone surrogate", "a", "\ud800", "labels.a: contains half a character"],
    ["the engine's unknown value", "a", UNKNOWN, `labels.a: ${special}`],
    ["the engine's signature", SIGNATURE_KEY, "x", `labels.${SIGNATURE_KEY}: ${special}`],
    ["a number instead of a string", "a", 5, "labels.a: must be a string"],
  ])("is refused with a reason: %s", (_, key, value, reason) => {
    const { objects, refused, files } = programFor(
      labeled("bkdtg_000001", Object.fromEntries([[key, value]])),
      labeled("bkdtg_000002", { constructor: "a", toString: "b", valueOf: "c" }),
      object("FailoverBackend", "bkdfo_000001", { backends: ["bkdtg_000001", "bkdtg_000002"] }),
    );
    expect(refused).toMatchObject([
      { object: { id: "bkdtg_000001" }, reasons: [expect.stringContaining(reason)] },
    ]);
    expect(objects.map(({ id }) => id)).toEqual(["bkdtg_000002", "bkdfo_000001"]);
    expect(files["tunnel-group-backends.ts"]).toContain(
      'labels: { constructor: "a", toString: "b", valueOf: "c" }',
    );
    expect(files["failover-backends.ts"]).toContain('backends: ["bkdtg_000001", tunnelGroupBackend.id]');
  });
});

describe("a possible secret", () => {
  const route = () =>
    object("HttpsEdgeRoute", "rt_1", {
      ...ROUTE,
      metadata: '{"password":"by-hand-1"}',
      request_headers: { add: { Authorization: "by-hand-2", "x.y": "by-hand-3", __proto: "by-hand-4" } },
      response_headers: { add: { "X-Frame-Options": "DENY" } },
      traffic_policy: {
        enabled: true,
        value: '{"on_http_request":[{"expressions":["by-hand-5"],"actions":[{"type":"deny"}]}]}',
      },
    });

  const pathsOf = ({ secrets }: ReturnType<typeof generateProgram>) =>
    secrets.map(({ path }) => path.join(" "));

  test("is read from the configuration: strings that look like passwords, and header values", () => {
    const { files, secrets } = programFor(route());
    expect(JSON.stringify(files)).not.toMatch(/by-hand-[1-4]/);
    expect(secrets.map((secret) => [secret.path.join(" "), secret.isDoubtful, secret.value])).toEqual([
      ["metadata", undefined, '{"password":"by-hand-1"}'],
      ["requestHeaders add Authorization", undefined, "by-hand-2"],
      ["requestHeaders add x.y", true, "by-hand-3"],
      ["requestHeaders add __proto", true, "by-hand-4"],
    ]);
    expect(files["https-edge-routes.ts"]).toContain('"x.y": secrets.docsRequestHeadersAddXY,');
    expect(files["https-edge-routes.ts"]).toContain('"X-Frame-Options": "DENY"');
    expect(files["secrets.ts"]).toContain('`requestHeaders.add["x.y"]` of the HttpsEdgeRoute `docs`');
  });

  test("is shown with --show-values if only its place makes it a secret", () => {
    const program = generateProgram([route()], { ...options, showValues: true });
    expect(pathsOf(program)).toEqual(["metadata", "requestHeaders add Authorization"]);
    expect(program.files["https-edge-routes.ts"]).toContain('expressions: ["by-hand-5"]');
  });

  describe("in a traffic policy", () => {
    const endpoint = (policy: unknown) =>
      object("Endpoint", "ep_1", {
        url: "https://app.example.com",
        traffic_policy: typeof policy === "string" ? policy : JSON.stringify(policy),
      });
    const policyWith = (...actions: readonly object[]) => ({ on_http_request: [{ actions }] });
    const programWith = (policy: unknown, showValues = false) =>
      generateProgram([endpoint(policy)], { ...options, showValues });

    test("is withheld on its own, and the rest of the policy stays readable", () => {
      const credentials = ["ops:by-hand-1", "${secrets.get('a', 'b')}"];
      const program = programWith(
        policyWith(
          { type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } },
          { type: "basic-auth", config: { credentials } },
          { type: "oauth", config: { provider: "google", client_id: "app", client_secret: "by-hand-2" } },
          { type: "add-headers", config: { headers: { "x-team": "web", "x-verify": "by-hand-3" } } },
          { type: "custom-response", config: { body: "ghp_0123456789abcdefABCDEF" } },
        ),
      );
      const rule = "trafficPolicy on_http_request 0 actions";
      expect(program.secrets.map((secret) => [secret.path.join(" "), secret.value])).toEqual([
        [`${rule} 1 config credentials 0`, "ops:by-hand-1"],
        [`${rule} 2 config client_secret`, "by-hand-2"],
        [`${rule} 3 config headers x-verify`, "by-hand-3"],
        [`${rule} 4 config body`, "ghp_0123456789abcdefABCDEF"],
      ]);
      const text = program.files["endpoints.ts"] ?? "";
      expect(text).toContain('{ type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } }');
      expect(text).toContain(
        "client_secret: secrets.appExampleComTrafficPolicyOnHttpRequest0Actions2ConfigClientSecret",
      );
      expect(text).not.toMatch(/by-hand|ghp_/);
    });

    test("withholds a whole policy that is not JSON", () => {
      const yaml =
        "on_http_request:\n  - actions:\n      - type: oauth\n        config: { provider: google, client_id: a, client_secret: by-hand-1 }\n";
      for (const showValues of [false, true])
        expect(pathsOf(programWith(yaml, showValues))).toEqual(["trafficPolicy"]);
      const harmless = "on_http_request:\n  - actions:\n      - type: deny\n";
      expect(pathsOf(programWith(harmless))).toEqual([]);
    });

    test("withholds a policy that cannot be parsed completely, and shows it on request", () => {
      const odd = "on_http_request: [{ actions: [{ type: deny }] }]\n---\nheaders: {}\n";
      const program = programWith(odd);
      expect(program.secrets).toMatchObject([{ documentRole: "document", isDoubtful: true }]);
      expect(pathsOf(programWith(odd, true))).toEqual([]);
    });

    test("withholds the whole policy if an expression contains the secret", () => {
      const expressions = ["req.url.path == '/ghp_0123456789abcdefABCDEF'"];
      const odd = { on_http_request: [{ expressions, actions: [{ type: "deny" }] }] };
      expect(pathsOf(programWith(odd, true))).toEqual(["trafficPolicy"]);
    });

    test("has a separate placeholder in the proof", () => {
      const basic = (...credentials: string[]) => policyWith({ type: "basic-auth", config: { credentials } });
      const { objects, secrets } = programWith(basic("ops:by-hand-1", "dev:by-hand-2"));
      const endpoint = objects[0] as NamedObject;
      const placeholders = secrets.map(({ path }, n) => placeholderFor(endpoint, path, n));
      const { response } = withPlaceholders(endpoint, placeholders);
      expect(JSON.parse(String(response.traffic_policy))).toEqual(
        basic("placeholder:number-0", "placeholder:number-1"),
      );
    });
  });

  test("is not part of a name", () => {
    const { objects } = programFor(
      object("BotUser", "bot_1", { name: "deploys with ghp_0123456789abcdefABCDEF", active: true }),
    );
    expect(objects.map(({ resource }) => resource)).toEqual(["bot-user"]);
  });
});

describe("unusual accounts", () => {
  const many = <T>(count: number, make: (n: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n));

  test("a chain of 20,000 references is declared starting with its end", () => {
    const id = (n: number) => `bkdfo_${String(n).padStart(6, "0")}`;
    const chain = many(20_000, (n) =>
      object("FailoverBackend", id(n), { description: `link ${n}`, backends: n < 19_999 ? [id(n + 1)] : [] }),
    );
    const text = programFor(...chain).files["failover-backends.ts"] ?? "";
    const links = [...text.matchAll(/new edge\.FailoverBackend\("link-(\d+)"/g)].map(([, n]) => Number(n));
    expect(links).toEqual(many(20_000, (n) => 19_999 - n));
  });

  test("an id of two objects stays a string, because it is ambiguous", () => {
    const { files, objects } = programFor(
      object("IpPolicy", "same_0001", { description: "One" }),
      object("BotUser", "same_0001", { name: "two", active: true }),
      object("IpRestriction", "ipx_00000001", { type: "api", ip_policies: [{ id: "same_0001" }] }),
    );
    expect(objects.map(({ resource }) => resource)).toEqual(["one", "two", "api"]);
    expect(files["ip-restrictions.ts"]).toContain('ipPolicyIds: ["same_0001"]');
    expect(JSON.parse(files["adoption-ids.json"] ?? "")).toMatchObject({
      IpPolicy: { one: "same_0001" },
      BotUser: { two: "same_0001" },
    });
  });
});

test("quotes and truncates unknown keys of the service in comments", () => {
  const unknownKeys = Object.fromEntries([
    ["a\nprocess.exit()//", { x: 1 }],
    ["b\u2028process.exit()//", { x: 1 }],
    ["c".repeat(1000), { x: 1 }],
    ...Array.from({ length: 20 }, (_, n) => [`z${n}`, { x: 1 }]),
  ]);
  const text = programFor(object("IpPolicy", "ipp_1", unknownKeys)).files["ip-policies.ts"] ?? "";
  const [, , note = "", ...rest] = text.split(/\r\n|[\n\r\u2028\u2029]/);
  expect(note).toContain('holds "a\\nprocess.exit()//", "b\\u2028process.exit()//", "ccc');
  expect(note).toMatch(/ and 13 more here, which/);
  expect(note.length).toBeLessThan(400);
  expect(rest).toEqual(['new edge.IpPolicy("ip-policy");', ""]);
});

describe("a program for the native provider", () => {
  const objects = [
    object("IpRestriction", "ipx_00000001", { type: "api", ip_policies: [{ id: "ipp_00000001" }] }),
    object("IpPolicy", "ipp_00000001", { description: "Office" }),
  ];
  const dynamic = generateProgram(objects, options);
  const native = generateProgram(objects, { ...options, native: true });

  test("only differs in the module, the adopted types, and the project's plugin", () => {
    const { files } = native;
    expect(files["ip-policies.ts"]).toContain('import * as edge from "pulumi-tunnel-edge/native";');
    expect(files["adoption.ts"]).toContain('type.split("tunnel-edge:index:")');
    expect(parse(files["Pulumi.yaml"] ?? "")).toMatchObject({
      plugins: { providers: [{ name: "tunnel-edge", path: "node_modules/.bin" }] },
    });
    const normalized = Object.entries(files).map(([name, text]) => [
      name,
      text
        .replace("pulumi-tunnel-edge/native", "pulumi-tunnel-edge")
        .replace("tunnel-edge:index:", "pulumi-nodejs:dynamic/tunnel-edge:")
        .replace(/^plugins:[\s\S]*/m, ""),
    ]);
    expect(Object.fromEntries(normalized)).toEqual(dynamic.files);
  });

  test("adopts the same objects", () => {
    expect(runExported(native)).toEqual(runExported(dynamic));
    expect(runExported(native).resources).toHaveLength(2);
  });

  test("is imported with native types, and without properties of dynamic states", () => {
    const [first] = native.objects;
    if (!first) throw new Error("the program has no objects");
    const [entry, other] = [native, dynamic].map(({ target }) => importEntry(first, first.resource, target));
    expect(entry?.type).toBe(`tunnel-edge:index:${first.family.name}`);
    expect(JSON.stringify(entry)).not.toContain("__provider");
    expect(other).toEqual({
      ...entry,
      type: `pulumi-nodejs:dynamic/tunnel-edge:${first.family.name}`,
      inputs: { ...entry?.inputs, __provider: expect.any(String) },
      outputs: { ...entry?.outputs, __provider: expect.any(String) },
    });
  });
});
