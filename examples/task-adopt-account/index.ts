import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const domainName = config.require("existingDomain");

// By its id. The preview shows a create; the update writes nothing to the service as long as the two are equal. What the
// program leaves out is set to its default: give all that is to stay, metadata as well.
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
