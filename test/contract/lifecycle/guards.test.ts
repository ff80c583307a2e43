import { describe, expect, onTestFinished, test } from "vitest";
import type { EmulatorOptions, Fault } from "../../../emulator";
import { PartialFailure } from "../../../provider/lifecycle";
import { authorityPem } from "../../support/crypto";
import { catchError } from "../../support/failures";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";
import { startRecordingProxy } from "../../support/recording-proxy";
import { snakeCase } from "../../support/store";

type Props = Record<string, unknown>;

const seed = {
  "/ip_policies": [{ id: "ipp_1" }, { id: "ipp_2" }],
  "/certificate_authorities": [{ id: "ca_1", ca_pem: authorityPem("staff.example.com") }],
  "/backends/tunnel_group": [{ id: "bkdtg_1" }, { id: "bkdtg_2" }],
  "/edges/https": [{ id: "edghts_1" }],
  "/reserved_domains": [{ domain: "*.example.com" }, { domain: "*.tcp.example.com" }],
};

/** The modules that restrict access, each with a restriction. */
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

const COLLECTIONS: Readonly<Record<string, string>> = {
  HttpsEdgeRoute: "/edges/https/edghts_1/routes",
  ReservedDomain: "/reserved_domains",
  TlsEdge: "/edges/tls",
  TcpEdge: "/edges/tcp",
  HttpsEdge: "/edges/https",
};

const refused = { status: 400, body: { error_code: "ERR_1", msg: "not today" } };

const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  "no fault": [],
  "one PATCH refused": [{ on: "PATCH *", ...refused, times: 1 }],
  "each PATCH refused": [{ on: "PATCH *", ...refused }],
  "each PATCH forbidden": [{ on: "PATCH *", status: 403 }],
  "a rate limit": [{ on: "PATCH|DELETE *", status: 429, retryAfter: 15, times: 2 }],
  "the reply to a PATCH lost": [{ on: "PATCH *", kind: "cut-after", times: 1 }],
  "each PATCH lost": [{ on: "PATCH *", kind: "cut-before" }],
  "the reply to a DELETE lost": [{ on: "DELETE *", kind: "cut-after", times: 1 }],
  "each DELETE refused": [{ on: "DELETE *", status: 403 }],
  "a service that fails for a while": [{ on: "*", status: 503, times: 3 }],
};

let bare: BareAccount | undefined;
/** The guards that apply to the object after each request. */
let history: { readonly call: string; readonly guards: readonly string[] }[] = [];

function appliedGuards(object: Props | undefined): string[] {
  return Object.keys(GUARDS).filter((name) => {
    const guard = object?.[snakeCase(name)] as { readonly enabled?: boolean } | null | undefined;
    return guard && guard.enabled !== false;
  });
}

/** Opens an account, and records the guards of the last object of a class after each request. */
async function open(className: string, options: EmulatorOptions = {}): Promise<BareAccount> {
  history = [];
  bare = await openBareAccount({ seed, ...options }, async (emulator) => {
    const proxy = await startRecordingProxy(emulator.url, (call) => {
      const [object] = emulator.objects(COLLECTIONS[className] ?? "").slice(-1);
      history.push({ call, guards: appliedGuards(object) });
    });
    onTestFinished(() => proxy.close());
    return { baseUrl: proxy.url };
  });
  return bare;
}

const stored = (className: string) => bare?.emulator.objects(COLLECTIONS[className] ?? "").at(-1) as Props;

/** Expects that after each request, all guards from before or all guards from after the change apply. */
function expectNeverOpen(before: readonly string[], after: readonly string[]): void {
  for (const { call, guards } of history) {
    const areApplied = (names: readonly string[]) => names.every((name) => guards.includes(name));
    const isClosed = areApplied(before) || areApplied(after);
    expect({ call, guards, isClosed }).toMatchObject({ isClosed: true });
    expect(guards.length).toBeGreaterThanOrEqual(Math.min(before.length, after.length));
  }
}

const connectionPolicy = { value: { on_tcp_connect: [{ actions: [{ type: "deny" }] }] } };

