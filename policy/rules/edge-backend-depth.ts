import type { PolicyResource } from "@pulumi/policy";
import * as edge from "../../sdk";
import type { Account } from "../account";
import { type StackFinding, stackRule } from "../rule";
import { reference } from "../sources";

/** The resources of a cycle in which a resource stands, itself first; undefined when there is none. */
function cycleAt(start: PolicyResource, nodes: readonly PolicyResource[], account: Account) {
  const pathFrom = (node: PolicyResource, seen: readonly PolicyResource[]): PolicyResource[] | undefined => {
    for (const next of nodes.filter((other) => account.refers(node, other, "backends"))) {
      if (next === start) return [...seen];
      const path = seen.includes(next) ? undefined : pathFrom(next, [...seen, next]);
      if (path) return path;
    }
    return undefined;
  };
  return pathFrom(start, [start]);
}

export const edgeBackendDepth = stackRule({
  id: "edge-backend-depth",
  severity: "medium",
  title: "A failover backend has somewhere to fail over to, and no backend leads back to itself.",
  reason: "With one child there is no failover, and traffic in a circle is never served.",
  source: [reference("Failover backend"), reference("Weighted backend")],
  advice: "Give a failover backend two child backends or more, and break circles.",
  check: (account) => {
    const failovers = account.of(edge.FailoverBackend);
    const shallow = failovers.flatMap(({ resource, props }): StackFinding[] => {
      // A list that is not known as a whole yet is judged when it is.
      if ("backends" in props && props.backends === undefined) return [];
      const count = props.backends?.length ?? 0;
      return count >= 2 ? [] : [{ at: resource, message: `backends holds ${count} of at least 2 children.` }];
    });
    const nodes = [...failovers, ...account.of(edge.WeightedBackend)].map(({ resource }) => resource);
    const circles = nodes.flatMap((node): StackFinding[] => {
      const cycle = cycleAt(node, nodes, account);
      const names = cycle?.map(({ name }) => name);
      return names
        ? [{ at: node, message: `leads back to itself: ${[...names, node.name].join(" -> ")}.` }]
        : [];
    });
    return [...shallow, ...circles];
  },
});
