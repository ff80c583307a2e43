import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const rollout = config.getNumber("agentRollout") ?? 1;

// One agent after the other, so that a service with two of them keeps one.
let previous: edge.TunnelAgentCommand[] = [];
for (const metadata of ["gateway-a", "gateway-b"]) {
  const update = new edge.TunnelAgentCommand(
    `update-${metadata}`,
    { command: "update", filter: { metadata }, triggers: { rollout } },
    { dependsOn: previous },
  );
  // The new version runs once the agent has restarted. The update waits ten seconds, until it is installed.
  const restart = new edge.TunnelAgentCommand(
    `restart-${metadata}`,
    { command: "restart", filter: { metadata }, triggers: { rollout } },
    { dependsOn: [update] },
  );
  previous = [restart];
}

export const lastRestart = previous[0]?.ranAt;
