import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const greenShare = config.getNumber("greenShare") ?? 0;

// Agents of each version serve that version's internal address.
const forwardTo = (version: string): edge.TrafficPolicyOnHttpRequestAction => ({
  type: "forward-internal",
  config: { url: `https://checkout-${version}.internal` },
});

const domain = new edge.ReservedDomain("checkout", {
  domain: "checkout.example.com",
  certificateManagementPolicy: { authority: "letsencrypt" },
});
const checkout = new edge.Endpoint("checkout", {
  description: "Blue and green",
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: {
    on_http_request: [
      // rand.double() returns a new number from 0 up to 1 for each request.
      { expressions: [`rand.double() < ${(greenShare / 100).toFixed(2)}`], actions: [forwardTo("green")] },
      { actions: [forwardTo("blue")] },
    ],
  },
});

export const checkoutUrl = checkout.url;
