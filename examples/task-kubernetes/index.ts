import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// Internal address that the agent in the cluster serves; agent.yaml has the same one.
const internalHost = "shop-in-kubernetes.internal";

// The agent's token, which may serve only this address.
const agent = new edge.Credential("kubernetes-agent", {
  description: "Agent of the shop in Kubernetes",
  acl: [`bind:${internalHost}`],
});

const domain = new edge.ReservedDomain("kubernetes-shop", {
  domain: "shop.k8s.example.com",
  certificateManagementPolicy: { authority: "letsencrypt" },
});
const shop = new edge.Endpoint("kubernetes-shop", {
  description: "Shop, in Kubernetes",
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: {
    on_http_request: [
      { actions: [{ type: "rate-limit", config: rateLimit() }] },
      { actions: [{ type: "forward-internal", config: { url: `https://${internalHost}` } }] },
    ],
  },
});

/** No client slows the pods down for the others. */
function rateLimit() {
  return {
    name: "each client",
    algorithm: "sliding_window" as const,
    capacity: 100,
    rate: "60s",
    bucket_key: ["conn.client_ip"],
  };
}

export const kubernetesUrl = shop.url;
export const kubernetesAgentToken = agent.token; // a secret
