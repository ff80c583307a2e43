import { accountRestrictionRule } from "../account-restriction";

export const edgeAcctRestrictApi = accountRestrictionRule({
  id: "edge-acct-restrict-api",
  type: "api",
  severity: "high",
  target: "the API",
});
