import { accountRestrictionRule } from "../account-restriction";

export const edgeAcctRestrictDashboard = accountRestrictionRule({
  id: "edge-acct-restrict-dashboard",
  type: "dashboard",
  severity: "high",
  target: "the dashboard",
});