const inputsOf = (names: readonly string[], className = "HttpsEdgeRoute") => {
  const guards: Readonly<Record<string, Props>> =
    className === "HttpsEdgeRoute" ? GUARDS : { ...GUARDS, trafficPolicy: connectionPolicy };
  return Object.fromEntries(names.map((name) => [name, guards[name] ?? {}]));
};

/** Creates an object with some guards, and changes them while faults occur. */
async function change(
  className: string,
  before: readonly string[],
  after: readonly string[],
  faults: readonly Fault[] = [],
) {
  const { account, emulator, of } = bare as BareAccount;
  const { base } = CLASSES[className] ?? { base: {} };
  const lifecycle = of(className);
  const { id, state } = await lifecycle.create(account, { ...base, ...inputsOf(before, className) });
  history = [];
  for (const fault of faults) emulator.faults(fault);
  const news = { ...base, ...inputsOf(after, className) };
  const result = await lifecycle.update(account, id, state, news).catch((error: Error) => error);
  emulator.faults({ clear: true });
  return { id, state, news, result };
}

interface Replacement {
  readonly className: string;
  readonly before: string;
  readonly after: string;
}

/** Each guard of each class, replaced by each other guard. */
const replacements: readonly Replacement[] = Object.entries(CLASSES).flatMap(([className, { guards }]) =>
  guards.flatMap((before) =>
    guards.filter((after) => after !== before).map((after) => ({ className, before, after })),
  ),
);

/** Selects replacements that remove and add every guard once. */
const isReplacedByNext = ({ className, before, after }: Replacement) => {
  const { guards = [] } = CLASSES[className] ?? {};
  return guards[(guards.indexOf(before) + 1) % guards.length] === after;
};

describe.each(Object.entries(FAULTS))("with %s", (fault, faults) => {
  const tested = faults.length === 0 ? replacements : replacements.filter(isReplacedByNext);
  test.each(tested)(
    "$className is never open while $after replaces $before",
    async ({ className, before, after }) => {
      const { account, of } = await open(className, { signInModules: "one" });
      const { id, state, news, result } = await change(className, [before], [after], faults);
      expectNeverOpen([before], [after]);
      if (fault === "no fault") expect(result).not.toBeInstanceOf(Error);
      // The next run completes the change, starting from this run's state.
      const olds =
        result instanceof Error ? (result instanceof PartialFailure ? result.state : state) : result;
      const lifecycle = of(className);
      const next = await lifecycle.update(account, id, olds, news);
      expectNeverOpen([before], [after]);
      expect(appliedGuards(stored(className))).toEqual([after]);
      expect(stored(className)[snakeCase(before)]).toBeNull();
      expect(lifecycle.diff(id, next, news).changed).toBe(false);
      expect(next).toMatchObject({ unmanagedModules: [] });
    },
  );
});

/** The requests since the creation. A GET comes first if the service may have settings of a module to keep. */
const calls = () =>
  history.map(({ call }) => call.replace(/ \/edges\/(https\/edghts_1\/routes|\w+)\/[^/]+/, " "));

describe("a removed module", () => {
  test("is deleted before the PATCH if it is the backend, else after it, with guards last", async () => {
    const { account, of } = await open("HttpsEdgeRoute");
    const base = { edgeId: "edghts_1", matchType: "path_prefix", match: "/" };
    const plain = { backend: { backendId: "bkdtg_1" }, websocketTcpConverter: {} };
    const before = { ...base, ...inputsOf(["oauth", "userAgentFilter"]), ...plain };
    const { id, state } = await of("HttpsEdgeRoute").create(account, before);
    history = [];
    await of("HttpsEdgeRoute").update(account, id, state, { ...base, description: "closed" });
    expect(calls()).toEqual([
      "DELETE /backend",
      "PATCH ",
      "DELETE /websocket_tcp_converter",
      "DELETE /oauth",
      "DELETE /user_agent_filter",
    ]);
  });

  test("is not deleted before the backend that it guards has changed", async () => {
    const { account, of } = await open("TlsEdge");
    const { id, state } = await of("TlsEdge").create(account, {
      backend: { backendId: "bkdtg_1" },
      ...inputsOf(["mutualTls"]),
    });
    history = [];
    bare?.emulator.faults({ on: "PATCH *", status: 403 });
    const unguarded = { backend: { backendId: "bkdtg_2" } };
    await expect(of("TlsEdge").update(account, id, state, unguarded)).rejects.toThrow("403");
    expect(appliedGuards(stored("TlsEdge"))).toEqual(["mutualTls"]);
  });

  test("stays in the state if its deletion fails, and the error shows what was changed before", async () => {
    await open("HttpsEdgeRoute");
    const fault: Fault[] = [{ on: "DELETE *", status: 403 }];
    const { result, id, news } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], fault);
    expect(result).toBeInstanceOf(PartialFailure);
    const { message, state } = result as PartialFailure;
    expect(message).toMatch(/^oidc changed, but the update then failed: DELETE .*403/);
    expect(state).toMatchObject({ oauth: GUARDS.oauth, oidc: GUARDS.oidc, unmanagedModules: [] });
    expect((bare as BareAccount).of("HttpsEdgeRoute").diff(id, state, news).changed).toBe(true);
  });
});

