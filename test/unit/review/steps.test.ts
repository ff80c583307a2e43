import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { markdown } from "../../../cli/review/render/markdown";
import { review } from "../../../cli/review/report";
import {
  created,
  deleted,
  listFindings,
  type Props,
  reviewSteps,
  type Step,
  same,
  state,
  toPreview,
  updated,
  urn,
} from "../../support/previews";

/** Returns the operations that the engine's SDK declares. */
function listOperations(): string[] {
  const declarations = createRequire(__filename).resolve("@pulumi/pulumi/automation/stack.d.ts");
  const [, union = ""] = /type OpType = ([^;]+);/.exec(readFileSync(declarations, "utf8")) ?? [];
  return [...union.matchAll(/"([^"]+)"/g)].map(([, op]) => String(op));
}

const edge = (inputs: Props = {}) => ({
  hostports: ["db.example.com:5432"],
  backend: { backendId: "b_1" },
  ...inputs,
});
const guard = { ipRestriction: { enabled: true, ipPolicyIds: ["ipp_1"] } };
const isExternal = { external: true };

const step = (op: string, sides: { readonly oldState?: Props; readonly newState?: Props }): Step => ({
  op,
  urn: urn("TcpEdge", "db"),
  ...sides,
});

const imported = step("import", { newState: state("e_1", edge(guard)) });
const callsOf = ({ cost }: Awaited<ReturnType<typeof reviewSteps>>) =>
  cost.calls.map(({ method, path }) => `${method} ${path}`).sort();
const changesOf = ({ changes }: Awaited<ReturnType<typeof reviewSteps>>) =>
  changes.map(({ kind, name }) => `${kind} ${name}`);

describe("engine steps", () => {
  test("are all known, and all but `same` are changes", () => {
    const operations = listOperations();
    expect(operations.length).toBeGreaterThanOrEqual(15);
    for (const op of operations) {
      const [before, after] = [state("e_1", edge()), state("e_2", edge(guard))];
      const preview = toPreview([step(op, { oldState: before, newState: after })]);
      expect(preview.unknownSteps).toEqual([]);
      expect([op, preview.changes.map(({ kind }) => kind === "same")]).toEqual([op, [op === "same"]]);
    }
  });

  test("are a finding if their kind is unknown", async () => {
    const report = await reviewSteps([
      step("transmogrify", { newState: state("e_1", edge()) }),
      same("IpPolicy", "p", "ipp_1", {}),
    ]);
    expect(listFindings(report)).toEqual(["high unknown-step: TcpEdge db"]);
    expect(report.findings[0]?.message).toContain('"transmogrify"');
  });
});

