package main

import (
	"example.com/pulumi-tunnel-edge/sdk/go/tunneledge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// A cloud endpoint has no agent: its traffic policy tells the service how to respond.
		// The domain of its URL must be reserved first.
		domain, err := tunneledge.NewReservedDomain(ctx, "status", &tunneledge.ReservedDomainArgs{
			Domain: pulumi.String("status.example.com"),
		})
		if err != nil {
			return err
		}
		answer := pulumi.Map{
			"type":   pulumi.String("custom-response"),
			"config": pulumi.Map{"status_code": pulumi.Int(200), "body": pulumi.String("up")},
		}
		status, err := tunneledge.NewEndpoint(ctx, "status", &tunneledge.EndpointArgs{
			Url:         pulumi.Sprintf("https://%s", domain.Domain),
			Description: pulumi.String("Status page"),
			TrafficPolicy: pulumi.Map{
				"on_http_request": pulumi.Array{pulumi.Map{"actions": pulumi.Array{answer}}},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("statusHost", status.Host)
		return nil
	})
}
