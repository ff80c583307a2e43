import { beforeEach, describe, expect, test } from "vitest";
import { bool, mapOf, string, stringList } from "../../../provider/family/fields";
import { PartialFailure } from "../../../provider/lifecycle";
import { unsetValue } from "../../../provider/lifecycle/values/wire";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";

type Props = Record<string, unknown>;

let bare: BareAccount;

beforeEach(async () => {
  bare = await openBareAccount();
});

/** Creates an object, updates it, and returns the requests of the update and the resulting state. */
async function update(className: string, before: Props, after: Props) {
  const lifecycle = bare.of(className);
  const { id, state: olds } = await lifecycle.create(bare.account, before);
  let state: Props = {};
  const calls = await bare.recordCalls(async () => {
    state = await lifecycle.update(bare.account, id, olds, after);
  });
  const sent = calls.map(({ method, path, body }) => [`${method} ${path.replace(id, "ID")}`, body]);
  return { id, olds, state, sent };
}

describe("an update sends", () => {
  test("changed inputs, and the default of removed ones", async () => {
    const before = { type: "api", ipPolicyIds: ["ipp_1"], enforced: true, description: "a", metadata: "m" };
    bare.emulator.seed({ "/ip_policies": [{ id: "ipp_1" }, { id: "ipp_2" }] });
    const after = { type: "api", ipPolicyIds: ["ipp_2"], metadata: "m" };
    const { sent, state } = await update("IpRestriction", before, after);
    expect(sent).toEqual([
      ["PATCH /ip_restrictions/ID", { description: "", enforced: false, ip_policy_ids: ["ipp_2"] }],
    ]);
    expect(state).toMatchObject({
      ...after,
      description: "",
      enforced: false,
      __unset: ["enforced", "description"],
      ipPolicies: [{ id: "ipp_2" }],
    });
  });

  test("only a DELETE to detach a certificate, and removes it from the state", async () => {
    bare.emulator.seed({ "/tls_certificates": [{ id: "cert_1", subject_common_name: "app.example.com" }] });
    const domain = { domain: "app.example.com" };
    const { sent, state, olds } = await update(
      "ReservedDomain",
      { ...domain, certificateId: "cert_1" },
      domain,
    );
    expect(sent).toEqual([["DELETE /reserved_domains/ID/certificate", undefined]]);
    expect(olds.certificate).toMatchObject({ id: "cert_1" });
    expect(state).toMatchObject({ certificate: null });
    expect(state).not.toHaveProperty("certificateId");
  });
});

test.each([
  ["a text", string("Text."), ""],
  ["a list", stringList("List."), []],
  ["a map", mapOf(string("Value."), "Map."), {}],
  ["a boolean", bool("Switch."), null],
])(
  "%s without a default is unset by its type's empty value, or by null if there is none",
  (_, field, value) => {
    expect(unsetValue(field)).toEqual(value);
  },
);

describe("one input that replaces another", () => {
  const certificate = { domain: "app.example.com", certificateId: "cert_1" };
  const policy = { domain: "app.example.com", certificateManagementPolicy: {} };
  const seed = { "/tls_certificates": [{ id: "cert_1", subject_common_name: "app.example.com" }] };

  test.each([
    ["policy for certificate", certificate, policy, { certificate_management_policy: {} }],
    ["certificate for policy", policy, certificate, { certificate_id: "cert_1" }],
  ])("%s: one PATCH", async (_, before, after, body) => {
    bare.emulator.seed(seed);
    const { sent } = await update("ReservedDomain", before, after);
    expect(sent).toEqual([["PATCH /reserved_domains/ID", body]]);
  });

  test.each([
    ["policy for certificate", certificate, policy, "certificate"],
    ["certificate for policy", policy, certificate, "certificate_management_policy"],
  ])("%s: detached first only if the service requires it", async (_, before, after, segment) => {
    // Refuses to set one of the two attachments while the domain has the other.
    bare = await openBareAccount({ seed, attachmentSwitch: "refuse" });
    const { sent, state } = await update("ReservedDomain", before, after);
    expect(sent.map(([call]) => call)).toEqual([
      "PATCH /reserved_domains/ID",
      `DELETE /reserved_domains/ID/${segment}`,
      "PATCH /reserved_domains/ID",
    ]);
    expect(state).toMatchObject(after);
  });

  const described = { ...policy, description: "new" };

  test.each([
    ["the token may not change it", certificate, policy, 403],
    ["another input changes", policy, described, 400],
    ["there was nothing before", { domain: "app.example.com" }, policy, 400],
    ["both are declared", certificate, { ...certificate, ...policy }, 400],
  ])("detaches nothing if the update is rejected and %s", async (_, before, after, status) => {
    bare.emulator.seed(seed);
    bare.emulator.faults({ on: "PATCH *", status });
    const failure = update("ReservedDomain", before, after);
    await expect(failure).rejects.toThrow(String(status));
    await expect(failure).rejects.not.toBeInstanceOf(PartialFailure);
    expect(bare.emulator.requests().map(({ method }) => method)).toEqual(["POST", "PATCH"]);
  });
});

