import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

const vault = new edge.Vault("webhooks", { name: "webhooks", description: "What webhooks are signed with" });

// The configuration has the value encrypted, the state of the secret a hash of it, and the request the value itself.
const signing = new edge.Secret("github-signing", {
  vaultId: vault.id,
  name: "github-signing",
  value: config.requireSecret("webhookSecret"),
});

const domain = new edge.ReservedDomain("hooks", { domain: "hooks.example.com" });

const hooks = new edge.Endpoint("hooks", {
  url: pulumi.interpolate`https://${domain.domain}`,
  description: "Webhooks of GitHub",
  trafficPolicy: {
    on_http_request: [
      {
        actions: [
          { type: "verify-webhook", config: { provider: "github", secret: edge.secretRef(vault, signing) } },
          // Internal address that an agent next to the receiver serves. Only signed requests are forwarded.
          { type: "forward-internal", config: { url: "https://hooks.internal" } },
        ],
      },
    ],
  },
});

export const webhookUrl = hooks.url;
