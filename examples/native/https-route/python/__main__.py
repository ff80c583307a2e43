import pulumi
import pulumi_tunnel_edge as edge

# One path of an HTTPS edge goes to the agents with a label. The circuit breaker pauses requests to a failing backend.
domain = edge.ReservedDomain("api", domain="api.example.com")
api = edge.HttpsEdge("api", hostports=[pulumi.Output.concat(domain.domain, ":443")])
agents = edge.TunnelGroupBackend("agents", labels={"app": "api"})
route = edge.HttpsEdgeRoute(
    "v1",
    edge_id=api.id,
    match_type=edge.HttpsEdgeRouteMatchType.PATH_PREFIX,
    match="/v1",
    backend={"backend_id": agents.id},
    circuit_breaker={"error_threshold_percentage": 0.5, "tripped_duration": 10},
    response_headers={"add": {"Strict-Transport-Security": "max-age=31536000"}},
)

pulumi.export("routeId", route.id)
