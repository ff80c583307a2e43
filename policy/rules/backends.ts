import type { PolicyResource } from "@pulumi/policy";
import * as edge from "../../sdk";
import type { Account } from "../account";
import { findingsAbout, reference, resourceRule, stackRule } from "../rule";

/** Finds a cycle of references that starts at a resource; undefined if there is none. */
function findCycle(start: PolicyResource, nodes: readonly PolicyResource[], account: Account) {
  const visited = new Set<PolicyResource>();
  const pathBack = (node: PolicyResource): PolicyResource[] | undefined => {
    visited.add(node);
    for (const next of nodes.filter((other) => account.refers(node, other, "backends"))) {
      const rest = next === start ? [] : visited.has(next) ? undefined : pathBack(next);
      if (rest) return [node, ...rest];
    }
    return undefined;
  };
  return pathBack(start);
}

/** Counts a repeated child once, and unknown ids as distinct. */
function countChildren(backends: readonly (string | undefined)[]): number {
  const known = backends.filter((id) => id !== undefined);
  return new Set(known).size + backends.length - known.length;
}

export const edgeBackendDepth = stackRule({
  id: "edge-backend-depth",
  severity: "medium",
  title: "A failover backend should have at least two children, and backends must not form a cycle.",
  reason: "With one child there is no failover, and traffic in a cycle is never served.",
  source: [reference("Failover backend"), reference("Weighted backend")],
  advice: "Add at least two child backends to a failover backend, and remove circular references.",
  check: (account) => {
    const shallow = findingsAbout(account, edge.FailoverBackend, ({ props }) => {
      // An unknown list is checked once it is known.
      if ("backends" in props && props.backends === undefined) return undefined;
      const count = countChildren(props.backends ?? []);
      return count >= 2 ? undefined : `backends has ${count} of at least 2 children.`;
    });
    const backends = [...account.of(edge.FailoverBackend), ...account.of(edge.WeightedBackend)];
    const nodes = backends.map(({ resource }) => resource);
    const cycles = nodes.flatMap((at) => {
      const names = findCycle(at, nodes, account)?.map(({ name }) => name) ?? [];
      return names.length === 0
        ? []
        : { at, message: `is part of a cycle: ${[...names, at.name].join(" -> ")}.` };
    });
    return [...shallow, ...cycles];
  },
});

export const edgeBackendLive = resourceRule({
  id: "edge-backend-live",
  severity: "high",
  title: "A weighted backend must have a child that gets traffic.",
  reason: "Without a weight above 0, nothing is served.",
  source: [reference("Weighted backend")],
  advice: "Set a weight above 0 on at least one child backend.",
  cases: (on) =>
    on(edge.WeightedBackend, ({ backends }) =>
      Object.values(backends ?? {}).some((weight) => weight > 0)
        ? undefined
        : "backends has no weight above 0: no child gets traffic.",
    ),
});
