import { beforeEach, describe, expect, test } from "vitest";
import { tlsEdgeMutualTls } from "../../../provider/families/tls-edge-mutual-tls";
import { UNKNOWN } from "../../../provider/family/unknown";
import { idsInModuleId } from "../../../provider/lifecycle";
import { authorityPem } from "../../support/crypto";
import { type BareAccount, formatCalls, openBareAccount } from "../../support/lifecycle";

type Props = Record<string, unknown>;

let bare: BareAccount;

beforeEach(async () => {
  bare = await openBareAccount({
    seed: {
      "/certificate_authorities": ["one", "two"].map((name, i) => ({
        id: `ca_${i + 1}`,
        ca_pem: authorityPem(`${name}.example.com`),
      })),
      "/edges/tls": [
        { id: "edgtls_1" },
        {
          id: "edgtls_2",
          mutual_tls: { certificate_authority_ids: ["ca_1"] },
          tls_termination: { terminate_at: "edge", min_version: "1.3" },
        },
      ],
    },
  });
});

const mutualTls = { edgeId: "edgtls_2", certificateAuthorityIds: ["ca_1"] };
const termination = { edgeId: "edgtls_2", terminateAt: "edge" };

async function record(task: () => Promise<unknown>) {
  return (await bare.recordCalls(task)).map(({ method, path, body }) => [`${method} ${path}`, body]);
}

const create = (className: string, inputs: Props) => bare.of(className).create(bare.account, inputs);

test("setting a module is one PUT with the program's inputs", async () => {
  const inputs = { edgeId: "edgtls_1", certificateAuthorityIds: ["ca_2", "ca_1"] };
  const calls = await record(async () => {
    const { id, state } = await create("TlsEdgeMutualTls", inputs);
    expect(id).toBe("edgtls_1/mutual_tls");
    expect(state).toEqual({
      ...inputs,
      enabled: true,
      certificateAuthorities: [
        { id: "ca_2", uri: expect.any(String) },
        { id: "ca_1", uri: expect.any(String) },
      ],
      __unset: ["enabled"],
    });
  });
  expect(calls).toEqual([
    ["PUT /edges/tls/edgtls_1/mutual_tls", { certificate_authority_ids: ["ca_2", "ca_1"] }],
  ]);
});

describe("the adoption of a module", () => {
  test("writes nothing if it is equal", async () => {
    const inputs = { ...mutualTls, adoptId: "edgtls_2/mutual_tls" };
    const calls = await record(async () => {
      const { id, state } = await create("TlsEdgeMutualTls", inputs);
      expect(id).toBe("edgtls_2/mutual_tls");
      expect(state).toEqual({
        ...inputs,
        enabled: true,
        certificateAuthorities: [{ id: "ca_1", uri: expect.any(String) }],
        adopted: true,
        __unset: ["enabled"],
      });
    });
    expect(calls).toEqual([["GET /edges/tls/edgtls_2/mutual_tls", undefined]]);
  });

  test("compares values that the service chose only if the program sets them", async () => {
    const adoptId = "edgtls_2/tls_termination";
    const unsetCalls = await record(() => create("TlsEdgeTlsTermination", { ...termination, adoptId }));
    expect(unsetCalls.map(([call]) => call)).toEqual(["GET /edges/tls/edgtls_2/tls_termination"]);
    const setCalls = await record(() =>
      create("TlsEdgeTlsTermination", { ...termination, minVersion: "1.2", adoptId }),
    );
    expect(setCalls.map(([call]) => call)).toEqual([
      "GET /edges/tls/edgtls_2/tls_termination",
      "PUT /edges/tls/edgtls_2/tls_termination",
    ]);
  });

  test.each([["empty"], ["not-found"]] as const)(
    "rejects an unset module, for which the service responds %s",
    async (absentModules) => {
      bare = await openBareAccount({ seed: { "/edges/tls": [{ id: "edgtls_1" }] }, absentModules });
      const inputs = { edgeId: "edgtls_1", adoptId: "edgtls_1/mutual_tls" };
      await expect(create("TlsEdgeMutualTls", inputs)).rejects.toThrow(
        "adoptId: edgtls_1/mutual_tls is not set on the server: remove adoptId to set it",
      );
      expect(formatCalls(bare.emulator.requests())).toEqual(["GET /edges/tls/edgtls_1/mutual_tls"]);
    },
  );
});

