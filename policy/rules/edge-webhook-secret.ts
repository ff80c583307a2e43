import { z } from "zod";
import { activeGuards, trafficCases } from "../attached-policy";
import { reference, resourceRule } from "../rule";

const config = z.object({
  minLength: z.number().int().min(1).default(1).describe("Minimum length of the secret, in characters."),
  withoutSecret: z
    .array(z.string())
    .default(["sns", "aws_sns"])
    .describe("Providers that sign with certificates instead of a secret."),
});

type Settings = z.output<typeof config>;

function secretProblems(
  at: string,
  { provider, secret = "" }: { provider: string; secret?: string | undefined },
  { minLength, withoutSecret }: Settings,
): readonly string[] {
  const { length } = secret.trim();
  if (withoutSecret.includes(provider) || length >= minLength) return [];
  return [length === 0 ? `${at}.secret is not set.` : `${at}.secret has fewer than ${minLength} characters.`];
}

export const edgeWebhookSecret = resourceRule({
  id: "edge-webhook-secret",
  severity: "high",
  title: "Webhooks must be verified with a secret.",
  reason: "Without a secret, or with one that can be guessed, anyone can send forged events.",
  source: [reference("Create HTTPS Edge Route")],
  advice:
    "Set webhookVerification.secret or secret of verify-webhook to a random string, and set the same at the provider.",
  config,
  cases: (on) =>
    trafficCases(
      on,
      (policy, { config }) =>
        activeGuards(policy).flatMap(({ action: { requires }, path }) => {
          if (requires.kind !== "signature") return [];
          const { provider, secret } = requires;
          if (provider.isFilledIn || secret.isFilledIn) return [];
          return secretProblems(`${path}.config`, { provider: provider.text, secret: secret.text }, config);
        }),
      ({ webhookVerification }, { config }) =>
        webhookVerification ? secretProblems("webhookVerification", webhookVerification, config) : [],
    ),
});
