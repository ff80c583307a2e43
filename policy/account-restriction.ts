import type { Severity } from "@pulumi/policy";
import * as edge from "../sdk";
import { isGiven } from "./known";
import { type StackRule, stackRule } from "./rule";
import { reference, SOURCES } from "./sources";
import { StackAccess } from "./stack-access";

/** A rule that requires the stack to hold an IP restriction of one type. */
export function accountRestrictionRule<const Id extends string>(rule: {
  readonly id: Id;
  readonly type: "api" | "dashboard" | "agent";
  readonly severity: Severity;
  /** What the restriction protects, for the messages. */
  readonly what: string;
}): StackRule<Id> {
  const { id, type, severity, what } = rule;
  return stackRule({
    id,
    severity,
    title: `The account should restrict from where ${what} can be reached.`,
    reason: "A stolen token or password works from anywhere otherwise.",
    source: [SOURCES.guide, reference("IP restriction")],
    advice: `Declare an IpRestriction of type "${type}", first with enforced: false, and see that nobody is locked out.`,
    level: {
      is: "advisory",
      because:
        "the restrictions belong to the account: where several stacks share one, only one of them holds them. Raise the level for that stack.",
    },
    check: (account) => {
      // A type that is not known yet may be this one.
      const restrictions = account
        .of(edge.IpRestriction)
        .filter(({ props }) => props.type === type || (isGiven(props, "type") && props.type === undefined));
      if (restrictions.length === 0) return [{ message: `no IpRestriction of type "${type}" is declared.` }];
      const access = new StackAccess(account);
      return restrictions
        .filter(({ resource, props }) =>
          access.admitEverybody(resource, "ipPolicyIds", props.ipPolicyIds ?? [undefined]),
        )
        .map(({ resource }) => ({ at: resource, message: "its IP policies let everybody in." }));
    },
  });
}
