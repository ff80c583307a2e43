import * as edge from "pulumi-tunnel-edge";

const shop = new edge.Vault("shop", { name: "shop", description: "secrets of the shop" });

export const vaultId = shop.id;
