import type { Severity } from "@pulumi/policy";
import * as edge from "../sdk";
import { isSet } from "./known-values";
import { reference, SOURCES, type StackRule, stackRule } from "./rule";
import { StackAccess } from "./stack-access";

/** Requires the stack to declare an IP restriction of one type. */
export function accountRestrictionRule<const Id extends string>(rule: {
  readonly id: Id;
  readonly type: "api" | "dashboard" | "agent";
  readonly severity: Severity;
  /** The protected resource, for messages. */
  readonly target: string;
}): StackRule<Id> {
  const { id, type, severity, target } = rule;
  return stackRule({
    id,
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
