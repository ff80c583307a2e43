import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const vault = new edge.Vault("hooks", { name: "hooks" });

// `pulumi config set --secret webhookSecret ...`; the stack keeps a hash of it.
const value = new pulumi.Config().getSecret("webhookSecret") ?? pulumi.secret("an example, not a secret");
const webhook = new edge.Secret("webhook", {
  vaultId: vault.id,
  name: "webhook",
  value,
  description: "signs webhooks",
});

export const secretId = webhook.id;
