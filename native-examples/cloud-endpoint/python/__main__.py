import pulumi
import pulumi_tunnel_edge as edge

# A cloud endpoint answers at the service itself, by its traffic policy.
answer = {"type": "custom-response", "config": {"status_code": 200, "body": "up"}}
status = edge.Endpoint(
    "status",
    url="https://status.example.com",
    description="Status page",
    traffic_policy={"on_http_request": [{"actions": [answer]}]},
)

pulumi.export("statusHost", status.host)