describe("the id", () => {
  const check = (inputs: Props) =>
    bare
      .of("TlsEdgeMutualTls")
      .check({}, inputs)
      .failures.map(({ path, reason }) => `${path}: ${reason}`);

  test("in adoptId must be the module's if both are known", () => {
    expect(check({ ...mutualTls, adoptId: "edgtls_2/mutual_tls" })).toEqual([]);
    expect(check({ ...mutualTls, adoptId: "edgtls_1/mutual_tls" })).toEqual([
      "adoptId: the module of these inputs has the id edgtls_2/mutual_tls",
    ]);
    expect(check({ ...mutualTls, edgeId: UNKNOWN, adoptId: "edgtls_1/mutual_tls" })).toEqual([]);
    expect(check({ ...mutualTls, adoptId: UNKNOWN })).toEqual([]);
    expect(check({ adoptId: "x" })).toEqual(["edgeId: is required: Id of the TlsEdge."]);
  });

  test.each(["edgtls_1", "edgtls_1/backend", "x/edgtls_1/mutual_tls", "edgtls_1/mutual_tls/x", ""])(
    "cannot be %j",
    (id) => {
      expect(() => idsInModuleId(tlsEdgeMutualTls, id)).toThrow(
        `the id of TlsEdgeMutualTls is <edgeId>/mutual_tls, not ${JSON.stringify(id)}`,
      );
    },
  );
});

describe("the diff of a module", () => {
  const olds = { ...termination, enabled: true, minVersion: "1.3", __unset: ["enabled", "minVersion"] };
  const diff = (news: Props, before: Props = olds) =>
    bare.of("TlsEdgeTlsTermination").diff("edgtls_2/tls_termination", before, news);
  const unknown = { ...termination, edgeId: UNKNOWN, adoptId: UNKNOWN };
  const same = {
    changedInputs: [],
    changed: false,
    replaces: [],
    deleteBeforeReplace: false,
    needsExplicitChange: false,
    warnings: [],
  };
  const changing = (...changedInputs: string[]) => ({ ...same, changedInputs, changed: true });

  test.each([
    ["nothing for equal inputs", termination, same],
    ["nothing for an explicit default", { ...termination, enabled: true }, same],
    ["a parameter", { ...termination, enabled: false }, changing("enabled")],
    [
      "a value chosen by the service that the program sets",
      { ...termination, minVersion: "1.2" },
      changing("minVersion"),
    ],
    ["deleteOnDestroy", { ...termination, deleteOnDestroy: false }, changing("deleteOnDestroy")],
    ["another edge", { ...termination, edgeId: "x" }, { ...changing("edgeId"), replaces: ["edgeId"] }],
    [
      "an unknown edge and adoptId",
      unknown,
      { ...changing("edgeId", "adoptId"), replaces: ["edgeId", "adoptId"] },
    ],
    ["nothing for the module's own adoptId", { ...termination, adoptId: "edgtls_2/tls_termination" }, same],
  ])("reports %s", (_, news, expected) => {
    expect(diff(news)).toEqual(expected);
  });

  test("reports a removed value that the service may choose", () => {
    expect(diff(termination, { ...termination, minVersion: "1.3", __unset: [] }).changed).toBe(true);
  });
});

