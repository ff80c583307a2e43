package main

import (
	"example.com/pulumi-tunnel-edge/sdk/go/tunneledge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Accepts traffic only from the networks of two offices.
		offices, err := tunneledge.NewIpPolicy(ctx, "offices", &tunneledge.IpPolicyArgs{
			Description: pulumi.String("The offices"),
		})
		if err != nil {
			return err
		}
		for name, cidr := range map[string]string{"berlin": "198.51.100.0/24", "lisbon": "203.0.113.0/24"} {
			_, err := tunneledge.NewIpPolicyRule(ctx, name, &tunneledge.IpPolicyRuleArgs{
				IpPolicyId: offices.ID(),
				Cidr:       pulumi.String(cidr),
				Action:     tunneledge.IpPolicyRuleActionAllow,
			})
			if err != nil {
				return err
			}
		}
		ctx.Export("policyId", offices.ID())
		return nil
	})
}
