import { afterEach, describe, expect, test } from "vitest";
import type { EmulatorOptions, Fault } from "../../../emulator";
import { PartialFailure } from "../../../provider/lifecycle";
import { authorityPem } from "../../support/crypto";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";
import { type RecordingProxy, startRecordingProxy } from "../../support/recording-proxy";
import { snakeCase } from "../../support/store";

type Props = Record<string, unknown>;

const seed = {
  "/ip_policies": [{ id: "ipp_1" }, { id: "ipp_2" }],
  "/certificate_authorities": [{ id: "ca_1", ca_pem: authorityPem("staff.example.com") }],
  "/backends/tunnel_group": [{ id: "bkdtg_1" }, { id: "bkdtg_2" }],
  "/edges/https": [{ id: "edghts_1" }],
  "/reserved_domains": [{ domain: "*.example.com" }, { domain: "*.tcp.example.com" }],
};

/** Each module that decides which clients are allowed, with a requirement on clients. */
const GUARDS: Readonly<Record<string, Props>> = {
  oauth: { provider: { github: { clientId: "app", clientSecret: "oauth-secret", organizations: ["edge"] } } },
  oidc: { issuer: "https://oauth.example.com", clientId: "app", clientSecret: "oidc-secret" },
  saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["staff"] },
  ipRestriction: { ipPolicyIds: ["ipp_1"] },
  mutualTls: { certificateAuthorityIds: ["ca_1"] },
  webhookVerification: { provider: "github", secret: "webhook-secret" },
  userAgentFilter: { allow: ["curl/.*"] },
  trafficPolicy: { value: { on_http_request: [{ actions: [{ type: "deny" }] }] } },
};

const CLASSES: Readonly<Record<string, { readonly guards: readonly string[]; readonly base: Props }>> = {
  HttpsEdgeRoute: {
    guards: Object.keys(GUARDS).filter((name) => name !== "mutualTls"),
    base: { edgeId: "edghts_1", matchType: "path_prefix", match: "/", backend: { backendId: "bkdtg_1" } },
  },
  TlsEdge: {
    guards: ["ipRestriction", "mutualTls", "trafficPolicy"],
    base: { hostports: ["app.example.com:443"], backend: { backendId: "bkdtg_1" } },
  },
  TcpEdge: {
    guards: ["ipRestriction", "trafficPolicy"],
    base: { hostports: ["1.tcp.example.com:20000"], backend: { backendId: "bkdtg_1" } },
  },
  HttpsEdge: { guards: ["mutualTls"], base: { hostports: ["app.example.com:443"] } },
};

const PATHS: Readonly<Record<string, string>> = {
  HttpsEdgeRoute: "/edges/https/edghts_1/routes",
  ReservedDomain: "/reserved_domains",
  TlsEdge: "/edges/tls",
  TcpEdge: "/edges/tcp",
  HttpsEdge: "/edges/https",
};

const refused = { status: 400, body: { error_code: "ERR_1", msg: "not today" } };

const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  nothing: [],
  "one PATCH refused": [{ on: "PATCH *", ...refused, times: 1 }],
  "each PATCH refused": [{ on: "PATCH *", ...refused }],
  "a PATCH not allowed": [{ on: "PATCH *", status: 403 }],
  "a rate limit": [{ on: "PATCH|DELETE *", status: 429, retryAfter: 15, times: 2 }],
  "the reply to a PATCH lost": [{ on: "PATCH *", kind: "cut-after", times: 1 }],
  "each PATCH lost": [{ on: "PATCH *", kind: "cut-before" }],
  "the reply to a DELETE lost": [{ on: "DELETE *", kind: "cut-after", times: 1 }],
  "each DELETE refused": [{ on: "DELETE *", status: 403 }],
  "a service that fails for a while": [{ on: "*", status: 503, times: 3 }],
};

let bare: BareAccount | undefined;
let way: RecordingProxy | undefined;
/** Guards that are applied to the object, after each request. */
let moments: { readonly call: string; readonly guards: readonly string[] }[] = [];

function appliedGuards(object: Props | undefined): string[] {
  return Object.keys(GUARDS).filter((name) => {
    const guard = object?.[snakeCase(name)] as { readonly enabled?: boolean } | null | undefined;
    return guard && guard.enabled !== false;
  });
}

