package main

import (
	"example.com/pulumi-tunnel-edge/sdk/go/tunneledge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// A credential for an agent, which may bind one hostname. The token is returned once and kept secret.
		agent, err := tunneledge.NewCredential(ctx, "agent", &tunneledge.CredentialArgs{
			Description: pulumi.String("Agent next to the shop"),
			Acl:         pulumi.StringArray{pulumi.String("bind:shop.example.com")},
		})
		if err != nil {
			return err
		}
		ctx.Export("agentToken", agent.Token)
		return nil
	})
}