describe("a service that applies one sign-in method", () => {
  test("gets both methods in one PATCH, the old one disabled", async () => {
    await open("HttpsEdgeRoute", { signInModules: "one" });
    await change("HttpsEdgeRoute", ["oauth", "ipRestriction"], ["saml"]);
    // The service rejects the first PATCH, which leaves OAuth enabled.
    expect(calls()).toEqual(["GET ", "PATCH ", "PATCH ", "DELETE /ip_restriction", "DELETE /oauth"]);
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

  test("keeps the disabled method in the state if it cannot be deleted", async () => {
    const { account, of } = await open("HttpsEdgeRoute", { signInModules: "one" });
    const fault: Fault[] = [{ on: "DELETE *", status: 403 }];
    const { result, id, news } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], fault);
    const { state } = result as PartialFailure;
    expect(state).toMatchObject({ oauth: { enabled: false } });
    await of("HttpsEdgeRoute").update(account, id, state, news);
    expect(stored("HttpsEdgeRoute")).toMatchObject({ oauth: null, oidc: { enabled: true } });
  });
});

test("a sign-in method set by hand can be removed as the warning about it says", async () => {
  const { account, emulator, of } = await open("HttpsEdgeRoute", { signInModules: "one" });
  const lifecycle = of("HttpsEdgeRoute");
  const declared = { ...CLASSES.HttpsEdgeRoute?.base, ...inputsOf(["oauth"]) };
  const { id, state } = await lifecycle.create(account, declared);
  const byHand = { issuer: "https://idp.example.com", client_id: "app", client_secret: "oidc-secret" };
  const set = { oauth: null, oidc: { enabled: true, ...byHand } };
  emulator.mutate({ path: `/edges/https/edghts_1/routes/${id}`, set });
  const seen = await lifecycle.read(account, id, state);
  const [warning] = lifecycle.diff(id, seen?.state ?? {}, declared).warnings;
  expect(warning).toMatch(
    /to remove oidc, declare it with enabled: false, run `pulumi up`, and then remove it/,
  );
  const both = { ...declared, oidc: { ...GUARDS.oidc, enabled: false } };
  expect(lifecycle.check({}, both).failures).toEqual([]);
  const disabled = await lifecycle.update(account, id, seen?.state ?? {}, both);
  const removed = await lifecycle.update(account, id, disabled, declared);
  expect(stored("HttpsEdgeRoute")).toMatchObject({ oidc: null, oauth: { enabled: true } });
  expect(lifecycle.diff(id, removed, declared)).toMatchObject({ changed: false, warnings: [] });
});

