config webhookSecret string {
  description = "`pulumi config set --secret webhookSecret`; the stack keeps a hash of it."
  secret      = true
}

resource vault "tunnel-edge:index:Vault" {
  __logicalName = "hooks"
  name          = "hooks"
}

# Traffic policies read it as secrets.get('hooks', 'webhook').
resource webhook "tunnel-edge:index:Secret" {
  vaultId     = vault.id
  name        = "webhook"
  value       = webhookSecret
  description = "Signs webhooks"
}

output secretId {
  value = webhook.id
}
