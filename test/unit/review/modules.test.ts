import { describe, expect, test } from "vitest";
import { edge, ipPolicies, type Objects, route } from "../../policy-edits/account-model";
import { compare } from "../../policy-edits/comparison";
import { routeModules } from "../../samples/sample";

const NETWORKS = ipPolicies({ ipp_office: [["203.0.113.0/24", "allow"]], ipp_lab: [] });
const modules: Readonly<Record<string, object>> = {
  ...routeModules,
  ipRestriction: { ipPolicyIds: ["ipp_office"] },
};

const withModules = (inputs: Record<string, unknown>) => ({
  declared: { ...NETWORKS, ...edge(), ...route("route", inputs) },
});

// The evaluator of the emulator decides which clients each module denies.
describe.each(Object.entries(modules))("the module %s of a route", (name, settings) => {
  const plain = withModules({});
  const guarded = withModules({ [name]: { ...settings, enabled: true } });
  const removal = { kind: "module removed", before: guarded, after: plain };

  test("is removed: the review names all clients that gain access, and each witness gains access", async () => {
    const { missed, falseAlarms, opened, mayBeOpened, verdict } = await compare(removal, 300, 7);
    expect({ missed, falseAlarms }).toEqual({ missed: [], falseAlarms: [] });
    expect(verdict === "nothing").toBe(opened + mayBeOpened === 0);
  });

  test("counts as absent if it is disabled, and opens nothing if it is added", async () => {
    const off = withModules({ [name]: { ...settings, enabled: false } });
    const { exposures } = await compare({ ...removal, before: off }, 1, 7);
    expect(exposures.map(({ verdict }) => verdict)).toEqual([]);
    const { verdict } = await compare({ ...removal, before: plain, after: guarded }, 1, 7);
    expect(verdict).toBe("nothing");
  });
});

describe("a rule that allows a part of a denied network", () => {
  const WIDER = ["203.0.113.0/24", "deny"] as const;
  const narrower = [
    ["203.0.113.7/32", "allow"],
    ["198.51.100.0/24", "allow"],
  ] as const;
  const disputed = ipPolicies({ ipp_office: [WIDER, ...narrower], ipp_lab: [] });
  const config = { ip_policies: ["ipp_office"] };
  const policy = { on_http_request: [{ actions: [{ type: "restrict-ips", config }] }] };
  const action = route("route", {}, policy);
  const module = route("route", { ipRestriction: { ipPolicyIds: ["ipp_office"] } });
  const guardedBy = (objects: Objects, rules = disputed) => ({
    declared: { ...rules, ...edge(), ...objects },
  });

  test.each([
    ["action", "module", action, module],
    ["module", "action", module, action],
  ])("allows the same clients in the %s and in the %s", async (_from, _to, before, after) => {
    const edit = { kind: "policy to modules", before: guardedBy(before), after: guardedBy(after) };
    const { verdict, missed, falseAlarms } = await compare(edit, 300, 7);
    expect([verdict, missed, falseAlarms]).toEqual(["nothing", [], []]);
  });

  test.each([
    ["action", action],
    ["module", module],
  ])("may already win in the %s, so that removing the wider rule may open", async (_, objects) => {
    const without = ipPolicies({ ipp_office: narrower, ipp_lab: [] });
    const edit = { kind: "rule removed", before: guardedBy(objects), after: guardedBy(objects, without) };
    const { verdict, missed, falseAlarms, exposures } = await compare(edit, 300, 7);
    expect([verdict, missed, falseAlarms]).toEqual(["may open", [], []]);
    expect(JSON.stringify(exposures)).toContain(
      "whether a rule of an IP policy wins over one of a wider network",
    );
  });
});
