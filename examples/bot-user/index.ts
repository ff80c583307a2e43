import * as edge from "pulumi-tunnel-edge";

// A user for pipelines and other machines. Set active to false to disable all its keys at once.
const backup = new edge.BotUser("backup", { name: "backup", active: true });

export const botId = backup.id;