describe("a service that rejects a second sign-in method", () => {
  /** Rejects the next PATCHes like a service that accepts OIDC only after OAuth is removed. */
  const conflict = (times: number): Fault[] => [
    {
      on: "PATCH *",
      status: 400,
      times,
      body: { error_code: "ERR_3", msg: "OAuth must be removed before OIDC can be set" },
    },
  ];

  test("causes the old method to be deleted first", async () => {
    await open("HttpsEdgeRoute");
    const { result } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], conflict(2));
    expect(result).not.toBeInstanceOf(Error);
    expect(calls()).toEqual(["GET ", "PATCH ", "PATCH ", "DELETE /oauth", "PATCH "]);
    expect(appliedGuards(stored("HttpsEdgeRoute"))).toEqual(["oidc"]);
  });

  test("gets the old method back if the new one is still rejected", async () => {
    await open("HttpsEdgeRoute");
    const { result, state, news, id } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], conflict(3));
    expect(result).not.toBeInstanceOf(PartialFailure);
    expect((result as Error).message).toMatch(
      /OAuth must be removed.*; oauth was removed for this change and has been restored$/,
    );
    expect(appliedGuards(stored("HttpsEdgeRoute"))).toEqual(["oauth"]);
    expect(stored("HttpsEdgeRoute").oauth).toMatchObject({
      provider: { github: { client_secret: "oauth-secret" } },
    });
    await (bare as BareAccount).of("HttpsEdgeRoute").update((bare as BareAccount).account, id, state, news);
    expect(appliedGuards(stored("HttpsEdgeRoute"))).toEqual(["oidc"]);
  });

  test("causes an error about the missing module if it could not be restored", async () => {
    await open("HttpsEdgeRoute");
    const { result } = await change("HttpsEdgeRoute", ["oauth"], ["oidc"], conflict(4));
    expect(result).toBeInstanceOf(PartialFailure);
    expect((result as Error).message).toMatch(
      /^oauth removed, but the update then failed: .*; restoring oauth failed too: /,
    );
    expect((result as PartialFailure).state).not.toHaveProperty("oauth");
  });

  test("is not assumed if a module's name in the error is only part of the issuer's URL", async () => {
    await open("HttpsEdgeRoute");
    const msg = "The issuer https://oauth.example.com cannot be reached.";
    const fault = { on: "PATCH *", status: 400, body: { error_code: "ERR_4", msg } };
    await change("HttpsEdgeRoute", ["oauth"], ["oidc"], [fault]);
    expect(calls()).toEqual(["GET ", "PATCH ", "PATCH "]);
    expect(appliedGuards(stored("HttpsEdgeRoute"))).toEqual(["oauth"]);
  });
});

