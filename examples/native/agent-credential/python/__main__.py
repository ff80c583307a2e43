import pulumi
import pulumi_tunnel_edge as edge

# A credential for an agent, which may bind one hostname. The token is returned once and kept secret.
agent = edge.Credential("agent", description="Agent next to the shop", acl=["bind:shop.example.com"])

pulumi.export("agentToken", agent.token)
