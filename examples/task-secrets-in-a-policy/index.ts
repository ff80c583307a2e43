import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

const vault = new edge.Vault("webhooks", { name: "webhooks", description: "What webhooks are signed with" });

// The configuration has the value encrypted, and the state a hash of it: only the request has the value itself.
const signing = new edge.Secret("github-signing", {
  vaultId: vault.id,
  name: "github-signing",
  value: config.requireSecret("webhookSecret"),
});

const hooks = new edge.Endpoint("hooks", {
  url: "https://hooks.example.com",
  description: "Webhooks of GitHub",
  trafficPolicy: {
    on_http_request: [
      {
        actions: [
          { type: "verify-webhook", config: { provider: "github", secret: edge.secretRef(vault, signing) } },
          { type: "custom-response", config: { status_code: 204 } },
        ],
      },
    ],
  },
});

export const webhookUrl = hooks.url;
