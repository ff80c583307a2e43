import type { dynamic } from "@pulumi/pulumi";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { snake } from "../../provider/api";
import { authorityPem } from "../support/crypto";
import { EngineCalls } from "../support/engine-calls";
import { hostFor } from "../support/hosted-provider";
import { type Declared, type JsonInputs, reference, resource } from "../support/program";
import { testedProvider } from "../support/provider-under-test";
import { emulatedAccount, testJournal } from "../support/test-resources";
import { virtualTime } from "../support/virtual-clock";

let emulator: Emulator;
let engine: EngineCalls;
let journal: ReturnType<typeof testJournal>;
const time = virtualTime();

beforeEach(async () => {
  journal = testJournal();
  emulator = await emulatedAccount({
    time: time.clock.serverTime,
    seed: {
      "/ip_policies": [{ id: "ipp_1" }, { id: "ipp_2" }],
      "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { team: "edge" } }],
      "/certificate_authorities": [{ id: "ca_1", ca_pem: authorityPem("staff.example.com") }],
      "/edges/https": [{ id: "edghts_1" }],
    },
  });
  engine = new EngineCalls(() => hostFor(emulator), { isNamed: true });
});

/** A resource that fails, so that the engine deletes nothing in the run. */
const failing = resource("ApiKey", "failing", {});

/** Applies a program with a last resource that fails. */
async function failingUp(program: readonly Declared[]) {
  emulator.faults({ on: "POST /api_keys", status: 400 });
  await expect(engine.up([...program, failing])).rejects.toThrow();
  emulator.faults({ clear: true });
}

async function captureReports(task: () => Promise<unknown>): Promise<string> {
  const spy = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await task();
  const lines = spy.mock.calls.map(([line]) => String(line));
  spy.mockRestore();
  return lines.join("");
}

const writes = () => emulator.requests().filter(({ method }) => method !== "GET");
const deletionsSince = (before: number) =>
  writes()
    .slice(before)
    .filter(({ method }) => method === "DELETE");

interface ModuleCase {
  readonly parent: readonly [className: string, inputs: JsonInputs, collection: string];
  /** The single-module class, and its inputs except the ids in its path. */
  readonly single: readonly [className: string, inputs: JsonInputs];
  readonly ids: JsonInputs;
  /** The parent's input for the module. */
  readonly key: string;
}

const mutualTls = { certificateAuthorityIds: ["ca_1"] };
const moduleCases: Readonly<Record<string, ModuleCase>> = {
  "a TLS edge": {
    parent: ["TlsEdge", {}, "/edges/tls"],
    single: ["TlsEdgeMutualTls", mutualTls],
    ids: { edgeId: reference("parent") },
    key: "mutualTls",
  },
  "a route": {
    parent: [
      "HttpsEdgeRoute",
      { edgeId: "edghts_1", matchType: "path_prefix", match: "/" },
      "/edges/https/edghts_1/routes",
    ],
    single: ["HttpsEdgeRouteBackend", { backendId: "bkdtg_1" }],
    ids: { edgeId: "edghts_1", routeId: reference("parent") },
    key: "backend",
  },
};

