import * as edge from "pulumi-tunnel-edge";

// Whoever is not a person acts as a bot. Set active to false to take all its keys out of use at once.
const backup = new edge.BotUser("backup", { name: "backup", active: true });

export const botId = backup.id;