describe("a switch of TLS termination to upstream", () => {
  const base = { hostports: ["app.example.com:443"] };
  const upstream = { ...base, tlsTermination: { terminateAt: "upstream" } };
  const UNKNOWN_BACKEND = {
    error_code: "ERR_NGROK_6501",
    msg: "The backend bkdtg_2 doesn't exist.",
    details: { parameter: "backend.backend_id" },
  };

  async function switchToUpstream(faults: readonly Fault[], otherInputs = {}) {
    const { account, emulator, of } = await open("TlsEdge");
    const { id, state } = await of("TlsEdge").create(account, { ...base, ...inputsOf(["mutualTls"]) });
    history = [];
    emulator.faults(faults);
    return of("TlsEdge")
      .update(account, id, state, { ...upstream, ...otherInputs })
      .catch((error: Error) => error);
  }

  test("disables mutual TLS in the same PATCH, and deletes it afterwards", async () => {
    await switchToUpstream([]);
    expect(calls()).toEqual(["GET ", "PATCH ", "DELETE /mutual_tls"]);
    expect(stored("TlsEdge")).toMatchObject({
      mutual_tls: null,
      tls_termination: { terminate_at: "upstream" },
    });
  });

  test.each([
    ["is refused without naming an input", { status: 400, body: { error_code: "ERR_4", msg: "not today" } }],
    [
      "is refused because of another input, with a code of the service",
      { status: 400, body: UNKNOWN_BACKEND },
    ],
    [
      "is refused because of another input, with an unknown code",
      { status: 400, body: { ...UNKNOWN_BACKEND, error_code: "ERR_4" } },
    ],
    ["fails", { status: 403 }],
  ])("removes no guard if it %s", async (_, fault) => {
    const otherBackend = { backend: { backendId: "bkdtg_2" } };
    expect(await switchToUpstream([{ on: "PATCH *", ...fault }], otherBackend)).toBeInstanceOf(Error);
    expect(calls()).toEqual(["GET ", "PATCH "]);
    expect(appliedGuards(stored("TlsEdge"))).toEqual(["mutualTls"]);
  });

  test("deletes mutual TLS first if the service refuses it even disabled, and restores it if that fails", async () => {
    const msg = "Most other modules are not allowed while terminate_at is upstream.";
    const refusesOtherModules = { on: "PATCH *", status: 400, body: { error_code: "ERR_4", msg } };
    await switchToUpstream([{ ...refusesOtherModules, times: 1 }]);
    expect(calls()).toEqual(["GET ", "PATCH ", "DELETE /mutual_tls", "PATCH "]);
    expect(stored("TlsEdge")).toMatchObject({ mutual_tls: null });
    const failure = await switchToUpstream([{ ...refusesOtherModules, times: 2 }]);
    expect(String(failure)).toMatch(
      /upstream.*; mutualTls was removed for this change and has been restored/,
    );
    expect(failure).not.toBeInstanceOf(PartialFailure);
    expect(appliedGuards(stored("TlsEdge"))).toEqual(["mutualTls"]);
  });

  test("removes no other guard because of mutual TLS", async () => {
    const { account, emulator, of } = await open("TlsEdge");
    const before = { ...base, ...inputsOf(["ipRestriction"]) };
    const { id, state } = await of("TlsEdge").create(account, before);
    const settings = { enabled: true, certificate_authority_ids: ["ca_1"] };
    emulator.mutate({ path: `/edges/tls/${id}/mutual_tls`, set: settings });
    history = [];
    const failure = await catchError(of("TlsEdge").update(account, id, state, upstream));
    expect(failure.message).toMatch(
      /ERR_NGROK_7062.*this takes two runs: without this change, remove the other's/,
    );
    expect(calls()).toEqual(["GET ", "PATCH "]);
    expect(appliedGuards(stored("TlsEdge"))).toEqual(["ipRestriction", "mutualTls"]);
  });

  test("deletes another guard last even if mutual TLS is deleted first", async () => {
    const { account, emulator, of } = await open("TlsEdge");
    const guards = inputsOf(["mutualTls", "ipRestriction"]);
    const { id, state } = await of("TlsEdge").create(account, { ...base, ...guards });
    history = [];
    emulator.faults({ on: "PATCH *", code: 7062, times: 2 });
    const after = { ...upstream, ...inputsOf(["trafficPolicy"], "TlsEdge") };
    await of("TlsEdge").update(account, id, state, after);
    expect(calls()).toEqual([
      "GET ",
      "PATCH ",
      "PATCH ",
      "DELETE /mutual_tls",
      "PATCH ",
      "DELETE /ip_restriction",
    ]);
  });

  test("removes the old guard in the same request if it sets another one", async () => {
    const { account, of } = await open("TlsEdge");
    const { id, state } = await of("TlsEdge").create(account, { ...base, ...inputsOf(["mutualTls"]) });
    history = [];
    await of("TlsEdge").update(account, id, state, { ...upstream, ...inputsOf(["ipRestriction"]) });
    expectNeverOpen(["mutualTls"], ["ipRestriction"]);
    expect(stored("TlsEdge")).toMatchObject({
      mutual_tls: null,
      tls_termination: { terminate_at: "upstream" },
    });
  });

  test("is undone if mutual TLS replaces it", async () => {
    const { account, of } = await open("TlsEdge");
    const { id, state } = await of("TlsEdge").create(account, upstream);
    history = [];
    await of("TlsEdge").update(account, id, state, { ...base, ...inputsOf(["mutualTls"]) });
    expect(calls()).toEqual(["PATCH ", "PATCH ", "DELETE /tls_termination"]);
    expect(stored("TlsEdge")).toMatchObject({ tls_termination: null, mutual_tls: { enabled: true } });
  });
});

test("an adopted object stays adopted if its update fails", async () => {
  const { account, emulator, of } = await open("ReservedDomain", {
    seed: {
      "/tls_certificates": [{ id: "cert_1", subject_common_name: "app.example.com" }],
      "/reserved_domains": [{ id: "rd_1", domain: "app.example.com", certificate_management_policy: {} }],
    },
    attachmentSwitch: "refuse",
  });
  emulator.faults({ on: "PATCH *", ...refused });
  const inputs = { domain: "app.example.com", certificateId: "cert_1", adoptId: "rd_1" };
  const failure = await catchError<PartialFailure>(of("ReservedDomain").create(account, inputs));
  expect(failure).toBeInstanceOf(PartialFailure);
  expect(failure.state).toMatchObject({ adopted: true });
});
