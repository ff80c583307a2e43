# A user for pipelines and other machines. Set active to false to disable all its keys at once.
resource backup "tunnel-edge:index:BotUser" {
  name   = "backup"
  active = true
}

output botId {
  value = backup.id
}