/** An account that checks an object of a class after every request; waiting takes no time. */
async function open(className: string, options: EmulatorOptions = {}): Promise<BareAccount> {
  moments = [];
  bare = await openBareAccount({ seed, ...options }, async (emulator) => {
    way = await startRecordingProxy(emulator.url, (call) => {
      const [object] = emulator.objects(PATHS[className] ?? "").slice(-1);
      moments.push({ call, guards: appliedGuards(object) });
    });
    return { baseUrl: way.url };
  });
  return bare;
}

afterEach(async () => {
  await bare?.close();
  await way?.close();
});

const stored = (className: string) => bare?.emulator.objects(PATHS[className] ?? "").at(-1) as Props;

/** At any time, all guards from before or all guards from after the change are present. */
function expectNeverOpen(before: readonly string[], after: readonly string[]): void {
  for (const { call, guards } of moments) {
    const holds = (wanted: readonly string[]) => wanted.every((name) => guards.includes(name));
    const both = before.filter((name) => after.includes(name));
    expect({ call, guards, fine: holds(both) && (holds(before) || holds(after)) }).toMatchObject({
      fine: true,
    });
    expect(guards.length).toBeGreaterThanOrEqual(Math.min(before.length, after.length));
  }
}

const connectionPolicy = { value: { on_tcp_connect: [{ actions: [{ type: "deny" }] }] } };

const declare = (names: readonly string[], className = "HttpsEdgeRoute") => {
  const guards: Readonly<Record<string, Props>> =
    className === "HttpsEdgeRoute" ? GUARDS : { ...GUARDS, trafficPolicy: connectionPolicy };
  return Object.fromEntries(names.map((name) => [name, guards[name] ?? {}]));
};

/** Creates an object with some guards, and changes them while a failure occurs. */
async function change(
  className: string,
  before: readonly string[],
  after: readonly string[],
  faults: readonly Fault[] = [],
) {
  const { account, emulator, of } = bare as BareAccount;
  const { base } = CLASSES[className] ?? { base: {} };
  const lifecycle = of(className);
  const { id, state } = await lifecycle.create(account, { ...base, ...declare(before, className) });
  moments = [];
  for (const fault of faults) emulator.faults(fault);
  const wanted = { ...base, ...declare(after, className) };
  const result = await lifecycle.update(account, id, state, wanted).catch((error: Error) => error);
  emulator.faults({ clear: true });
  return { id, state, wanted, result };
}

interface Pair {
  readonly className: string;
  readonly one: string;
  readonly other: string;
}

/** Each guard of each class, replaced by another one. */
const pairs: readonly Pair[] = Object.entries(CLASSES).flatMap(([className, { guards }]) =>
  guards.flatMap((one) =>
    guards.filter((other) => other !== one).map((other) => ({ className, one, other })),
  ),
);

/** For each failure, every guard is removed once and added once. */
const isNext = ({ className, one, other }: Pair) => {
  const { guards = [] } = CLASSES[className] ?? {};
  return guards[(guards.indexOf(one) + 1) % guards.length] === other;
};

describe.each(Object.entries(FAULTS))("with %s", (fault, faults) => {
  const tried = faults.length === 0 ? pairs : pairs.filter(isNext);
  test.each(tried)(
    "$className is never open while $one becomes $other",
    async ({ className, one, other }) => {
      const { account, of } = await open(className, { signInModules: "one" });
      const { id, state, wanted, result } = await change(className, [one], [other], faults);
      expectNeverOpen([one], [other]);
      if (fault === "nothing") expect(result).not.toBeInstanceOf(Error);
      // The next run completes the rest, starting from this run's state.
      const remaining =
        result instanceof Error ? (result instanceof PartialFailure ? result.state : state) : result;
      const lifecycle = of(className);
      const next = await lifecycle.update(account, id, remaining, wanted);
      expectNeverOpen([one], [other]);
      expect(appliedGuards(stored(className))).toEqual([other]);
      expect(stored(className)[snakeCase(one)]).toBeNull();
      expect(lifecycle.diff(id, next, wanted).changed).toBe(false);
      expect(next).toMatchObject({ unmanagedModules: [] });
    },
  );
});

const calls = () =>
  moments.map(({ call }) => call.replace(/ \/edges\/(https\/edghts_1\/routes|\w+)\/[^/]+/, " "));