describe.each(Object.entries(moduleCases))("a module of %s", (_, { parent, single, ids, key }) => {
  const [className, inputs, collection] = parent;
  const [singleClass, module] = single;
  const plainParent = resource(className, "parent", inputs);
  const parentWithModule = resource(className, "parent", { ...inputs, [key]: module });
  const ownResource = (name = "alone") => resource(singleClass, name, { ...ids, ...module });
  const storedModule = () => emulator.objects(collection)[0]?.[snake(key)];

  test("stays if it moved into the parent in a failed run and its own resource is deleted", async () => {
    await engine.up([plainParent, ownResource()]);
    const before = storedModule();
    expect(before).toMatchObject({ enabled: true });
    await failingUp([parentWithModule]);
    const writesBefore = writes().length;
    await engine.up([parentWithModule]);
    expect(storedModule()).toEqual(before);
    expect(writes().slice(writesBefore)).toEqual([]);
    // It is deleted with the parent's input.
    await engine.up([plainParent]);
    expect(storedModule()).toBeNull();
  });

  test("stays while it moves out of the parent, after a preview", async () => {
    await engine.up([parentWithModule]);
    const before = storedModule();
    await engine.preview([plainParent, ownResource()]);
    emulator.faults({ on: "PUT *", status: 400 });
    const writesBefore = writes().length;
    await expect(engine.up([plainParent, ownResource()])).rejects.toThrow();
    expect(storedModule()).toEqual(before);
    emulator.faults({ clear: true });
    await engine.up([plainParent, ownResource()]);
    expect(storedModule()).toEqual(before);
    expect(deletionsSince(writesBefore)).toEqual([]);
  });

  test("stays while the parent stops declaring it and its own resource continues", async () => {
    await engine.up([parentWithModule, ownResource()]);
    const before = storedModule();
    await engine.preview([plainParent, ownResource()]);
    const writesBefore = writes().length;
    await engine.up([plainParent, ownResource()]);
    expect(storedModule()).toEqual(before);
    expect(deletionsSince(writesBefore)).toEqual([]);
  });

  test("is deleted if the last preview no longer includes its new resource", async () => {
    await engine.up([parentWithModule]);
    await engine.preview([plainParent, ownResource()]);
    await engine.preview([plainParent]);
    // A command with targets looks the same to the provider.
    expect(await captureReports(() => engine.up([plainParent]))).toContain(
      `warning: ${key} of ${collection}/${engine.ids.get("parent")} is deleted, although ${singleClass} "alone" declared it in an earlier command`,
    );
    expect(storedModule()).toBeNull();
    await engine.up([parentWithModule]);
    expect(await captureReports(() => engine.up([plainParent]))).not.toContain("is deleted");
  });

  test("stays if its own resource was renamed in a failed run, until no resource declares it", async () => {
    await engine.up([plainParent, ownResource()]);
    const before = storedModule();
    await failingUp([plainParent, ownResource("renamed")]);
    await engine.up([plainParent, ownResource("renamed")]);
    expect(storedModule()).toEqual(before);
    await engine.up([plainParent]);
    expect(storedModule()).toBeNull();
  });

  test("is deleted with its own resource if no other declares it, even after a failed run", async () => {
    await engine.up([plainParent, ownResource()]);
    await failingUp([plainParent]);
    expect(storedModule()).not.toBeNull();
    await engine.up([plainParent]);
    expect(storedModule()).toBeNull();
  });

  test("stays if a command includes only its own resource and the parent still has it", async () => {
    await engine.up([plainParent, ownResource()]);
    await failingUp([parentWithModule, ownResource()]);
    const before = storedModule();
    await engine.destroy("alone");
    expect(storedModule()).toEqual(before);
    const writesBefore = writes().length;
    await engine.up([parentWithModule]);
    expect(writes().slice(writesBefore)).toEqual([]);
    await engine.up([plainParent, ownResource()]);
    await engine.destroy("alone");
    expect(storedModule()).toBeNull();
  });
});

