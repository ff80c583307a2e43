import pulumi
import pulumi_tunnel_edge as edge

# The service itself answers for a cloud endpoint, according to its traffic policy.
# The account has to reserve its domain.
domain = edge.ReservedDomain("status", domain="status.example.com")
answer = {"type": "custom-response", "config": {"status_code": 200, "body": "up"}}
status = edge.Endpoint(
    "status",
    url=pulumi.Output.concat("https://", domain.domain),
    description="Status page",
    traffic_policy={"on_http_request": [{"actions": [answer]}]},
)

pulumi.export("statusHost", status.host)
