import pulumi
import pulumi_tunnel_edge as edge

# Accepts traffic only from the networks of two offices.
offices = edge.IpPolicy("offices", description="The offices")
for name, cidr in {"berlin": "198.51.100.0/24", "lisbon": "203.0.113.0/24"}.items():
    edge.IpPolicyRule(name, ip_policy_id=offices.id, cidr=cidr, action=edge.IpPolicyRuleAction.ALLOW)

pulumi.export("policyId", offices.id)
