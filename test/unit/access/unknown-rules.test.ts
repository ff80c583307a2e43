import { expect, test } from "vitest";
import { AGENT, deny, edited, findExposure, OFFICE, password, rule } from "../../support/policies";

const UNKNOWN_RULES = rule("restrict-ips", { ip_policies: ["ipp_of_others"] });
const RELATED = "it may depend on another requirement of the client: allowed by unknown rules";

test.each([
  ["a password opens definitely", password("ann:password1"), UNKNOWN_RULES, null],
  ["other networks may open", OFFICE, UNKNOWN_RULES, RELATED],
  ["a test of the address may open", deny("conn.client_ip == '203.0.113.1'"), UNKNOWN_RULES, RELATED],
  ["a general denial may open", deny(), rule("log"), "some rules are unknown, and may allow nobody"],
])("next to unknown IP rules, the removal of %s", async (_, removed, before, because) => {
  const exposure = await findExposure([edited([removed, before, AGENT], [UNKNOWN_RULES, AGENT])]);
  expect(exposure?.openings).toMatchObject([{ because }]);
});