describe("an import", () => {
  test("is listed, changes nothing, and sends one request", async () => {
    const report = await reviewSteps([same("IpPolicy", "office", "ipp_1", {}), imported]);
    expect(report.summary).toMatchObject({ import: 1, same: 1, create: 0 });
    expect(changesOf(report)).toEqual(["import db"]);
    expect(report.findings).toEqual([]);
    expect(callsOf(report)).toEqual(["GET /edges/tcp/{id}"]);
    expect(report.graph.nodes).toContainEqual(expect.objectContaining({ label: "db", kind: "import" }));
    expect(markdown(report)).toContain("1 to import, 1 unchanged");
  });

  test("warns that the resource takes ownership of the object, unless it stays on destroy", async () => {
    const report = await reviewSteps([imported, same("IpPolicy", "office", "ipp_1", {})]);
    expect(markdown(report)).toMatch(/TcpEdge `db` takes ownership of `e_1`: `pulumi destroy`.+deletes it/);
    const retained = state("e_1", edge({ ...guard, deleteOnDestroy: false }));
    const retainedReport = await reviewSteps([step("import", { newState: retained })]);
    expect(markdown(retainedReport)).not.toContain("takes ownership");
  });

  test("is reported for a credential", async () => {
    const key = { op: "import", urn: urn("ApiKey", "deploys"), newState: state("ak_1", {}) };
    const { credentials } = await reviewSteps([key]);
    expect(credentials.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^imported into the program/),
    ]);
  });

  test("is listed with the changes of a subsequent update", async () => {
    const object = state("e_1", edge({ ...guard, __imported: true }));
    const newState = state("e_1", edge({ ipRestriction: { enabled: false, ipPolicyIds: ["ipp_1"] } }), {});
    const detailedDiff = { "ipRestriction.enabled": { kind: "update", inputDiff: true } };
    const update = step("update", { oldState: object, newState });
    const report = await reviewSteps([
      same("IpPolicy", "office", "ipp_1", {}),
      step("import", { newState: object }),
      { ...update, diffReasons: ["ipRestriction"], detailedDiff },
    ]);
    expect([report.summary.import, report.summary.update]).toEqual([1, 0]);
    expect(report.changes).toMatchObject([{ kind: "import", name: "db", paths: ["ipRestriction.enabled"] }]);
    expect(callsOf(report)).toEqual(["GET /edges/tcp/{id}", "PATCH /edges/tcp/{id}"]);
    expect(listFindings(report)).toEqual(["high exposure-opens: tcp://db.example.com:5432"]);
  });

  test("replaces another object by deleting it, and creates none", async () => {
    const [before, after] = [state("e_1", edge()), state("e_2", edge(guard))];
    const report = await reviewSteps([
      same("IpPolicy", "office", "ipp_1", {}),
      step("import-replacement", { newState: after }),
      step("replace", { oldState: before, newState: after }),
      step("delete-replaced", { oldState: before }),
    ]);
    expect(report.summary).toMatchObject({ replace: 1 });
    expect(callsOf(report)).toEqual(["DELETE /edges/tcp/{id}", "GET /edges/tcp/{id}"]);
    expect(report.replacements).toMatchObject([
      { deletesFirst: false, breaks: "an existing object is adopted, and the old one is deleted" },
    ]);
  });

  const outputs = { ...edge(guard), unmanagedModules: [], __imported: true };

  test.each([
    ["that the program omits", edge()],
    ["that was never compared with a program", edge({ ...guard, __imported: true })],
  ])("keeps a module %s while the edge changes", async (_, inputs) => {
    const newState = state("e_1", edge({ description: "mine" }), {});
    const change = step("update", { oldState: state("e_1", inputs, outputs), newState });
    const report = await reviewSteps([
      same("IpPolicy", "office", "ipp_1", {}),
      { ...change, diffReasons: ["description"] },
    ]);
    expect(report.findings).toEqual([]);
    expect(callsOf(report)).toEqual(["PATCH /edges/tcp/{id}"]);
  });
});

describe("a read resource", () => {
  const external = (id: string) => state(id, edge(), edge(), isExternal);

  test("is counted separately, and listed if it is new", async () => {
    const unchanged = await reviewSteps([
      step("read", { oldState: external("e_1"), newState: external("e_1") }),
    ]);
    expect([unchanged.summary.read, unchanged.summary.same, changesOf(unchanged)]).toEqual([1, 0, []]);
    const first = await reviewSteps([step("read", { newState: external("e_1") })]);
    expect(changesOf(first)).toEqual(["read db"]);
    const released = await reviewSteps([
      step("read", { oldState: state("e_1", edge()), newState: external("e_1") }),
    ]);
    expect(changesOf(released)).toEqual(["read db"]);
    expect(released.findings).toEqual([]);
  });

  test("replaces a managed object by deleting it, and creates none", async () => {
    const sides = { oldState: state("e_1", edge()), newState: external("e_2") };
    const report = await reviewSteps([
      step("read-replacement", sides),
      step("replace", sides),
      step("delete-replaced", { oldState: sides.oldState }),
    ]);
    expect([report.summary.replace, report.summary.read]).toEqual([1, undefined]);
    expect(callsOf(report)).toEqual(["DELETE /edges/tcp/{id}", "GET /edges/tcp/{id}"]);
  });

  test("stays on the service when the program no longer reads it", async () => {
    const report = await reviewSteps([step("discard", { oldState: external("e_1") })]);
    expect([report.summary.forget, changesOf(report)]).toEqual([1, ["forget db"]]);
    expect([report.findings, report.exposure.changed, callsOf(report)]).toEqual([[], [], []]);
    expect(markdown(report)).toContain("1 to drop from the state");
  });

  test("stays if its resource creates an object instead", async () => {
    const sides = { oldState: external("e_1"), newState: state(undefined, edge(), {}) };
    const report = await reviewSteps([
      step("create-replacement", sides),
      step("replace", sides),
      step("discard-replaced", { oldState: sides.oldState }),
    ]);
    expect(callsOf(report)).toEqual(["POST /edges/tcp"]);
    expect(report.replacements).toMatchObject([{ stays: true }]);
  });
});

