import { join } from "node:path";
import { describe, expect } from "vitest";
import { readTable } from "../support/rows";
import { type Body, emulatedReference, test } from "./support/client";

const table = readTable<{
  selects: readonly (readonly [filter: string, descriptions: readonly string[]])[];
  refuses: readonly (readonly [filter: string, reason: string])[];
}>(join(__dirname, "filter.yaml"));

const listPath = (collection: string, filter: string) =>
  `${collection}?limit=100&filter=${encodeURIComponent(filter)}`;

describe("the filter of a list", () => {
  test.for(table.selects)("selects by %s", async ([filter, expected], { api }) => {
    await api.create("/ip_policies", { description: "office" });
    await api.create("/ip_policies", { description: "vpn office", metadata: '{"team":"edge"}' });
    await api.create("/ip_policies", {});
    const { status, body } = await api.call("GET", listPath("/ip_policies", filter));
    expect(status).toBe(200);
    const descriptions = body.ip_policies.map((policy: { description?: string }) => policy.description ?? "");
    expect(descriptions.sort()).toEqual([...expected].sort());
  });

  test("compares references by id, and reads lists of strings", async ({ api }) => {
    const [policy, other] = [await api.create("/ip_policies"), await api.create("/ip_policies")];
    const rule = { cidr: "192.0.2.0/24", action: "allow" };
    const ownRule = await api.create("/ip_policy_rules", { ...rule, ip_policy_id: policy.id });
    const otherRule = await api.create("/ip_policy_rules", { ...rule, ip_policy_id: other.id });
    const restricted = await api.create("/credentials", { acl: ["bind:a.example.com"] });
    const unrestricted = await api.create("/credentials");
    for (const [key = "", filter = "", id] of [
      ["ip_policy_rules", `obj.ip_policy.id == "${policy.id}"`, ownRule.id],
      ["ip_policy_rules", `obj.ip_policy == "${other.id}" && obj.action == "allow"`, otherRule.id],
      ["credentials", '"bind:a.example.com" in obj.acl', restricted.id],
      ["credentials", 'obj.acl == null || obj.acl == ""', unrestricted.id],
    ])
      expect((await api.call("GET", listPath(`/${key}`, filter))).body[key]).toMatchObject([{ id }]);
  });

  test("applies to every page", async ({ api }) => {
    for (let n = 0; n < 5; n += 1) await api.create("/ip_policies", { description: n % 2 ? "odd" : "even" });
    const descriptions: string[] = [];
    let path: string | null =
      `/ip_policies?limit=2&filter=${encodeURIComponent('obj.description == "even"')}`;
    while (path !== null && descriptions.length < 5) {
      const { ip_policies, next_page_uri }: Body = (await api.call("GET", path)).body;
      descriptions.push(...ip_policies.map(({ description }: Body) => description));
      path = next_page_uri?.slice(api.url.length) ?? null;
    }
    expect(descriptions).toEqual(["even", "even", "even"]);
  });

  test.for(table.refuses)("refuses %s, even for an empty list", async ([filter, reason], { api }) => {
    const { status, body } = await api.call("GET", listPath("/ip_policies", filter));
    expect([status, body.error_code, body.details.parameter]).toEqual([400, "ERR_NGROK_250", "filter"]);
    expect(body.msg).toContain(reason);
  });

  test("refuses a field of another list, even if the list is empty", async ({ api }) => {
    expect((await api.call("GET", listPath("/vaults", 'obj.name == "keys"'))).status).toBe(200);
    expect((await api.call("GET", listPath("/ip_policies", 'obj.name == "keys"'))).status).toBe(400);
  });

  test("is ignored with `reference`", async () => {
    const reference = await emulatedReference();
    await reference.create("/ip_policies");
    const { status, body } = await reference.call("GET", listPath("/ip_policies", "no filter at all"));
    expect([status, body.ip_policies.length]).toEqual([200, 1]);
  });
});
