import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const domainName = config.require("existingDomain");

// By id. The preview shows a create; if the object matches, the update sends nothing. Properties that the program omits are
// reset to their defaults, so declare everything to keep, including metadata.
const office = new edge.IpPolicy("existing-office", {
  adoptId: config.require("existingPolicyId"),
  description: "Office, made by hand",
});

// By its name: the id is looked up in the account.
const domain = new edge.ReservedDomain("existing-domain", {
  adoptId: edge.getReservedDomainOutput({ domain: domainName }).id,
  domain: domainName,
  description: "Legacy site, now in the infra repo", // differs on the service: one PATCH of this one parameter
});

// New objects are declared as usual.
new edge.IpPolicyRule("existing-office-vpn", {
  ipPolicyId: office.id,
  cidr: "198.51.100.0/24",
  action: "allow",
});

export const wasAdopted = pulumi.all([office.adopted, domain.adopted]).apply((all) => all.every(Boolean));