describe("an object that another resource adopts", () => {
  /** The creator of the object that `adopter` adopts. */
  const office = resource("IpPolicy", "office", { description: "office" });
  const adopter = (more: JsonInputs = {}) =>
    resource("IpPolicy", "adopter", { description: "office", ...more });
  const exists = (id: string) => emulator.objects("/ip_policies").some((policy) => policy.id === id);
  const createOffice = async () => {
    await engine.up([office]);
    return engine.ids.get("office") ?? "";
  };

  test.each<[string, { isDropped?: boolean; hasNoJournal?: boolean }]>([
    ["", {}],
    [", even if the program no longer adopts it", { isDropped: true }],
    [", even without a journal", { hasNoJournal: true }],
    [", even with neither", { isDropped: true, hasNoJournal: true }],
  ])(
    "stays if it was adopted in a failed run and its creator is deleted%s",
    async (_, { isDropped, hasNoJournal }) => {
      if (hasNoJournal) process.env.TUNNEL_EDGE_JOURNAL_DIR = "off";
      const id = await createOffice();
      await failingUp([adopter({ adoptId: id })]);
      await engine.up([adopter(isDropped ? {} : { adoptId: id })]);
      expect([exists(id), engine.ids.get("adopter")]).toEqual([true, id]);
    },
  );

  test("stays if a command includes only its creator, and is deleted with its adopter", async () => {
    const id = await createOffice();
    await failingUp([adopter({ adoptId: id, deleteOnDestroy: true })]);
    await engine.destroy("office");
    expect(exists(id)).toBe(true);
    await engine.destroy("adopter");
    expect(exists(id)).toBe(false);
  });

  test("is deleted with its creator if its adopter no longer exists", async () => {
    const id = await createOffice();
    await failingUp([adopter({ adoptId: id })]);
    await engine.destroy("adopter");
    expect(exists(id)).toBe(true);
    await engine.destroy("office");
    expect(exists(id)).toBe(false);
  });

  test("is rejected for a second resource before anything is written, in any order", async () => {
    const first = resource("IpPolicy", "first", { adoptId: "ipp_1" });
    const second = resource("IpPolicy", "second", { adoptId: "ipp_1" });
    const refusal =
      /adoptId: ipp_1: IpPolicy .+first.+ names it in adoptId too: only one resource can manage/;
    await expect(engine.preview([first, second])).rejects.toThrow(refusal);
    const writesBefore = writes().length;
    await expect(engine.up([first, second])).rejects.toThrow(refusal);
    expect(writes()).toHaveLength(writesBefore);
    await engine.up([first]);
    await engine.up([first]);
    await expect(engine.up([second, first])).rejects.toThrow(/second/);
  });

  test("is rejected while its creator stays in the program", async () => {
    const id = await createOffice();
    await expect(engine.preview([adopter({ adoptId: id }), office])).rejects.toThrow(
      /IpPolicy .+adopter.+ of this program names it in adoptId too/,
    );
    await expect(engine.up([office, adopter({ adoptId: id })])).rejects.toThrow(
      /adoptId: .+: IpPolicy .+office.+ of this program manages it: only one resource can manage an object/,
    );
    expect(exists(id)).toBe(true);
  });

  test("is rejected if a resource created it in the same run", async () => {
    await expect(engine.up([office, adopter({ adoptId: reference("office") })])).rejects.toThrow(
      /adoptId: ipp_.+: IpPolicy .+office.+ of this program manages it: only one resource can manage an object/,
    );
    expect(emulator.objects("/ip_policies")).toHaveLength(3);
  });

  test("is not recovered from an interrupted run by its creator", async () => {
    const [a, b] = ["a", "b"].map((name) => `organization/app/dev/${name}`);
    const { id } = await hostFor(emulator).create("IpPolicy", { description: "office" }, a);
    await journal.restart();
    const host = hostFor(emulator);
    const inputs = { description: "office", adoptId: id, __resource: b };
    const adopting = await host.of("IpPolicy").check({}, inputs);
    expect((await host.create("IpPolicy", { description: "office" }, a)).id).not.toBe(id);
    expect((await host.of("IpPolicy").create(adopting.inputs ?? {})).id).toBe(id);
  });

  test("stays for its adopter after a second one was deleted, even in a command without the adopter", async () => {
    const [owner, first] = ["owner", "first"].map((name) => `organization/app/dev/${name}`);
    const { id, outs } = await hostFor(emulator).create("IpPolicy", {}, owner);
    await journal.restart();
    const policies = hostFor(emulator).of("IpPolicy");
    const adopted = { ...outs, adoptId: id, adopted: true };
    const { inputs } = await policies.check({ adoptId: id }, { adoptId: id, __resource: first });
    await policies.diff(id, adopted, inputs ?? {});
    // The second adopter, whose name the engine doesn't pass.
    await policies.delete(id, adopted);
    await journal.restart();
    await hostFor(emulator).of("IpPolicy").delete(id, outs);
    expect(exists(id)).toBe(true);
  });

  // The state was moved to another stack, but the former stack's program still declares the object.
  test("stays for the stack that recovered it, and is rejected in the other one", async () => {
    const [former, current] = ["organization/app/dev/a", "organization/app/prod/a"] as const;
    const inputs = { description: "office" };
    const moved = await hostFor(emulator).create("IpPolicy", inputs, former);
    await journal.restart();
    const adopted = await hostFor(emulator).create("IpPolicy", inputs, former);
    expect(adopted.id).toBe(moved.id);
    const compare = async (state: typeof moved, place: string) => {
      await journal.restart();
      const policy = hostFor(emulator).of("IpPolicy");
      const checked = await policy.check(inputs, { ...inputs, __resource: place });
      return policy.diff(state.id, state.outs, checked.inputs ?? {});
    };
    const refusal = `IpPolicy ${moved.id} was recovered by another stack since this state was written, as an earlier run has recorded; nothing was changed`;
    await expect(compare(moved, current)).rejects.toThrow(refusal);
    expect(await compare(moved, former)).toEqual({ changes: false });
    // Within the same stack, either of the two resources may keep it.
    expect(await compare(moved, "organization/app/dev/renamed")).toEqual({ changes: false });
    expect(await compare(adopted, current)).toEqual({ changes: false });
    await journal.restart();
    await hostFor(emulator).of("IpPolicy").delete(moved.id, moved.outs);
    expect(exists(moved.id)).toBe(true);
    await hostFor(emulator).of("IpPolicy").delete(adopted.id, adopted.outs);
    expect(exists(moved.id)).toBe(false);
  });

  test("belongs to the last recovery, even if another machine recorded it", async () => {
    const place = "organization/app/dev/a";
    await hostFor(emulator).create("IpPolicy", {}, place);
    await journal.restart();
    const { id, outs } = await hostFor(emulator).create("IpPolicy", {}, place);
    const recoveredLater = { ...outs, __takenOver: Number(outs.__takenOver) + 1 };
    await journal.restart();
    const policies = hostFor(emulator).of("IpPolicy");
    const checked = await policies.check({}, { __resource: "organization/renamed/dev/a" });
    expect(await policies.diff(id, recoveredLater, checked.inputs ?? {})).toEqual({ changes: false });
    await journal.restart();
    await hostFor(emulator).of("IpPolicy").delete(id, recoveredLater);
    expect(exists(id)).toBe(false);
  });

  // The engine passes no names to a dynamic provider's diff and delete, so equal resources are only counted.
  if (testedProvider === "dynamic")
    describe("of equal resources", () => {
      const places = ["a", "b", "c"].map((name) => `organization/app/dev/${name}`);
      const inputs = { description: "office" };
      const policies = () => hostFor(emulator).of("IpPolicy");
      /** Makes the engine's calls for an existing resource: check and diff. */
      async function compare(
        policy: ReturnType<typeof policies>,
        place: string,
        { id, outs }: dynamic.CreateResult,
      ) {
        const checked = await policy.check(inputs, { ...inputs, __resource: place });
        return policy.diff(String(id), outs, checked.inputs ?? {});
      }

      test("is rejected if two of them have it, as after a rename and an update of the former name", async () => {
        const [a = "", b = ""] = places;
        const created = await hostFor(emulator).create("IpPolicy", inputs, a);
        await journal.restart();
        const adopted = await hostFor(emulator).create("IpPolicy", inputs, a);
        expect(adopted.id).toBe(created.id);
        await journal.restart();
        const policy = policies();
        await compare(policy, a, adopted);
        await expect(compare(policy, b, created)).rejects.toThrow(
          `IpPolicy ${created.id}: two of the resources "a", "b" of this program manage it: only one resource can manage an object`,
        );
      });

      test("stays if one of its resources is deleted and another one remains", async () => {
        const [host, [a = "", b = "", c = ""]] = [hostFor(emulator), places];
        const [created, other] = [
          await host.create("IpPolicy", inputs, a),
          await host.create("IpPolicy", inputs, b),
        ];
        await journal.restart();
        const policy = policies();
        await compare(policy, c, other);
        await compare(policy, b, created);
        await policy.delete(created.id, created.outs);
        expect(exists(created.id)).toBe(true);
      });

      // With the resource options replaceOnChanges and deleteBeforeReplace, the engine doesn't ask the provider.
      test.each([[["a", "b"]], [["a"]]])("is deleted when the engine replaces %j first", async (replaced) => {
        const host = hostFor(emulator);
        const created = new Map<string, dynamic.CreateResult>();
        for (const place of places.slice(0, 2))
          created.set(place, await host.create("IpPolicy", inputs, place));
        await journal.restart();
        const policy = policies();
        for (const [place, existing] of created) await compare(policy, place, existing);
        for (const [place, { id, outs }] of created) {
          if (!replaced.some((name) => place.endsWith(name))) continue;
          await policy.check({}, { ...inputs, __resource: place });
          await policy.delete(String(id), outs);
          expect(exists(String(id))).toBe(false);
        }
        const [, secondPlace = ""] = places;
        expect(exists(String(created.get(secondPlace)?.id))).toBe(!replaced.includes("b"));
      });
    });

  test("is adopted with a warning if the command excludes its former adopter", async () => {
    await engine.up([resource("IpPolicy", "before", { adoptId: "ipp_1" })]);
    expect(
      await captureReports(() => engine.up([resource("IpPolicy", "after", { adoptId: "ipp_1" })])),
    ).toContain('warning: IpPolicy ipp_1 is adopted, but IpPolicy "before" adopted it in an earlier command');
  });

  test("differs from an object with the same id in another account", async () => {
    const elsewhere = await emulatedAccount({ seed: { "/ip_policies": [{ id: "ipp_1" }] } });
    const inputs = { adoptId: "ipp_1", deleteOnDestroy: true };
    const place = (name: string) => `organization/app/dev/${name}`;
    const first = await hostFor(emulator).create("IpPolicy", inputs, place("first"));
    const second = await hostFor(elsewhere).create("IpPolicy", inputs, place("second"));
    await journal.restart();
    const policies = hostFor(emulator).of("IpPolicy");
    const { inputs: checked = {} } = await policies.check(inputs, { ...inputs, __resource: place("first") });
    expect(await policies.diff("ipp_1", first.outs, checked)).toEqual({ changes: false });
    await hostFor(elsewhere).of("IpPolicy").delete("ipp_1", second.outs);
    expect(elsewhere.objects("/ip_policies")).toEqual([]);
    expect(emulator.objects("/ip_policies").map(({ id }) => id)).toContain("ipp_1");
  });

  test("is rejected if the replacement of its resource deletes it first, in any order", async () => {
    await engine.up([resource("ReservedDomain", "a", { domain: "x.example.com" })]);
    const adoptId = engine.ids.get("a") ?? "";
    const a = resource("ReservedDomain", "a", { domain: "x.example.com", region: "eu" });
    const b = resource("ReservedDomain", "b", { domain: "x.example.com", adoptId });
    await expect(engine.preview([a, b])).rejects.toThrow(
      /adoptId: .+: ReservedDomain .+a.+ of this program is replaced, which deletes this object first/,
    );
    await expect(engine.preview([b, a])).rejects.toThrow(/ReservedDomain .+b.+ names it in adoptId too/);
  });
});

