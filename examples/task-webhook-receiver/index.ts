import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

const vault = new edge.Vault("webhooks", { name: "webhooks", description: "Signing secrets of webhooks" });

// The value is encrypted in the configuration, hashed in the secret's state, and sent in plain text only to the service.
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
