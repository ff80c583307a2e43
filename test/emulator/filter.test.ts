import { describe, expect } from "vitest";
import { type Body, emulatedReference, test } from "./support/client";

const listed = (collection: string, filter: string) =>
  `${collection}?limit=100&filter=${encodeURIComponent(filter)}`;

describe("a list by a filter", () => {
  test.for([
    ['obj.description == "office"', ["office"]],
    ['obj.description != "office"', ["", "vpn office"]],
    ['obj.description.contains("office") && !(obj.metadata == "")', ["vpn office"]],
    ['obj.description.startsWith("vpn") || obj.metadata.endsWith("none")', ["vpn office"]],
    ["obj.description == null", [""]],
    ["size(obj.description) > 6", ["vpn office"]],
    ['obj.description in ["office", "other"]', ["office"]],
    ["obj.created_at <= timestamp(time.now)", ["", "office", "vpn office"]],
    ['obj.created_at > timestamp(time.now).subtract("7d")', ["", "office", "vpn office"]],
    ['obj.created_at > timestamp(time.now).add("24h")', []],
    ['obj.created_at < timestamp("2020-01-01T00:00:00-07:00")', []],
    ["", ["", "office", "vpn office"]],
  ] as const)("has what fits %s", async ([filter, expected], { api }) => {
    await api.make("/ip_policies", { description: "office" });
    await api.make("/ip_policies", { description: "vpn office", metadata: '{"team":"edge"}' });
    await api.make("/ip_policies", {});
    const { status, body } = await api.call("GET", listed("/ip_policies", filter));
    expect(status).toBe(200);
    const found = body.ip_policies.map((one: { description?: string }) => one.description ?? "");
    expect(found.sort()).toEqual([...expected].sort());
  });

  test("reads what an object refers to by its id, and lists of texts", async ({ api }) => {
    const [one, other] = [await api.make("/ip_policies"), await api.make("/ip_policies")];
    const rule = { cidr: "192.0.2.0/24", action: "allow" };
    const ofOne = await api.make("/ip_policy_rules", { ...rule, ip_policy_id: one.id });
    const ofOther = await api.make("/ip_policy_rules", { ...rule, ip_policy_id: other.id });
    const some = await api.make("/credentials", { acl: ["bind:a.example.com"] });
    const none = await api.make("/credentials");
    for (const [key = "", filter = "", id] of [
      ["ip_policy_rules", `obj.ip_policy.id == "${one.id}"`, ofOne.id],
      ["ip_policy_rules", `obj.ip_policy == "${other.id}" && obj.action == "allow"`, ofOther.id],
      ["credentials", '"bind:a.example.com" in obj.acl', some.id],
      ["credentials", 'obj.acl == null || obj.acl == ""', none.id],
    ])
      expect((await api.call("GET", listed(`/${key}`, filter))).body[key]).toMatchObject([{ id }]);
  });

  test("applies to every page", async ({ api }) => {
    for (let n = 0; n < 5; n += 1) await api.make("/ip_policies", { description: n % 2 ? "odd" : "even" });
    const found: string[] = [];
    let path: string | null =
      `/ip_policies?limit=2&filter=${encodeURIComponent('obj.description == "even"')}`;
    while (path !== null && found.length < 5) {
      const { ip_policies, next_page_uri }: Body = (await api.call("GET", path)).body;
      found.push(...ip_policies.map(({ description }: Body) => description));
      path = next_page_uri?.slice(api.url.length) ?? null;
    }
    expect(found).toEqual(["even", "even", "even"]);
  });

  test.for([
    ["obj.description ==", "not a valid CEL expression"],
    ["obj.colour == 'red'", "obj.colour is not a field that this list is filtered by"],
    ["description == 'x'", "description is not a field"],
    ["obj.description", "neither true nor false"],
    ["obj.description.matches('x')", "have no matches()"],
    ["obj.id.startsWith('ipp')", "ids are compared as a whole"],
    ["size(obj.description) + 1 > 2", "have no +"],
    ["obj.description == 'a' ? true : false", "have no ?:"],
    ["obj.metadata[0] == 'a'", "have no []"],
    ["obj.created_at > timestamp('soon')", "a time of RFC 3339"],
    ["obj.created_at > timestamp(time.now).add('a week')", "a length of time"],
    ["obj.description in 'office'", "in takes a list"],
  ] as const)("refuses %s", async ([filter, reason], { api }) => {
    await api.make("/ip_policies");
    const { status, body } = await api.call("GET", listed("/ip_policies", filter));
    expect([status, body.error_code, body.details.parameter]).toEqual([400, "ERR_NGROK_250", "filter"]);
    expect(body.msg).toContain(reason);
  });

  test("refuses a field that another list has, although the list is empty", async ({ api }) => {
    expect((await api.call("GET", listed("/vaults", 'obj.name == "keys"'))).status).toBe(200);
    expect((await api.call("GET", listed("/ip_policies", 'obj.name == "keys"'))).status).toBe(400);
  });

  test("is what the reference does not have", async () => {
    const bare = await emulatedReference();
    await bare.make("/ip_policies");
    const { status, body } = await bare.call("GET", listed("/ip_policies", "no filter at all"));
    expect([status, body.ip_policies.length]).toEqual([200, 1]);
  });
});