describe("a refresh before the preview", () => {
  const [recorded, found] = [state("e_1", edge(guard)), state("e_1", edge())];
  const refreshed = step("refresh", { oldState: recorded, newState: found });

  test("doesn't hide a subsequent deletion", async () => {
    const report = await reviewSteps([
      step("refresh", { oldState: recorded, newState: recorded }),
      deleted("TcpEdge", "db", "e_1", edge(guard)),
    ]);
    expect(changesOf(report)).toEqual(["delete db"]);
  });

  test("is listed if it finds a difference, and opens nothing", async () => {
    const report = await reviewSteps([refreshed, step("same", { oldState: found, newState: found })]);
    expect([report.summary.refresh, report.summary.same, changesOf(report)]).toEqual([1, 0, ["refresh db"]]);
    expect(report.exposure.changed).toEqual([]);
  });

  test("isn't listed if it finds no difference", async () => {
    const unchanged = { oldState: found, newState: found };
    const report = await reviewSteps([step("refresh", unchanged), step("same", unchanged)]);
    expect([report.summary.same, report.summary.refresh, changesOf(report)]).toEqual([1, undefined, []]);
  });

  test("precedes the creation of an object that it doesn't find", async () => {
    const missing = step("refresh", { oldState: recorded });
    expect(changesOf(await reviewSteps([missing, created("TcpEdge", "db", edge(guard))]))).toEqual([
      "create db",
    ]);
    const report = await reviewSteps([missing]);
    expect([report.summary.forget, changesOf(report), report.exposure.changed]).toEqual([
      1,
      ["forget db"],
      [],
    ]);
  });
});

test("an object that an earlier run has deleted is only dropped from the state", async () => {
  const report = await reviewSteps([step("remove-pending-replace", { oldState: state("e_1", edge()) })]);
  expect([report.summary.forget, changesOf(report), report.exposure.changed]).toEqual([1, ["forget db"], []]);
});

test("releases the name of an adopted object that is deleted on request", async () => {
  const state = { domain: "app.example.com", adopted: true };
  const deletion = (deleteOnDestroy: boolean) =>
    reviewSteps([deleted("ReservedDomain", "app", "rd_1", { ...state, deleteOnDestroy })]);
  expect(listFindings(await deletion(true))).toEqual(["high name-released: ReservedDomain app"]);
  expect(listFindings(await deletion(false))).toEqual([]);
});

test("counts a secret below a changed path as changed, but not one next to it", async () => {
  const hook = (description: string) => ({
    ...{ edgeId: "e_1", matchType: "path_prefix", match: "/", description },
    webhookVerification: { provider: "github", secret: "[secret]" },
  });
  const changedCredentials = async (path: string) =>
    (await reviewSteps([updated("HttpsEdgeRoute", "root", "r_1", hook("a"), hook("b"), [path])])).credentials;
  expect(await changedCredentials("webhookVerification")).toMatchObject([
    { what: "secret webhookVerification.secret changes" },
  ]);
  expect(await changedCredentials("webhookVerification.secret")).toHaveLength(1);
  expect(await changedCredentials("description")).toEqual([]);
});

test("reports a preview that failed without an error message", async () => {
  const failed = toPreview([], { diagnostics: [{ severity: "error", message: "preview failed" }] });
  expect(listFindings(await review(failed))).toEqual(["critical preview-failed: the preview"]);
  const policies = [{ policy: "p", pack: "own", level: "mandatory", message: "no" }] as const;
  expect(listFindings(await review(failed, { policies }))).toEqual(["critical policy: the stack"]);
});
