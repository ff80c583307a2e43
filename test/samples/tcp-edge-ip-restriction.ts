import { type ExampleEdit, modules, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({ edgeId: context.id("TcpEdge") }),
  full: (context) => ({ edgeId: context.id("TcpEdge"), ...modules(context).ipRestriction }),
  changes: (context) => ({ enabled: { to: false }, ipPolicyIds: { to: [context.id("IpPolicy", 2)] } }),
  replacements: (context) => ({ edgeId: { to: context.id("TcpEdge", 2) } }),
};

export const exampleEdit: ExampleEdit = {
  from: "enabled: true",
  to: "enabled: false",
  calls: ['PUT /edges/tcp/ID/ip_restriction {"enabled":false,"ip_policy_ids":["ID"]}'],
};
