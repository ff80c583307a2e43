import pulumi
import pulumi_tunnel_edge as edge

# Only colleagues have access to the wiki, from the office and after a sign-in.
office = edge.IpPolicy("office", description="Office egress")
edge.IpPolicyRule("berlin", ip_policy_id=office.id, cidr="192.0.2.0/24", action=edge.IpPolicyRuleAction.ALLOW)
domain = edge.ReservedDomain("wiki", domain="wiki.example.com")
wiki = edge.Endpoint(
    "wiki",
    url=pulumi.Output.concat("https://", domain.domain),
    traffic_policy={
        "on_http_request": [
            {
                "actions": [
                    {"type": "restrict-ips", "config": {"ip_policies": [office.id]}},
                    {"type": "oauth", "config": {"provider": "google"}},
                ]
            },
            {
                "expressions": ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
                "actions": [{"type": "deny"}],
            },
            # Served by an agent next to the wiki.
            {"actions": [{"type": "forward-internal", "config": {"url": "https://wiki.internal"}}]},
        ]
    },
)

pulumi.export("wikiUrl", wiki.url)
