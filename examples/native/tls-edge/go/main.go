package main

import (
	"example.com/pulumi-tunnel-edge/sdk/go/tunneledge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Terminates TLS for a reserved domain and accepts traffic only from one network.
		offices, err := tunneledge.NewIpPolicy(ctx, "offices", &tunneledge.IpPolicyArgs{
			Description: pulumi.String("The offices"),
		})
		if err != nil {
			return err
		}
		berlin, err := tunneledge.NewIpPolicyRule(ctx, "berlin", &tunneledge.IpPolicyRuleArgs{
			IpPolicyId: offices.ID(),
			Cidr:       pulumi.String("198.51.100.0/24"),
			Action:     tunneledge.IpPolicyRuleActionAllow,
		})
		if err != nil {
			return err
		}
		shop, err := tunneledge.NewReservedDomain(ctx, "shop", &tunneledge.ReservedDomainArgs{
			Domain: pulumi.String("shop.example.com"),
		})
		if err != nil {
			return err
		}
		agents, err := tunneledge.NewTunnelGroupBackend(ctx, "agents", &tunneledge.TunnelGroupBackendArgs{
			Labels: pulumi.StringMap{"app": pulumi.String("shop")},
		})
		if err != nil {
			return err
		}
		tls, err := tunneledge.NewTlsEdge(ctx, "shop", &tunneledge.TlsEdgeArgs{
			Hostports: pulumi.StringArray{pulumi.Sprintf("%s:443", shop.Domain)},
			Backend:   &tunneledge.BackendModuleArgs{BackendId: agents.ID()},
			IpRestriction: &tunneledge.IpRestrictionModuleArgs{
				IpPolicyIds: pulumi.StringArray{offices.ID()},
			},
			TlsTermination: &tunneledge.TlsTerminationModuleArgs{
				TerminateAt: tunneledge.TlsTerminationModuleTerminateAtEdge,
				MinVersion:  pulumi.String("1.2"),
			},
			// A policy without rules would deny all clients.
		}, pulumi.DependsOn([]pulumi.Resource{berlin}))
		if err != nil {
			return err
		}
		ctx.Export("edgeId", tls.ID())
		return nil
	})
}
