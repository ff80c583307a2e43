import { z } from "zod";
import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { reference } from "../sources";

export const edgeWebhookSecret = resourceRule({
  id: "edge-webhook-secret",
  severity: "high",
  title: "Webhooks must be verified with a secret.",
  reason: "Without a secret, or with one that can be guessed, anybody can send forged events.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Set webhookVerification.secret to a random string, and set the same at the provider.",
  config: z.object({
    minLength: z.number().int().min(1).default(1).describe("Shortest secret, in characters."),
    withoutSecret: z
      .array(z.string())
      .default(["sns", "aws_sns"])
      .describe("Providers that sign with certificates and share no secret."),
  }),
  cases: (on) => [
    on(edge.HttpsEdgeRoute, ({ webhookVerification: module }, { config }) => {
      if (module === undefined || config.withoutSecret.includes(module.provider)) return undefined;
      const length = module.secret?.trim().length ?? 0;
      if (length === 0) return "webhookVerification.secret is not set.";
      return length >= config.minLength
        ? undefined
        : `webhookVerification.secret has fewer than ${config.minLength} characters.`;
    }),
  ],
});
