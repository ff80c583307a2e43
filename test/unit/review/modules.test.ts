import { describe, expect, test } from "vitest";
import { judge } from "../../policy-edits/comparison";
import { edge, ipPolicies, type Objects, route } from "../../policy-edits/world";
import { routeModules } from "../../samples/sample";

const NETWORKS = ipPolicies({ ipp_office: [["203.0.113.0/24", "allow"]], ipp_lab: [] });
const modules: Readonly<Record<string, object>> = {
  ...routeModules,
  ipRestriction: { ipPolicyIds: ["ipp_office"] },
};

const withModules = (given: Record<string, unknown>) => ({
  declared: { ...NETWORKS, ...edge(), ...route("route", given) },
});

/** What each of them keeps out is for the evaluator to say. */
describe.each(Object.entries(modules))("%s of a route", (name, settings) => {
  const plain = withModules({});
  const guarded = withModules({ [name]: { ...settings, enabled: true } });
  const takenOff = { kind: "module taken off", before: guarded, after: plain };

  test("that goes opens for nobody whom the review does not name, and for each witness", async () => {
    const { missed, belied, opened, mayBeOpened, says } = await judge(takenOff, 300, 7);
    expect({ missed, belied }).toEqual({ missed: [], belied: [] });
    expect(says === "nothing").toBe(opened + mayBeOpened === 0);
  });

  test("that is switched off is as good as gone, and opens nothing where it comes", async () => {
    const off = withModules({ [name]: { ...settings, enabled: false } });
    const { exposures } = await judge({ ...takenOff, before: off }, 1, 7);
    expect(exposures.map(({ verdict }) => verdict)).toEqual([]);
    const { says } = await judge({ ...takenOff, before: plain, after: guarded }, 1, 7);
    expect(says).toBe("nothing");
  });
});

describe("a rule that allows what one of a wider network denies", () => {
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
  const guarded = (by: Objects, rules = disputed) => ({ declared: { ...rules, ...edge(), ...by } });

  test.each([
    ["action", "module", action, module],
    ["module", "action", module, action],
  ])("counts alike for the %s and the %s", async (_from, _to, before, after) => {
    const edit = { kind: "policy to modules", before: guarded(before), after: guarded(after) };
    const { says, missed, belied } = await judge(edit, 300, 7);
    expect([says, missed, belied]).toEqual(["nothing", [], []]);
  });

  test.each([
    ["action", action],
    ["module", module],
  ])("perhaps lets in already where the %s asks: without the wider rule, it may open", async (_name, by) => {
    const without = ipPolicies({ ipp_office: narrower, ipp_lab: [] });
    const edit = { kind: "rule taken off", before: guarded(by), after: guarded(by, without) };
    const { says, missed, belied, exposures } = await judge(edit, 300, 7);
    expect([says, missed, belied]).toEqual(["may open", [], []]);
    expect(JSON.stringify(exposures)).toContain(
      "whether a rule of an IP policy wins over one of a wider network",
    );
  });
});
