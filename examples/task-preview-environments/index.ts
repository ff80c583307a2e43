import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// The subdomain names the environment: pr-42.preview.example.com is forwarded to pr-42.preview.internal.
const PARENT = "preview.example.com";

const domain = new edge.ReservedDomain("previews", {
  domain: `*.${PARENT}`,
  description: "Environments of pull requests",
  metadata: JSON.stringify({ owner: "platform" }),
  certificateManagementPolicy: { authority: "letsencrypt" },
});

// A credential for agents in pipelines, which may only bind addresses of previews.
const agents = new edge.Credential("preview-agents", {
  description: "Agents of preview environments",
  acl: ["bind:*.preview.internal"],
});

const previews = new edge.Endpoint("previews", {
  description: "One for all pull requests",
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: {
    on_http_request: [
      { actions: [{ type: "oauth", config: { provider: "google" } }] },
      {
        expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
        actions: [{ type: "deny" }],
      },
      {
        actions: [
          {
            type: "forward-internal",
            // The service fills this in for each request.
            config: {
              url: `https://\${req.host.split('.${PARENT}')[0]}.preview.internal`,
              on_error: "continue",
            },
          },
          {
            type: "custom-response",
            config: { status_code: 404, body: "This pull request has no environment." },
          },
        ],
      },
    ],
  },
});

export const previewUrl = previews.url;
export const previewAgentToken = agents.token; // a secret
export const previewDnsRecords = domain.dnsRecords;