describe("reading a module", () => {
  const read = (id: string, before: Props = {}) =>
    bare.of("TlsEdgeTlsTermination").read(bare.account, id, before);

  test("without a state, excludes defaults and values that the service may have chosen from the inputs", async () => {
    const found = await read("edgtls_2/tls_termination");
    expect(found?.id).toBe("edgtls_2/tls_termination");
    expect(found?.inputs).toStrictEqual({ edgeId: "edgtls_2" });
    expect(found?.state).toEqual({
      ...found?.inputs,
      enabled: true,
      terminateAt: "edge",
      minVersion: "1.3",
      __unset: ["enabled", "terminateAt", "minVersion"],
    });
  });

  test("with a state, drops removed values", async () => {
    const set = { terminate_at: "upstream", min_version: null };
    bare.emulator.mutate({ path: "/edges/tls/edgtls_2/tls_termination", set });
    const found = await read("edgtls_2/tls_termination", { edgeId: "edgtls_2", minVersion: "1.3" });
    expect(found?.inputs).toStrictEqual({ edgeId: "edgtls_2", terminateAt: "upstream" });
  });

  test("with a state, keeps the program's spelling and local inputs", async () => {
    const before = { edgeId: "edgtls_2", minVersion: "1.2", deleteOnDestroy: false, adopted: true };
    const found = await read("edgtls_2/tls_termination", { ...before, __unset: [] });
    expect(found?.inputs).toEqual({ edgeId: "edgtls_2", minVersion: "1.3", deleteOnDestroy: false });
    expect(found?.state).toMatchObject({ ...before, minVersion: "1.3" });
    const adopted = await read("edgtls_2/tls_termination", {
      ...before,
      adoptId: "edgtls_2/tls_termination",
    });
    expect(adopted?.inputs).toMatchObject({ adoptId: "edgtls_2/tls_termination" });
    const created = await read("edgtls_2/tls_termination", { edgeId: "edgtls_2" });
    expect(created?.state).not.toHaveProperty("adopted");
  });

  test.each([["empty"], ["not-found"]] as const)(
    "returns undefined for an unset module, for which the service responds %s",
    async (absentModules) => {
      bare = await openBareAccount({ seed: { "/edges/tls": [{ id: "edgtls_1" }] }, absentModules });
      expect(await read("edgtls_1/tls_termination", termination)).toBeUndefined();
    },
  );

  test("treats an empty response as a missing module", async () => {
    bare.emulator.faults({ on: "GET *", kind: "custom", status: 200, body: {} });
    expect(await read("edgtls_2/tls_termination")).toBeUndefined();
  });
});

describe("updating a module", () => {
  const olds = { ...mutualTls, enabled: true, __unset: ["enabled"], adopted: true };
  const update = (news: Props, before: Props = olds) =>
    bare.of("TlsEdgeMutualTls").update(bare.account, "edgtls_2/mutual_tls", before, news);

  test("is one PUT, and keeps an adoption", async () => {
    const calls = await record(async () => {
      const state = await update({ ...mutualTls, enabled: false });
      expect(state).toMatchObject({ ...mutualTls, enabled: false, adopted: true });
      expect(state).not.toHaveProperty("__unset");
    });
    expect(calls).toEqual([
      ["PUT /edges/tls/edgtls_2/mutual_tls", { enabled: false, certificate_authority_ids: ["ca_1"] }],
    ]);
  });

  test("sends nothing for local inputs, and keeps the state", async () => {
    const before = { ...olds, certificateAuthorities: [{ id: "ca_1", uri: "u" }] };
    const calls = await record(async () => {
      const state = await update({ ...mutualTls, deleteOnDestroy: false }, before);
      expect(state).toEqual({ ...before, deleteOnDestroy: false });
    });
    expect(calls).toEqual([]);
  });

  test("does not mark a created module as adopted", async () => {
    const { adopted, ...created } = olds;
    expect(await update({ ...mutualTls, enabled: false }, created)).not.toHaveProperty("adopted");
  });
});

describe("deleting", () => {
  const moduleOnServer = () =>
    bare.emulator.objects("/edges/tls").find(({ id }) => id === "edgtls_2")?.mutual_tls;
  const remove = (state: Props, className = "TlsEdgeMutualTls") =>
    bare.of(className).delete(bare.account, "edgtls_2/mutual_tls", state);

  test.each([
    ["a module of an earlier run", {}, undefined],
    ["an adopted module with deleteOnDestroy: true", { adopted: true, deleteOnDestroy: true }, undefined],
    ["an adopted module", { adopted: true }, "it was adopted and deleteOnDestroy is not true"],
    ["a module with deleteOnDestroy: false", { deleteOnDestroy: false }, "deleteOnDestroy is false"],
  ])("%s removes it, or reports why it is left in place", async (_, inputs, reason) => {
    await remove({ ...mutualTls, ...inputs });
    expect(bare.lines).toEqual(
      reason === undefined ? [] : [`TlsEdgeMutualTls edgtls_2/mutual_tls is left in place: ${reason}`],
    );
    if (reason === undefined) expect(moduleOnServer()).toBeNull();
    else expect(moduleOnServer()).toMatchObject({ certificate_authority_ids: ["ca_1"] });
  });

  test("leaves a module that another resource has set in this run", async () => {
    await create("TlsEdgeMutualTls", { edgeId: "edgtls_1" });
    await create("TlsEdgeMutualTls", mutualTls);
    await remove(mutualTls);
    expect(bare.lines).toEqual([
      "TlsEdgeMutualTls edgtls_2/mutual_tls is left in place: it was set in this run",
    ]);
    expect(moduleOnServer()).toMatchObject({ certificate_authority_ids: ["ca_1"] });
  });
});
