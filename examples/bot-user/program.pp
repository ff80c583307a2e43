# Whoever is not a person acts as a bot. Set active to false to take all its keys out of use at once.
resource backup "tunnel-edge:index:BotUser" {
  name   = "backup"
  active = true
}

output botId {
  value = backup.id
}
