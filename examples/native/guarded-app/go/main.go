package main

import (
	"example.com/pulumi-tunnel-edge/sdk/go/tunneledge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Only colleagues have access to the wiki, from the office and after a sign-in.
		office, err := tunneledge.NewIpPolicy(ctx, "office", &tunneledge.IpPolicyArgs{
			Description: pulumi.String("Office egress"),
		})
		if err != nil {
			return err
		}
		_, err = tunneledge.NewIpPolicyRule(ctx, "berlin", &tunneledge.IpPolicyRuleArgs{
			IpPolicyId: office.ID(),
			Cidr:       pulumi.String("192.0.2.0/24"),
			Action:     tunneledge.IpPolicyRuleActionAllow,
		})
		if err != nil {
			return err
		}
		domain, err := tunneledge.NewReservedDomain(ctx, "wiki", &tunneledge.ReservedDomainArgs{
			Domain: pulumi.String("wiki.example.com"),
		})
		if err != nil {
			return err
		}
		action := func(kind string, config pulumi.Map) pulumi.Map {
			return pulumi.Map{"type": pulumi.String(kind), "config": config}
		}
		wiki, err := tunneledge.NewEndpoint(ctx, "wiki", &tunneledge.EndpointArgs{
			Url: pulumi.Sprintf("https://%s", domain.Domain),
			TrafficPolicy: pulumi.Map{"on_http_request": pulumi.Array{
				pulumi.Map{"actions": pulumi.Array{
					action("restrict-ips", pulumi.Map{"ip_policies": pulumi.Array{office.ID()}}),
					action("oauth", pulumi.Map{"provider": pulumi.String("google")}),
				}},
				pulumi.Map{
					"expressions": pulumi.Array{
						pulumi.String("!actions.ngrok.oauth.identity.email.endsWith('@example.com')"),
					},
					"actions": pulumi.Array{pulumi.Map{"type": pulumi.String("deny")}},
				},
				// Served by an agent next to the wiki.
				pulumi.Map{"actions": pulumi.Array{
					action("forward-internal", pulumi.Map{"url": pulumi.String("https://wiki.internal")}),
				}},
			}},
		})
		if err != nil {
			return err
		}
		ctx.Export("wikiUrl", wiki.Url)
		return nil
	})
}
