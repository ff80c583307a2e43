import { accountRestrictionRule } from "../account-restriction";

export const edgeAcctRestrictAgent = accountRestrictionRule({
  id: "edge-acct-restrict-agent",
  type: "agent",
  severity: "medium",
  target: "agents",
});
