import { expect, onTestFinished, test } from "vitest";
import type { PartialFailure } from "../../../provider/lifecycle/values/errors";
import { authorityPem } from "../../support/crypto";
import { catchError } from "../../support/failures";
import { openBareAccount } from "../../support/lifecycle";
import { startForwarder } from "../../support/service";

type Props = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Props =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a body with the service's own defaults. Omitted objects, and omitted properties of a PATCH, get none. */
const fillDefaults = (defaults: Props, body: Props, isPatch = false): Props => {
  const result: Record<string, unknown> = { ...body };
  for (const [key, defaultValue] of Object.entries(defaults)) {
    const value = body[key];
    if (isObject(defaultValue)) {
      if (isObject(value)) result[key] = fillDefaults(defaultValue, value);
    } else if (value === undefined && !isPatch) result[key] = defaultValue;
  }
  return result;
};

/** Starts a service with other defaults than the emulator behind it. */
async function startService(defaults: Props, target: string): Promise<string> {
  const { url, close } = await startForwarder(({ method, body }) => {
    const fill = () => fillDefaults(defaults, JSON.parse(body) as Props, method === "PATCH");
    return { target, body: body === "" ? "" : JSON.stringify(fill()) };
  });
  onTestFinished(close);
  return url;
}

const seed = {
  "/ip_policies": [{ id: "ipp_1" }],
  "/certificate_authorities": [{ id: "ca_1", ca_pem: authorityPem("staff.example.com") }],
  "/edges/tls": [{ id: "edgtls_1" }],
  "/reserved_domains": [{ id: "rd_0", domain: "app.example.com" }],
};

const open = (defaults: Props) =>
  openBareAccount({ seed }, async ({ url }) => ({ baseUrl: await startService(defaults, url) }));

const httpEndpoint = { url: "http://app.example.com", trafficPolicy: "{}" };
const httpsEndpoint = { url: "https://app.example.com", trafficPolicy: "{}" };

const cases: readonly [className: string, inputs: Props, serviceDefaults: Props, correction: Props][] = [
  ["IpRestriction", { type: "api", ipPolicyIds: ["ipp_1"] }, { enforced: true }, { enforced: false }],
  ["BotUser", { name: "deploy" }, { active: false }, { active: true }],
  ["Endpoint", httpsEndpoint, { pooling_enabled: true }, { pooling_enabled: false }],
  ["Endpoint", httpEndpoint, { bindings: ["kubernetes"] }, { bindings: ["public"] }],
  ["IpPolicy", {}, { description: "theirs", metadata: "theirs" }, { description: "", metadata: "" }],
  ["HttpResponseBackend", {}, { status_code: 503, body: "closed" }, { status_code: 200, body: "" }],
];

test.each(cases)(
  "%s %j is as declared after one run with a service that defaults to %j",
  async (name, inputs, defaults, correction) => {
    const bare = await open(defaults);
    const lifecycle = bare.of(name);
    const calls = await bare.recordCalls(async () => {
      const { id, state } = await lifecycle.create(bare.account, inputs);
      expect(lifecycle.diff(id, state, inputs)).toMatchObject({ changed: false, replaces: [] });
      const found = await lifecycle.read(bare.account, id, state);
      expect(lifecycle.diff(id, found?.state ?? {}, inputs)).toMatchObject({ changed: false, replaces: [] });
    });
    const writes = calls.filter(({ method }) => method !== "GET");
    expect(writes.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    expect(writes[1]?.body).toEqual(correction);
  },
);

test("sends the program's values once, regardless of the service's defaults", async () => {
  const bare = await open({ enforced: false });
  const inputs = { type: "api", ipPolicyIds: ["ipp_1"], enforced: true };
  const calls = await bare.recordCalls(() => bare.of("IpRestriction").create(bare.account, inputs));
  expect(calls.map(({ method }) => method)).toEqual(["POST"]);
});

test("keeps an object in the state if a default of the service cannot be corrected, which the next run does", async () => {
  const bare = await open({ enforced: true });
  bare.emulator.faults([{ on: "PATCH /ip_restrictions/*", status: 400, times: 1 }]);
  const inputs = { type: "api", ipPolicyIds: ["ipp_1"] };
  const lifecycle = bare.of("IpRestriction");
  const failed = await catchError<PartialFailure>(lifecycle.create(bare.account, inputs));
  expect(failed).toMatchObject({ name: "PartialFailure", state: { enforced: true } });
  expect(failed.message).toMatch(/^IpRestriction \S+ exists, but the service has set enforced,/);
  const { id, state } = failed;
  const later = await lifecycle.update(bare.account, id, state, inputs);
  expect(lifecycle.diff(id, later, inputs)).toMatchObject({ changed: false });
});

test.each(["creates", "adds"])(
  "a module with omitted values is as declared after the run that %s it",
  async (operation) => {
    const inputs = { mutualTls: { certificateAuthorityIds: ["ca_1"] } };
    const bare = await open({ mutual_tls: { enabled: false } });
    const edges = bare.of("TlsEdge");
    const before = operation === "adds" ? await edges.create(bare.account, {}) : undefined;
    const calls = await bare.recordCalls(async () => {
      const created = before ?? (await edges.create(bare.account, inputs));
      const state = before
        ? await edges.update(bare.account, before.id, before.state, inputs)
        : created.state;
      const found = await edges.read(bare.account, created.id, state);
      for (const olds of [state, found?.state ?? {}])
        expect(edges.diff(created.id, olds, inputs)).toMatchObject({ changed: false, replaces: [] });
    });
    const [first, second, ...more] = calls.filter(({ method }) => method !== "GET");
    expect([first?.method, second?.method, more]).toEqual([before ? "PATCH" : "POST", "PATCH", []]);
    expect(second?.body).toEqual({ mutual_tls: { enabled: true, certificate_authority_ids: ["ca_1"] } });
  },
);

test("a single-module resource is as declared after one run", async () => {
  const bare = await open({ enabled: false });
  const inputs = { edgeId: "edgtls_1", certificateAuthorityIds: ["ca_1"] };
  const lifecycle = bare.of("TlsEdgeMutualTls");
  const calls = await bare.recordCalls(async () => {
    const { id, state } = await lifecycle.create(bare.account, inputs);
    expect(lifecycle.diff(id, state, inputs)).toMatchObject({ changed: false });
  });
  expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { enabled: false, certificate_authority_ids: ["ca_1"] },
    { enabled: true, certificate_authority_ids: ["ca_1"] },
  ]);
});

test("keeps a module in the state if a default of the service cannot be corrected", async () => {
  const bare = await open({ enabled: false });
  bare.emulator.faults([{ on: "PUT /edges/tls/*/mutual_tls", status: 400, times: 1, after: 1 }]);
  const inputs = { edgeId: "edgtls_1", certificateAuthorityIds: ["ca_1"] };
  const failed = await catchError(bare.of("TlsEdgeMutualTls").create(bare.account, inputs));
  expect(failed).toMatchObject({ name: "PartialFailure", state: { enabled: false } });
});
