import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const generation = config.getNumber("keyGeneration") ?? 1;

// Pipelines don't use a person's token, which would stop working when that person leaves.
const pipelines = ["deploy", "backup"].map((pipeline) => {
  const bot = new edge.BotUser(`pipeline-${pipeline}`, { name: `pipeline-${pipeline}` });
  const key = (number: number) =>
    new edge.ApiKey(`pipeline-${pipeline}-${number}`, {
      ownerId: bot.id,
      description: `${pipeline} pipeline, key ${number}`,
    });
  // The previous key lives until the next rotation, so that its users have time to switch.
  if (generation > 1) key(generation - 1);
  return [pipeline, key(generation).token] as const;
});

// The service shows a token once; the state keeps it encrypted.
export const pipelineTokens = Object.fromEntries(pipelines);
