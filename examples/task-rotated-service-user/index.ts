import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const generation = config.getNumber("serviceKeyGeneration") ?? 1;

// The keys belong to the service, so they keep working when the people who set it up leave.
const service = new edge.ServiceUser("inventory", { name: "inventory", active: true });

const key = (number: number) =>
  new edge.ApiKey(`inventory-${number}`, {
    ownerId: service.id,
    description: `inventory, key ${number}`,
  });

// The previous key stays valid until the next rotation, so the service can switch after the update.
export const previousToken = generation > 1 ? key(generation - 1).token : undefined;
export const currentToken = key(generation).token;
