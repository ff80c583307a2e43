import { describe, expect } from "vitest";
import { type Body, emulatedReference, test } from "./support/client";

const listed = (collection: string, filter: string) =>
  `${collection}?limit=100&filter=${encodeURIComponent(filter)}`;

describe("the filter of a list", () => {
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
  ] as const)("selects by %s", async ([filter, expected], { api }) => {
    await api.make("/ip_policies", { description: "office" });
    await api.make("/ip_policies", { description: "vpn office", metadata: '{"team":"edge"}' });
    await api.make("/ip_policies", {});
    const { status, body } = await api.call("GET", listed("/ip_policies", filter));
    expect(status).toBe(200);
    const found = body.ip_policies.map((policy: { description?: string }) => policy.description ?? "");
    expect(found.sort()).toEqual([...expected].sort());
  });

  test("compares references by id, and reads lists of strings", async ({ api }) => {
    const [policy, other] = [await api.make("/ip_policies"), await api.make("/ip_policies")];
    const rule = { cidr: "192.0.2.0/24", action: "allow" };
    const ownRule = await api.make("/ip_policy_rules", { ...rule, ip_policy_id: policy.id });
    const otherRule = await api.make("/ip_policy_rules", { ...rule, ip_policy_id: other.id });
    const restricted = await api.make("/credentials", { acl: ["bind:a.example.com"] });
    const unrestricted = await api.make("/credentials");
    for (const [key = "", filter = "", id] of [
      ["ip_policy_rules", `obj.ip_policy.id == "${policy.id}"`, ownRule.id],
      ["ip_policy_rules", `obj.ip_policy == "${other.id}" && obj.action == "allow"`, otherRule.id],
      ["credentials", '"bind:a.example.com" in obj.acl', restricted.id],
      ["credentials", 'obj.acl == null || obj.acl == ""', unrestricted.id],
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
    ["obj.color == 'red'", "obj.color is not a field by which this list can be filtered"],
    ["description == 'x'", "description is not a field"],
    ["obj.description", "a condition is not a bool"],
    ["obj.description.matches('x')", "do not support matches()"],
    ["obj.id.startsWith('ipp')", "ids are compared as a whole"],
    ["size(obj.description) + 1 > 2", "do not support +"],
    ["obj.description == 'a' ? true : false", "do not support ?:"],
    ["obj.metadata[0] == 'a'", "do not support []"],
    ["obj.created_at > timestamp('soon')", "an RFC 3339 time"],
    ["obj.created_at > timestamp(time.now).add('a week')", "a duration is a number"],
    ["obj.description in 'office'", "in takes a list"],
  ] as const)("refuses %s", async ([filter, reason], { api }) => {
    await api.make("/ip_policies");
    const { status, body } = await api.call("GET", listed("/ip_policies", filter));
    expect([status, body.error_code, body.details.parameter]).toEqual([400, "ERR_NGROK_250", "filter"]);
    expect(body.msg).toContain(reason);
  });

  test("refuses a field of another list, even if the list is empty", async ({ api }) => {
    expect((await api.call("GET", listed("/vaults", 'obj.name == "keys"'))).status).toBe(200);
    expect((await api.call("GET", listed("/ip_policies", 'obj.name == "keys"'))).status).toBe(400);
  });

  test("is ignored in reference mode", async () => {
    const bare = await emulatedReference();
    await bare.make("/ip_policies");
    const { status, body } = await bare.call("GET", listed("/ip_policies", "no filter at all"));
    expect([status, body.ip_policies.length]).toEqual([200, 1]);
  });
});
