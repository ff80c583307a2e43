package main

import (
	"example.com/pulumi-tunnel-edge/sdk/go/tunneledge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// One path of an HTTPS edge goes to the agents with a label. The circuit breaker pauses requests to a failing backend.
		domain, err := tunneledge.NewReservedDomain(ctx, "api", &tunneledge.ReservedDomainArgs{
			Domain: pulumi.String("api.example.com"),
		})
		if err != nil {
			return err
		}
		api, err := tunneledge.NewHttpsEdge(ctx, "api", &tunneledge.HttpsEdgeArgs{
			Hostports: pulumi.StringArray{pulumi.Sprintf("%s:443", domain.Domain)},
		})
		if err != nil {
			return err
		}
		agents, err := tunneledge.NewTunnelGroupBackend(ctx, "agents", &tunneledge.TunnelGroupBackendArgs{
			Labels: pulumi.StringMap{"app": pulumi.String("api")},
		})
		if err != nil {
			return err
		}
		route, err := tunneledge.NewHttpsEdgeRoute(ctx, "v1", &tunneledge.HttpsEdgeRouteArgs{
			EdgeId:    api.ID(),
			MatchType: tunneledge.HttpsEdgeRouteMatchTypePathPrefix,
			Match:     pulumi.String("/v1"),
			Backend:   &tunneledge.BackendModuleArgs{BackendId: agents.ID()},
			CircuitBreaker: &tunneledge.CircuitBreakerModuleArgs{
				ErrorThresholdPercentage: pulumi.Float64(0.5),
				TrippedDuration:          pulumi.Int(10),
			},
			ResponseHeaders: &tunneledge.ResponseHeadersModuleArgs{
				Add: pulumi.StringMap{"Strict-Transport-Security": pulumi.String("max-age=31536000")},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("routeId", route.ID())
		return nil
	})
}