/** The replaced object keeps its name, because the engine deletes it last. */
describe("the old object of a replacement in a failed run", () => {
  const domain = (host: string, more: JsonInputs = {}) =>
    resource("ReservedDomain", "shop", { domain: `${host}.example.com`, ...more });
  const domains = () => emulator.objects("/reserved_domains").map(({ id, domain: host }) => [id, host]);
  /** Returns the id of x.example.com, which its replacement by y.example.com left behind. */
  async function failReplacement() {
    await engine.up([domain("x")]);
    const id = engine.ids.get("shop");
    await failingUp([domain("y")]);
    expect(domains()).toHaveLength(2);
    return id;
  }

  test("is adopted and updated if the program has its name again", async () => {
    const id = await failReplacement();
    await engine.up([domain("x", { description: "shop" })]);
    expect([domains(), engine.ids.get("shop")]).toEqual([[[id, "x.example.com"]], id]);
    await engine.up([domain("y")]);
    expect(domains()).toEqual([[engine.ids.get("shop"), "y.example.com"]]);
  });

  test("is adopted once, even in a failing run, and deleted with its resource", async () => {
    const id = await failReplacement();
    await failingUp([domain("x")]);
    expect(engine.ids.get("shop")).toBe(id);
    await engine.up([domain("x")]);
    expect(domains()).toEqual([[id, "x.example.com"]]);
    await engine.up([]);
    expect(domains()).toEqual([]);
  });

  test("is reported with advice without a journal", async () => {
    const id = await failReplacement();
    process.env.TUNNEL_EDGE_JOURNAL_DIR = "off";
    await expect(engine.up([domain("x")])).rejects.toThrow(
      `or a failed replacement left behind, set \`adoptId: "${id}"\``,
    );
    await engine.up([domain("x", { adoptId: id })]);
    expect([domains(), engine.ids.get("shop")]).toEqual([[[id, "x.example.com"]], id]);
  });

  test("is not adopted if another stack has adopted it since", async () => {
    const adoptId = await failReplacement();
    const otherStack = new EngineCalls(() => hostFor(emulator), { isNamed: true, stack: "prod" });
    await otherStack.up([domain("x", { adoptId })]);
    await expect(engine.up([domain("x")])).rejects.toThrow("x.example.com is taken");
  });

  test("is not adopted by another stack, nor if it differs in a fixed input", async () => {
    await failReplacement();
    const otherStack = new EngineCalls(() => hostFor(emulator), { isNamed: true, stack: "prod" });
    await expect(otherStack.up([domain("x")])).rejects.toThrow("x.example.com is taken");
    const rule = (ipPolicyId: string, action: string) =>
      resource("IpPolicyRule", "rule", { ipPolicyId, cidr: "192.0.2.0/24", action });
    await engine.up([domain("x"), rule("ipp_1", "allow")]);
    await failingUp([domain("x"), rule("ipp_2", "allow")]);
    await expect(engine.up([domain("x"), rule("ipp_1", "deny")])).rejects.toThrow(
      /24 is taken: IpPolicyRule/,
    );
  });
});

