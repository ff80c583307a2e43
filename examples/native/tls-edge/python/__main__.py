import pulumi
import pulumi_tunnel_edge as edge

# Terminates TLS for a reserved domain and accepts traffic only from one network.
offices = edge.IpPolicy("offices", description="The offices")
berlin = edge.IpPolicyRule(
    "berlin",
    ip_policy_id=offices.id,
    cidr="198.51.100.0/24",
    action=edge.IpPolicyRuleAction.ALLOW,
)
shop = edge.ReservedDomain("shop", domain="shop.example.com")
agents = edge.TunnelGroupBackend("agents", labels={"app": "shop"})
tls = edge.TlsEdge(
    "shop",
    hostports=[pulumi.Output.concat(shop.domain, ":443")],
    backend={"backend_id": agents.id},
    ip_restriction={"ip_policy_ids": [offices.id]},
    tls_termination={
        "terminate_at": edge.TlsTerminationModuleTerminateAt.EDGE,
        "min_version": "1.2",
    },
    # A policy without rules would deny all clients.
    opts=pulumi.ResourceOptions(depends_on=[berlin]),
)

pulumi.export("edgeId", tls.id)
