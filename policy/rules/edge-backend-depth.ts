import type { PolicyResource } from "@pulumi/policy";
import * as edge from "../../sdk";
import type { Account } from "../account";
import { type StackFinding, stackRule } from "../rule";
import { reference } from "../sources";

/** The resources of a circle that a resource stands in, itself first; undefined when it stands in none. */
function circleAt(start: PolicyResource, nodes: readonly PolicyResource[], account: Account) {
  const seen = new Set<PolicyResource>();
  const pathBack = (node: PolicyResource): PolicyResource[] | undefined => {
    seen.add(node);
    for (const next of nodes.filter((other) => account.refers(node, other, "backends"))) {
      const rest = next === start ? [] : seen.has(next) ? undefined : pathBack(next);
      if (rest) return [node, ...rest];
    }
    return undefined;
  };
  return pathBack(start);
}

/** The same child twice is one; ids that are unknown yet count as different ones. */
function childrenIn(backends: readonly (string | undefined)[]): number {
  const known = backends.filter((id) => id !== undefined);
  return new Set(known).size + backends.length - known.length;
}

export const edgeBackendDepth = stackRule({
  id: "edge-backend-depth",
  severity: "medium",
  title: "A failover backend should have somewhere to fail over to, and no backend may lead back to itself.",
  reason: "With one child there is no failover, and traffic in a circle is never served.",
  source: [reference("Failover backend"), reference("Weighted backend")],
  advice: "Add at least two child backends to a failover backend, and remove circular references.",
  check: (account) => {
    const failovers = account.of(edge.FailoverBackend);
    const shallow = failovers.flatMap(({ resource, props }): StackFinding[] => {
      // A list that is not known as a whole yet is judged when it is.
      if ("backends" in props && props.backends === undefined) return [];
      const count = childrenIn(props.backends ?? []);
      return count >= 2 ? [] : [{ at: resource, message: `backends holds ${count} of at least 2 children.` }];
    });
    const nodes = [...failovers, ...account.of(edge.WeightedBackend)].map(({ resource }) => resource);
    const circles = nodes.flatMap((node): StackFinding[] => {
      const names = circleAt(node, nodes, account)?.map(({ name }) => name);
      return names
        ? [{ at: node, message: `leads back to itself: ${[...names, node.name].join(" -> ")}.` }]
        : [];
    });
    return [...shallow, ...circles];
  },
});