test.each<[className: string, ids: Props, conflicting: Props, compatible: Props, unmanaged: string]>([
  [
    "TlsEdge",
    {},
    { tlsTermination: { terminateAt: "upstream" } },
    { tlsTermination: { terminateAt: "edge" } },
    "mutualTls",
  ],
  [
    "HttpsEdgeRoute",
    { edgeId: "e" },
    { oidc: { issuer: "https://a.example.com" } },
    { oidc: { enabled: false } },
    "oauth",
  ],
])(
  "a diff of %s warns about modules that conflict with unmanaged ones",
  (className, ids, conflicting, compatible, unmanaged) => {
    const lifecycle = bare.of(className);
    const warningsOf = (inputs: Props, unmanagedModules: readonly string[]) =>
      lifecycle.diff("id_1", { ...ids, unmanagedModules, __unset: [] }, { ...ids, ...inputs }).warnings;
    expect(warningsOf(conflicting, [unmanaged])).toEqual([
      expect.stringMatching(
        `^${className} id_1: the service may refuse ${Object.keys(conflicting)[0]} next to ${unmanaged},.*: to remove ${unmanaged}, declare it with enabled: false,`,
      ),
    ]);
    expect(warningsOf(conflicting, ["backend"])).toEqual([]);
    expect(warningsOf(compatible, [unmanaged])).toEqual([]);
  },
);

describe("a write to a missing object fails with advice", () => {
  const advice =
    "was deleted outside of this program. Run `pulumi up --refresh`, which removes it from the state and creates it again";

  test.each<[string, { status: number; body: string } | undefined]>([
    ["a 404 in the API's format", undefined],
    ["a 404 without a code", { status: 404, body: "{}" }],
    ["a 404 from a proxy", { status: 404, body: "<html>" }],
    ["a 410 from a proxy", { status: 410, body: "gone" }],
  ])("in an update, which gets %s", async (_, response) => {
    const lifecycle = bare.of("IpPolicy");
    const { id, state } = await lifecycle.create(bare.account, { description: "a" });
    bare.emulator.mutate({ path: `/ip_policies/${id}`, delete: true });
    if (response) bare.emulator.faults({ on: "PATCH *", kind: "custom", ...response });
    const failure = lifecycle.update(bare.account, id, state, { description: "b" });
    await expect(failure).rejects.toThrow(`IpPolicy ${id} is gone: it ${advice}`);
    await expect(failure).rejects.toThrow(`PATCH /ip_policies/${id}`);
  });

  test("for the module of an edge and for a route", async () => {
    const { id: edgeId } = await bare.of("TlsEdge").create(bare.account, {});
    const { id: https } = await bare.of("HttpsEdge").create(bare.account, {});
    bare.emulator.mutate({ path: `/edges/tls/${edgeId}`, delete: true });
    bare.emulator.mutate({ path: `/edges/https/${https}`, delete: true });
    const module = bare.of("TlsEdgeMutualTls").create(bare.account, { edgeId, enabled: false });
    await expect(module).rejects.toThrow(`the object at /edges/tls/${edgeId} is gone: it ${advice}`);
    const inputs = { edgeId: https, matchType: "exact_path", match: "/" };
    const route = bare.of("HttpsEdgeRoute").create(bare.account, inputs);
    await expect(route).rejects.toThrow(`the object in edgeId (${https}) is gone: it ${advice}`);
    await expect(route).rejects.toThrow("If the program gives its id as text, correct that");
  });

  test("but not if the 404 is about another object", async () => {
    const lifecycle = bare.of("IpPolicy");
    const { id, state } = await lifecycle.create(bare.account, { description: "a" });
    const body = { error_code: "ERR_404", status_code: 404, msg: "no such reference" };
    // `commit: false` rejects the update without applying it.
    bare.emulator.faults({ on: "PATCH *", kind: "custom", status: 404, commit: false, body });
    const failure = lifecycle.update(bare.account, id, state, { description: "b" });
    await expect(failure).rejects.toThrow(/no such reference(?!.*is gone)/s);
    await expect(failure).rejects.toThrow(`IpPolicy ${id} itself exists: correct the other ids`);
  });

  test('that begins with "if", because a proxy answers the lookup too', async () => {
    const lifecycle = bare.of("IpPolicy");
    const { id, state } = await lifecycle.create(bare.account, { description: "a" });
    bare.emulator.faults({ on: "*", kind: "custom", status: 404, body: "<html>" });
    const failure = lifecycle.update(bare.account, id, state, { description: "b" });
    await expect(failure).rejects.toThrow(`if IpPolicy ${id} ${advice.replace(". Run", ", run")}`);
  });
});
