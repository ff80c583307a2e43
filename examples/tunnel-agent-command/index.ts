import * as edge from "pulumi-tunnel-edge";

// Restarts the agent of the demo host, and again whenever the version changes.
const restart = new edge.TunnelAgentCommand("restart-demo", {
  command: "restart",
  filter: { os: "linux", metadata: "demo-linux" },
  triggers: { configVersion: 1 },
});

export const session = restart.currentSessionId;
