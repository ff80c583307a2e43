import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const rollout = config.getNumber("agentRollout") ?? 1;

// One agent after the other, so that a service with two of them keeps one.
let before: edge.TunnelAgentCommand[] = [];
for (const metadata of ["gateway-a", "gateway-b"]) {
  const update = new edge.TunnelAgentCommand(
    `update-${metadata}`,
    { command: "update", filter: { metadata }, triggers: { rollout } },
    { dependsOn: before },
  );
  // The new version runs once the agent has restarted. The update has waited for its ten seconds before.
  const restart = new edge.TunnelAgentCommand(
    `restart-${metadata}`,
    { command: "restart", filter: { metadata }, triggers: { rollout } },
    { dependsOn: [update] },
  );
  before = [restart];
}

export const lastRestart = before[0]?.ranAt;