describe("a removed module", () => {
  test("is deleted after the PATCH, guards last, targets before it", async () => {
    const { account, of } = await open("HttpsEdgeRoute");
    const base = { edgeId: "edghts_1", matchType: "path_prefix", match: "/" };
    const plain = { backend: { backendId: "bkdtg_1" }, websocketTcpConverter: {} };
    const before = { ...base, ...declare(["oauth", "userAgentFilter"]), ...plain };
    const { id, state } = await of("HttpsEdgeRoute").create(account, before);
    moments = [];
    await of("HttpsEdgeRoute").update(account, id, state, { ...base, description: "gone" });
    expect(calls()).toEqual([
      "DELETE /backend",
      "PATCH ",
      "DELETE /websocket_tcp_converter",
      "DELETE /oauth",
      "DELETE /user_agent_filter",
    ]);
  });

  test("is deleted only after the backend that it guarded has changed", async () => {
    const { account, of } = await open("TlsEdge");
    const { id, state } = await of("TlsEdge").create(account, {
      backend: { backendId: "bkdtg_1" },
      ...declare(["mutualTls"]),
    });
    moments = [];
    bare?.emulator.faults({ on: "PATCH *", status: 403 });
    const open_ = { backend: { backendId: "bkdtg_2" } };
    await expect(of("TlsEdge").update(account, id, state, open_)).rejects.toThrow("403");
    expect(appliedGuards(stored("TlsEdge"))).toEqual(["mutualTls"]);
  });

  test("is named in the error if its deletion fails, and stays in the state", async () => {
    await open("HttpsEdgeRoute");
    const fault: Fault[] = [{ on: "DELETE *", status: 403 }];
    const { result, id, wanted } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], fault);
    expect(result).toBeInstanceOf(PartialFailure);
    const { message, state } = result as PartialFailure;
    expect(message).toMatch(/^oidc changed, but then: DELETE .*403/);
    expect(state).toMatchObject({ oauth: GUARDS.oauth, oidc: GUARDS.oidc, unmanagedModules: [] });
    expect((bare as BareAccount).of("HttpsEdgeRoute").diff(id, state, wanted).changed).toBe(true);
  });
});

describe("a service that applies one sign-in method", () => {
  test("gets both in one PATCH, the old one disabled", async () => {
    await open("HttpsEdgeRoute", { signInModules: "one" });
    await change("HttpsEdgeRoute", ["oauth", "ipRestriction"], ["saml"]);
    expect(calls()).toEqual(["PATCH ", "PATCH ", "DELETE /ip_restriction", "DELETE /oauth"]);
    const [, patch] = bare?.emulator.requests({ method: "PATCH" }) ?? [];
    expect(patch?.body).toEqual({
      saml: { idp_metadata: "<EntityDescriptor/>", authorized_groups: ["staff"], allow_idp_initiated: true },
      oauth: {
        enabled: false,
        provider: { github: { client_id: "app", client_secret: "oauth-secret", organizations: ["edge"] } },
      },
    });
    expect(stored("HttpsEdgeRoute")).toMatchObject({ oauth: null, ip_restriction: null });
  });

  test("keeps the disabled one in the state if it cannot be deleted", async () => {
    const { account, of } = await open("HttpsEdgeRoute", { signInModules: "one" });
    const fault: Fault[] = [{ on: "DELETE *", status: 403 }];
    const { result, id, wanted } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], fault);
    const { state } = result as PartialFailure;
    expect(state).toMatchObject({ oauth: { enabled: false } });
    await of("HttpsEdgeRoute").update(account, id, state, wanted);
    expect(stored("HttpsEdgeRoute")).toMatchObject({ oauth: null, oidc: { enabled: true } });
  });
});

