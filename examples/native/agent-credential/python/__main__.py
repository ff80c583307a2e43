import pulumi
import pulumi_tunnel_edge as edge

# What an agent starts its tunnels with. It may bind one hostname. The token is shown once and stays a secret.
agent = edge.Credential("agent", description="Agent beside the shop", acl=["bind:shop.example.com"])

pulumi.export("agentToken", agent.token)
