import { beforeEach, describe, expect, test } from "vitest";
import { type BareAccount, type InRun, openBareAccount } from "../../support/lifecycle";

type Props = Record<string, unknown>;

let bare: BareAccount;
let lifecycle: InRun;

const inputs = { adoptId: "ipx_1", type: "dashboard", ipPolicyIds: ["ipp_1"] };
const state: Props = { ...inputs, adopted: true };

beforeEach(async () => {
  bare = await openBareAccount({
    seed: {
      "/ip_policies": [{ id: "ipp_1" }],
      "/ip_restrictions": [{ id: "ipx_1", type: "dashboard", ip_policy_ids: ["ipp_1"] }],
    },
  });
  lifecycle = bare.of("IpRestriction");
});

const restrictions = () => bare.emulator.objects("/ip_restrictions").map(({ id }) => id);

/** The engine's calls for an existing resource that the program declares. */
function declared(news: Props): void {
  expect(lifecycle.check(inputs, news).failures).toEqual([]);
  lifecycle.diff("ipx_1", state, news);
}

describe("an object that a resource of the program has adopted", () => {
  test.each([
    ["unchanged", inputs],
    ["changed in place", { ...inputs, description: "new" }],
  ])("and keeps, %s, cannot be adopted by another one", async (_, news) => {
    declared(news);
    await expect(lifecycle.create(bare.account, inputs)).rejects.toThrow(
      "adoptId: IpRestriction ipx_1 belongs to another resource of this program, which names it in adoptId too: only one resource can manage an object, so drop one of the two",
    );
    expect(restrictions()).toEqual(["ipx_1"]);
    expect(bare.emulator.requests()).toEqual([]);
  });

  test("is not what replaces it", async () => {
    declared({ ...inputs, type: "agent" });
    const { id } = await lifecycle.create(bare.account, { ...inputs, type: "agent" });
    expect(restrictions()).toEqual(["ipx_1", id]);
  });

  test("is adopted anew where the engine is told to replace it, of which the provider learns nothing", async () => {
    lifecycle.check(inputs, inputs);
    lifecycle.check({}, inputs);
    expect((await lifecycle.create(bare.account, inputs)).id).toBe("ipx_1");
    await lifecycle.delete(bare.account, "ipx_1", state);
    expect(restrictions()).toEqual(["ipx_1"]);
  });

  test("goes over to a resource with another name, although a refresh has compared it before", async () => {
    lifecycle.diff("ipx_1", state, inputs);
    lifecycle.check({}, inputs);
    expect((await lifecycle.create(bare.account, inputs)).id).toBe("ipx_1");
    await lifecycle.delete(bare.account, "ipx_1", state);
    expect(restrictions()).toEqual(["ipx_1"]);
  });
});

test("an object stays, whoever held it, although its adoption has failed half-way", async () => {
  bare.emulator.faults({ on: "PATCH *", status: 400 });
  const news = { ...inputs, description: "new" };
  await expect(lifecycle.create(bare.account, news)).rejects.toThrow("400");
  await lifecycle.delete(bare.account, "ipx_1", { ...inputs, adopted: undefined });
  expect(restrictions()).toEqual(["ipx_1"]);
});

test("a path without one of its ids is refused: a deletion must not reach anything else", async () => {
  const message = "edgeId cannot be used in the path /edges/tls/{edgeId}/mutual_tls: it is missing";
  const single = bare.of("TlsEdgeMutualTls");
  await expect(single.delete(bare.account, "edgtls_1/mutual_tls", { enabled: true })).rejects.toThrow(
    message,
  );
  const route = bare.of("HttpsEdgeRoute");
  await expect(route.delete(bare.account, "edghtsrt_1", { match: "/" })).rejects.toThrow("it is missing");
  expect(bare.emulator.requests()).toEqual([]);
});