/** The engine deletes before it calls the provider for the dependents of the replaced resource. */
describe("with deleteBeforeReplace, an object or module that another resource declares in the preview", () => {
  const deleteFirst = (declared: Declared): Declared => ({ ...declared, deleteBeforeReplace: true });
  const domains = () => emulator.objects("/reserved_domains").map(({ domain }) => domain);
  const domain = (name: string, host: string, more: JsonInputs = {}) =>
    resource("ReservedDomain", name, { domain: `${host}.example.com`, ...more });

  test.each([
    ["first", false],
    ["last", true],
  ])("stays if it is an object and the preview compares its former resource %s", async (_, isReversed) => {
    await engine.up([domain("a", "x")]);
    const adoptId = engine.ids.get("a") ?? "";
    const program = [deleteFirst(domain("a", "y")), domain("b", "x", { adoptId })];
    await engine.preview(isReversed ? program.toReversed() : program);
    await engine.up(program);
    expect([domains(), engine.ids.get("b")]).toEqual([["x.example.com", "y.example.com"], adoptId]);
    await engine.up([domain("a", "y")]);
    await engine.up([deleteFirst(domain("a", "z"))]);
    expect(domains()).toEqual(["x.example.com", "z.example.com"]);
  });

  test("is deleted if the last preview no longer includes that resource", async () => {
    await engine.up([domain("a", "x")]);
    const adoptId = engine.ids.get("a") ?? "";
    await engine.preview([deleteFirst(domain("a", "y")), domain("b", "x", { adoptId })]);
    await engine.preview([deleteFirst(domain("a", "y"))]);
    await engine.up([deleteFirst(domain("a", "y"))]);
    expect(domains()).toEqual(["y.example.com"]);
  });

  test("stays if it is a module, even if the other resource fails to set it", async () => {
    const edges = ["t1", "t2"].map((name) => resource("TlsEdge", name, {}));
    const module = (name: string, edge: string) =>
      resource("TlsEdgeMutualTls", name, { edgeId: reference(edge), ...mutualTls });
    await engine.up([...edges, module("m", "t1")]);
    const guard = () =>
      emulator.objects("/edges/tls").find(({ id }) => id === engine.ids.get("t1"))?.mutual_tls;
    const program = [...edges, deleteFirst(module("m", "t2")), module("m1", "t1")];
    await engine.preview(program);
    emulator.faults({ on: `PUT /edges/tls/${engine.ids.get("t2")}/mutual_tls`, status: 400 });
    await expect(engine.up(program)).rejects.toThrow();
    expect(guard()).toMatchObject({ enabled: true });
  });
});
