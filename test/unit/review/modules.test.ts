import { describe, expect, test } from "vitest";
import { routeModules } from "../../samples/sample";
import { judge } from "../../support/policy-edits/judge";
import { edge, ipPolicies, route } from "../../support/policy-edits/world";

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
