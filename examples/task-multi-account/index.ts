import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

// The default account comes from tunnel-edge:baseUrl and tunnel-edge:apiToken; every other one is a Provider.
const staging = new edge.Provider("staging", {
  baseUrl: config.require("stagingBaseUrl"),
  apiToken: config.requireSecret("stagingApiToken"),
});

/** Declares what both accounts share. */
function declare(account: "production" | "staging", options: pulumi.CustomResourceOptions = {}) {
  const policy = new edge.IpPolicy(`offices-${account}`, { description: `Offices, ${account}` }, options);
  new edge.IpPolicyRule(
    `offices-${account}`,
    { ipPolicyId: policy.id, cidr: "203.0.113.0/24", action: "allow" },
    options,
  );
  return policy.id;
}

export const officePolicies = {
  production: declare("production"),
  staging: declare("staging", { provider: staging }),
};