describe("a service that rejects both while one exists", () => {
  /** Rejects a PATCH with OIDC while the route has OAuth, enabled or not, with the service's error. */
  const retry = (times: number): Fault[] => [
    {
      on: "PATCH *",
      status: 400,
      times,
      body: { error_code: "ERR_3", msg: "OAuth must be removed before OIDC can be set" },
    },
  ];

  test("deletes the old one first", async () => {
    await open("HttpsEdgeRoute");
    const { result } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], retry(2));
    expect(result).not.toBeInstanceOf(Error);
    expect(calls()).toEqual(["PATCH ", "PATCH ", "DELETE /oauth", "PATCH "]);
    expect(appliedGuards(stored("HttpsEdgeRoute"))).toEqual(["oidc"]);
  });

  test("restores the old one if the new one is still rejected", async () => {
    await open("HttpsEdgeRoute");
    const { result, state, wanted, id } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], retry(3));
    expect(result).not.toBeInstanceOf(PartialFailure);
    expect((result as Error).message).toMatch(
      /OAuth must be removed.*; oauth, which was removed for this change, is restored$/,
    );
    expect(appliedGuards(stored("HttpsEdgeRoute"))).toEqual(["oauth"]);
    expect(stored("HttpsEdgeRoute").oauth).toMatchObject({
      provider: { github: { client_secret: "oauth-secret" } },
    });
    await (bare as BareAccount).of("HttpsEdgeRoute").update((bare as BareAccount).account, id, state, wanted);
    expect(appliedGuards(stored("HttpsEdgeRoute"))).toEqual(["oidc"]);
  });

  test("reports that the module is missing if it could not be restored", async () => {
    await open("HttpsEdgeRoute");
    const { result } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], retry(4));
    expect(result).toBeInstanceOf(PartialFailure);
    expect((result as Error).message).toMatch(/^oauth removed, but then: .*; and restoring oauth failed: /);
    expect((result as PartialFailure).state).not.toHaveProperty("oauth");
  });

  test("is not assumed because a quoted address contains the word", async () => {
    await open("HttpsEdgeRoute");
    const msg = "The issuer https://oauth.example.com cannot be reached.";
    const fault = { on: "PATCH *", status: 400, body: { error_code: "ERR_4", msg } };
    await change("HttpsEdgeRoute", ["oauth"], ["oidc"], [fault]);
    expect(calls()).toEqual(["PATCH ", "PATCH "]);
    expect(appliedGuards(stored("HttpsEdgeRoute"))).toEqual(["oauth"]);
  });
});

describe("a switch to upstream", () => {
  const base = { hostports: ["app.example.com:443"] };
  const upstream = { ...base, tlsTermination: { terminateAt: "upstream" } };

  test("deletes mutual TLS first, and restores it if the switch is rejected", async () => {
    const { account, emulator, of } = await open("TlsEdge");
    const { id, state } = await of("TlsEdge").create(account, { ...base, ...declare(["mutualTls"]) });
    moments = [];
    emulator.faults({ on: "PATCH *", ...refused, times: 1 });
    const failure = await of("TlsEdge")
      .update(account, id, state, upstream)
      .catch((error: Error) => error);
    expect(failure).not.toBeInstanceOf(PartialFailure);
    expect((failure as Error).message).toMatch(
      /not today.*; mutualTls, which was removed for this change, is restored/,
    );
    expect(appliedGuards(stored("TlsEdge"))).toEqual(["mutualTls"]);
    await of("TlsEdge").update(account, id, state, upstream);
    expect(stored("TlsEdge")).toMatchObject({
      mutual_tls: null,
      tls_termination: { terminate_at: "upstream" },
    });
    expect(calls()).toEqual(["DELETE /mutual_tls", "PATCH ", "PATCH ", "DELETE /mutual_tls", "PATCH "]);
  });

  test("removes the old guard in the same request if it sets another one", async () => {
    const { account, of } = await open("TlsEdge");
    const { id, state } = await of("TlsEdge").create(account, { ...base, ...declare(["mutualTls"]) });
    moments = [];
    await of("TlsEdge").update(account, id, state, { ...upstream, ...declare(["ipRestriction"]) });
    expectNeverOpen(["mutualTls"], ["ipRestriction"]);
    expect(stored("TlsEdge")).toMatchObject({
      mutual_tls: null,
      tls_termination: { terminate_at: "upstream" },
    });
  });

  test("is undone if mutual TLS replaces it", async () => {
    const { account, of } = await open("TlsEdge");
    const { id, state } = await of("TlsEdge").create(account, upstream);
    await of("TlsEdge").update(account, id, state, { ...base, ...declare(["mutualTls"]) });
    expect(stored("TlsEdge")).toMatchObject({ tls_termination: null, mutual_tls: { enabled: true } });
  });
});

test("keeps an object adopted if its update fails", async () => {
  const { account, emulator, of } = await open("ReservedDomain", {
    seed: {
      "/tls_certificates": [{ id: "cert_1", subject_common_name: "app.example.com" }],
      "/reserved_domains": [{ id: "rd_1", domain: "app.example.com", certificate_management_policy: {} }],
    },
    attachmentSwitch: "refuse",
  });
  emulator.faults({ on: "PATCH *", ...refused });
  const failure = await of("ReservedDomain")
    .create(account, { domain: "app.example.com", certificateId: "cert_1", adoptId: "rd_1" })
    .catch((error: Error) => error);
  expect(failure).toBeInstanceOf(PartialFailure);
  expect((failure as PartialFailure).state).toMatchObject({ adopted: true });
});
