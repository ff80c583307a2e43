import pulumi
import pulumi_tunnel_edge as edge

# A cloud endpoint has no agent: its traffic policy tells the service how to respond.
# The domain of its URL must be reserved first.
domain = edge.ReservedDomain("status", domain="status.example.com")
answer = {"type": "custom-response", "config": {"status_code": 200, "body": "up"}}
status = edge.Endpoint(
    "status",
    url=pulumi.Output.concat("https://", domain.domain),
    description="Status page",
    traffic_policy={"on_http_request": [{"actions": [answer]}]},
)

pulumi.export("statusHost", status.host)
