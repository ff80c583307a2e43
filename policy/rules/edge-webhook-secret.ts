import { z } from "zod";
import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { reference } from "../sources";

export const edgeWebhookSecret = resourceRule({
  id: "edge-webhook-secret",
  severity: "high",
  title: "Webhooks must be verified with a secret that cannot be guessed.",
  reason: "Who knows or guesses the secret can send forged events.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Set webhookVerification.secret to a random text, and give the provider the same.",
  config: z.object({
    minLength: z.number().int().min(1).default(16).describe("Shortest secret, in characters."),
    withoutSecret: z
      .array(z.string())
      .default(["sns", "aws_sns"])
      .describe("Providers that sign with certificates and share no secret."),
  }),
  cases: (on) => [
    on(edge.HttpsEdgeRoute, ({ webhookVerification: module }, { config }) => {
      if (module === undefined || config.withoutSecret.includes(module.provider)) return undefined;
      const isLong = (module.secret?.length ?? 0) >= config.minLength;
      return isLong ? undefined : `webhookVerification.secret has fewer than ${config.minLength} characters.`;
    }),
  ],
});
