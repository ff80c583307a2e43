import type { Severity } from "@pulumi/policy";
import { z } from "zod";
import * as edge from "../../sdk";
import { isOfClass } from "../classes";
import { isSet } from "../known-values";
import { findingsAbout, reference, resourceRule, SOURCES, stackRule, stringList } from "../rule";
import { StackAccess } from "../stack-access";

/**
 * Requires the stack to declare an IP restriction of one type.
 *
 * @param target - What the restriction protects, for messages.
 */
function accountRestrictionRule<const Type extends "api" | "dashboard" | "agent">(
  type: Type,
  target: string,
  severity: Severity,
) {
  return stackRule({
    id: `edge-acct-restrict-${type}`,
    severity,
    title: `The account should restrict the addresses that can reach ${target}.`,
    reason: "Otherwise, a stolen token or password works from anywhere.",
    source: [SOURCES.guide, reference("IP restriction")],
    advice: `Declare an IpRestriction of type "${type}", first with enforced: false, and check that nobody loses access.`,
    level: {
      enforcement: "advisory",
      reason:
        "the restrictions belong to the account, and only one of several stacks that share it can declare them. Raise the level for that stack.",
    },
    check: (account) => {
      // An unknown type may be this one.
      const restrictions = account
        .of(edge.IpRestriction)
        .filter(({ props }) => props.type === type || (isSet(props, "type") && props.type === undefined));
      if (restrictions.length === 0) return [{ message: `no IpRestriction of type "${type}" is declared.` }];
      const access = new StackAccess(account);
      return restrictions
        .filter(({ resource, props }) =>
          access.allowsEveryone(resource, "ipPolicyIds", props.ipPolicyIds ?? [undefined]),
        )
        .map(({ resource }) => ({ at: resource, message: "its IP policies allow everyone." }));
    },
  });
}

export const edgeAcctRestrictAgent = accountRestrictionRule("agent", "agents", "medium");

export const edgeAcctRestrictApi = accountRestrictionRule("api", "the API", "high");

export const edgeAcctRestrictDashboard = accountRestrictionRule("dashboard", "the dashboard", "high");

export const edgeIppUnused = stackRule({
  id: "edge-ipp-unused",
  severity: "low",
  title: "An IP policy should be used.",
  reason: "A policy without references doesn't protect anything.",
  source: [reference("IP policy")],
  advice:
    "Refer to the policy in an IpRestriction, an ipRestriction module, or a traffic policy, export its id as a stack output, or delete it.",
  check: (account) =>
    findingsAbout(account, edge.IpPolicy, ({ resource }) => {
      // The rules of the policy itself don't count.
      const users = account.referrers(resource).filter((user) => !isOfClass(user, edge.IpPolicyRule));
      if (users.length > 0 || account.isExported(resource)) return undefined;
      return "nothing refers to the policy: use or delete it.";
    }),
});

export const edgeIprEnforced = resourceRule({
  id: "edge-ipr-enforced",
  severity: "high",
  title: "An IP restriction must be enforced.",
  reason: "A restriction that is not enforced only warns.",
  source: [reference("IP restriction")],
  advice:
    "Check that the policies allow everyone who needs access, then set enforced to true. Until then, add it to stagedRestrictions.",
  fix: "Sets enforced to true.",
  config: z.object({
    stagedRestrictions: stringList(
      "Names of restrictions that may stay in warn-only mode until you have verified that nobody loses access.",
    ),
  }),
  cases: (on) =>
    on(
      edge.IpRestriction,
      ({ enforced }, { config, name }) =>
        enforced === true || config.stagedRestrictions.includes(name)
          ? undefined
          : "enforced is not true: the restriction only warns.",
      (restriction) => {
        restriction.enforced = true;
      },
    ),
});

const checkPolicies = ({ ipPolicyIds }: { ipPolicyIds?: readonly string[] }) =>
  ipPolicyIds && ipPolicyIds.length > 0
    ? undefined
    : "ipPolicyIds is empty, so no address matches: set at least one IpPolicy.";

const checkModule = ({ ipRestriction }: { ipRestriction?: { ipPolicyIds?: readonly string[] } }) => {
  const problem = ipRestriction && checkPolicies(ipRestriction);
  return problem && `ipRestriction.${problem}`;
};

export const edgeIprHasPolicy = resourceRule({
  id: "edge-ipr-has-policy",
  severity: "high",
  title: "An IP restriction must refer to IP policies.",
  reason: "The service rejects a restriction without policies, and no address could match it.",
  source: [SOURCES.errors],
  advice: "Set ipPolicyIds to at least one IpPolicy.",
  cases: (on) => [
    on(edge.IpRestriction, checkPolicies),
    on(edge.TcpEdgeIpRestriction, checkPolicies),
    on(edge.TlsEdge, checkModule),
    on(edge.TcpEdge, checkModule),
    on(edge.HttpsEdgeRoute, checkModule),
  ],
});
