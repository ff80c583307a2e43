import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { authorityPem } from "../../support/crypto";
import { type Declared, type JsonInputs, reference, resource } from "../../support/program";
import { requestOf } from "../../support/requests";
import { RESERVED_NAMES } from "../../support/reserved-names";

const shared: readonly Declared[] = [
  resource("TunnelGroupBackend", "blue"),
  resource("TunnelGroupBackend", "green"),
  resource("IpPolicy", "office"),
  resource("CertificateAuthority", "staff", { caPem: authorityPem("staff.example.com") }),
  resource("HttpsEdge", "routes", { hostports: ["routes.example.com:443"] }),
];

interface Stage {
  readonly inputs: JsonInputs;
  /** Calls that change the server from the previous stage to this one: method, segment below the object, body. */
  readonly calls: readonly (readonly [string, string, JsonInputs?])[];
}

interface Story {
  readonly class: string;
  /** Inputs that are the same in all stages. */
  readonly base: JsonInputs;
  readonly stages: readonly Stage[];
  /** A module that the program never declares, as another client sets it. */
  readonly foreign: readonly [string, JsonInputs];
}

const [blue, green, office, staff] = ["blue", "green", "office", "staff"].map((name) => reference(name));
const policy = { on_tcp_connect: [{ actions: [{ type: "deny" }] }] };

const changedRoute = {
  description: "after",
  backend: { backend_id: green },
  request_headers: { add: { "X-Team": "edge" } },
  oidc: {
    issuer: "https://idp.example.com",
    client_id: "id",
    client_secret: "other",
    scopes: ["openid"],
  },
};
const oauthOff = {
  enabled: false,
  provider: { github: { client_id: "id", client_secret: "s3cret", scopes: ["read:org"] } },
};

/** In each story one up removes modules, changes one, adds one and leaves one unchanged. */
const stories: Readonly<Record<string, Story>> = {
  route: {
    class: "HttpsEdgeRoute",
    base: { edgeId: reference("routes"), matchType: "path_prefix", match: "/" },
    stages: [
      {
        inputs: {
          description: "before",
          backend: { backendId: blue },
          compression: { enabled: true },
          circuitBreaker: { errorThresholdPercentage: 0.5 },
          oauth: { provider: { github: { clientId: "id", clientSecret: "s3cret", scopes: ["read:org"] } } },
          requestHeaders: { add: { "X-Team": "edge", "X-Old": "1" } },
        },
        calls: [],
      },
      {
        inputs: {
          description: "after",
          backend: { backendId: green },
          circuitBreaker: { errorThresholdPercentage: 0.5 },
          requestHeaders: { add: { "X-Team": "edge" } },
          oidc: {
            issuer: "https://idp.example.com",
            clientId: "id",
            clientSecret: "other",
            scopes: ["openid"],
          },
        },
        calls: [
          // Refused: the service applies one sign-on module. So the update that adds one disables the old one.
          ["PATCH", "", changedRoute],
          ["PATCH", "", { ...changedRoute, oauth: oauthOff }],
          ["DELETE", "/compression"],
          ["DELETE", "/oauth"],
        ],
      },
      {
        inputs: {},
        calls: [
          ["DELETE", "/backend"],
          ["PATCH", "", { description: "" }],
          ["DELETE", "/circuit_breaker"],
          ["DELETE", "/request_headers"],
          ["DELETE", "/oidc"],
        ],
      },
    ],
    foreign: ["ip_restriction", { enabled: false }],
  },
  tcp: {
    class: "TcpEdge",
    base: { hostports: ["1.tcp.example.com:20000"] },
    stages: [
      { inputs: { backend: { backendId: blue }, ipRestriction: { ipPolicyIds: [office] } }, calls: [] },
      {
        inputs: { ipRestriction: { enabled: false, ipPolicyIds: [office] } },
        calls: [
          ["DELETE", "/backend"],
          ["PATCH", "", { ip_restriction: { enabled: false, ip_policy_ids: [office] } }],
        ],
      },
      { inputs: {}, calls: [["DELETE", "/ip_restriction"]] },
    ],
    foreign: ["traffic_policy", { enabled: false, value: JSON.stringify(policy) }],
  },
  https: {
    class: "HttpsEdge",
    base: { hostports: ["https.example.com:443"] },
    stages: [
      { inputs: { metadata: "m", tlsTermination: { minVersion: "1.2" } }, calls: [] },
      {
        inputs: { metadata: "m", tlsTermination: { minVersion: "1.3" } },
        calls: [["PATCH", "", { tls_termination: { min_version: "1.3" } }]],
      },
      {
        inputs: {},
        calls: [
          ["PATCH", "", { metadata: "" }],
          ["DELETE", "/tls_termination"],
        ],
      },
    ],
    foreign: ["mutual_tls", { enabled: true, certificate_authority_ids: [staff] }],
  },
  tls: {
    class: "TlsEdge",
    base: { hostports: ["tls.example.com:443"], backend: { backendId: blue } },
    stages: [
      {
        inputs: {
          tlsTermination: { terminateAt: "edge", minVersion: "1.3" },
          mutualTls: { certificateAuthorityIds: [staff] },
        },
        calls: [],
      },
      {
        // Mutual TLS has to go before the switch.
        inputs: { tlsTermination: { terminateAt: "upstream" } },
        calls: [
          ["DELETE", "/mutual_tls"],
          ["PATCH", "", { tls_termination: { terminate_at: "upstream" } }],
        ],
      },
      {
        inputs: { mutualTls: { enabled: false, certificateAuthorityIds: [staff] } },
        calls: [
          ["PATCH", "", { mutual_tls: { enabled: false, certificate_authority_ids: [staff] } }],
          ["DELETE", "/tls_termination"],
        ],
      },
    ],
    foreign: ["traffic_policy", { enabled: false, value: JSON.stringify(policy) }],
  },
};

