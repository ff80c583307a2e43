# Restarts the agent of the demo host, and again whenever the version changes.
resource restart "tunnel-edge:index:TunnelAgentCommand" {
  __logicalName = "restart-demo"
  command       = "restart"
  filter = {
    os       = "linux"
    metadata = "demo-linux"
  }
  triggers = {
    configVersion = 1
  }
}

output session {
  value = restart.currentSessionId
}
