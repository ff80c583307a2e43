package main

import (
	"example.com/pulumi-tunnel-edge/sdk/go/tunneledge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// What an agent starts its tunnels with. It may bind one hostname. The token is shown once and stays a secret.
		agent, err := tunneledge.NewCredential(ctx, "agent", &tunneledge.CredentialArgs{
			Description: pulumi.String("Agent beside the shop"),
			Acl:         pulumi.StringArray{pulumi.String("bind:shop.example.com")},
		})
		if err != nil {
			return err
		}
		ctx.Export("agentToken", agent.Token)
		return nil
	})
}