const names = Object.keys(stories);
const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe("modules", () => {
  let account: TestAccount;
  const runs: Run[] = [];
  const previews: Run[] = [];
  const unmanaged: Map<string, unknown>[] = [];

  const declare = (at: number) =>
    account.declare([
      ...shared,
      ...Object.entries(stories).map(([name, { class: className, base, stages }]) =>
        resource(className, name, { ...base, ...stages[at]?.inputs }),
      ),
    ]);

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
    for (const at of [0, 1, 2]) {
      declare(at);
      previews.push(await account.run((workspace) => workspace.preview()));
      runs.push(await account.up());
      if (at === 0) {
        for (const [name, { foreign }] of Object.entries(stories)) {
          const [key, value] = foreign;
          const set = { [key]: account.resolved(value) as never };
          account.emulator.mutate({ path: account.stored(name)?.path ?? "", set });
        }
      }
      await account.expectSettled();
      if (at === 0) await account.run((workspace) => workspace.refresh());
      const { resources } = account.workspace.exportStack();
      const outputs = new Map(resources.map(({ urn, outputs }) => [urn.split("::").at(-1), outputs]));
      unmanaged.push(new Map(names.map((name) => [name, outputs.get(name)?.unmanagedModules])));
    }
  });

  afterAll(() => account?.close());

  const callsOf = (name: string, at: number) => {
    const path = account.stored(name)?.path ?? "";
    const mine = runs[at]?.calls.filter((call) => call.path.startsWith(path)).map(requestOf) ?? [];
    return mine.map(([method, full, ...body]) => [method, String(full).slice(path.length), ...body]);
  };

  test.each(names)(
    "%s: one PATCH that is accepted holds all that changed and nothing else, and deletes come after it",
    (name) => {
      for (const at of [1, 2]) {
        const wanted = stories[name]?.stages[at]?.calls.map((call) => account.resolved(call)) ?? [];
        const seen = callsOf(name, at);
        expect(seen).toEqual(wanted);
      }
    },
  );

  test("the preview shows what is removed, changed and added, by module and key", () => {
    const shown = (at: number, name: string) =>
      previews[at]?.steps.find((step) => step.name === name && step.op === "update")?.detailedDiff;
    expect(shown(1, "route")).toEqual({
      description: "update",
      "backend.backendId": "update",
      compression: "delete",
      oauth: "delete",
      oidc: "add",
      'requestHeaders.add["X-Old"]': "delete",
    });
    expect(shown(1, "tcp")).toEqual({ backend: "delete", "ipRestriction.enabled": "add" });
    expect(shown(1, "https")).toEqual({ "tlsTermination.minVersion": "update" });
    expect(Object.keys(shown(2, "route") ?? {}).sort()).toEqual([
      "backend",
      "circuitBreaker",
      "description",
      "oidc",
      "requestHeaders",
    ]);
    expect(shown(2, "https")).toEqual({ metadata: "delete", tlsTermination: "delete" });
  });

  test("a module that nobody declared is left alone, is listed, and is no change", () => {
    for (const name of names) {
      const [key, value] = stories[name]?.foreign ?? ["", {}];
      expect(account.stored(name)?.fields[key], name).toMatchObject(account.resolved(value));
      for (const listed of unmanaged) expect(listed.get(name), name).toEqual([camel(key)]);
    }
  });

  test("a module that nobody declared is taken over by declaring it, and listed no more", async () => {
    const [, tcp] = Object.entries(stories)[1] ?? [];
    account.declare([
      ...shared,
      resource("TcpEdge", "tcp", { ...tcp?.base, trafficPolicy: { enabled: false, value: policy } }),
    ]);
    const previewed = await account.run((workspace) =>
      workspace.preview({ target: [workspace.urn("TcpEdge", "tcp")] }),
    );
    expect(previewed.changes).toEqual(["update tcp"]);
    await account.run((workspace) => workspace.up({ target: [workspace.urn("TcpEdge", "tcp")] }));
    const { resources } = account.workspace.exportStack();
    const state = resources.find(({ urn }) => urn.endsWith("::tcp"))?.outputs;
    expect(state?.unmanagedModules).toEqual([]);
  });
});
