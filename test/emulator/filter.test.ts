import { describe, expect } from "vitest";
import { emulatedReference, test } from "./support/client";

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
    for (const [policy, cidr] of [
      [one, "192.0.2.0/24"],
      [other, "198.51.100.0/24"],
    ] as const)
      await api.make("/ip_policy_rules", { ip_policy_id: policy.id, cidr, action: "allow" });
    const cidrs = async (filter: string) =>
      (await api.call("GET", listed("/ip_policy_rules", filter))).body.ip_policy_rules.map(
        (rule: { cidr: string }) => rule.cidr,
      );
    expect(await cidrs(`obj.ip_policy.id == "${one.id}"`)).toEqual(["192.0.2.0/24"]);
    expect(await cidrs(`obj.ip_policy == "${other.id}" && obj.action == "allow"`)).toEqual([
      "198.51.100.0/24",
    ]);
    await api.make("/credentials", { acl: ["bind:a.example.com"], description: "a" });
    await api.make("/credentials", { description: "none" });
    const credentials = async (filter: string) =>
      (await api.call("GET", listed("/credentials", filter))).body.credentials.map(
        (credential: { description: string }) => credential.description,
      );
    expect(await credentials('"bind:a.example.com" in obj.acl')).toEqual(["a"]);
    expect(await credentials('obj.acl == null || obj.acl == ""')).toEqual(["none"]);
  });

  test("applies to every page", async ({ api }) => {
    for (let n = 0; n < 5; n += 1) await api.make("/ip_policies", { description: n % 2 ? "odd" : "even" });
    const found: string[] = [];
    let path: string | null =
      `/ip_policies?limit=2&filter=${encodeURIComponent('obj.description == "even"')}`;
    for (let pages = 0; path !== null && pages < 5; pages += 1) {
      const { body }: { body: { ip_policies: { description: string }[]; next_page_uri: string | null } } =
        await api.call("GET", path);
      found.push(...body.ip_policies.map(({ description }) => description));
      const next: URL | null = body.next_page_uri === null ? null : new URL(body.next_page_uri);
      path = next && `${next.pathname}${next.search}`;
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
