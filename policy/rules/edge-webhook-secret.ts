import { z } from "zod";
import * as edge from "../../sdk";
import { guardsOf, type HeldPolicy, onEndpoint, policyOfModule } from "../held-policy";
import { resourceRule } from "../rule";
import { reference } from "../sources";

const config = z.object({
  minLength: z.number().int().min(1).default(1).describe("Shortest secret, in characters."),
  withoutSecret: z
    .array(z.string())
    .default(["sns", "aws_sns"])
    .describe("Providers that sign with certificates and share no secret."),
});

type Settings = z.output<typeof config>;

function problemsOf(
  at: string,
  { provider, secret = "" }: { provider: string; secret?: string | undefined },
  { minLength, withoutSecret }: Settings,
): readonly string[] {
  const { length } = secret.trim();
  if (withoutSecret.includes(provider) || length >= minLength) return [];
  return [length === 0 ? `${at}.secret is not set.` : `${at}.secret has fewer than ${minLength} characters.`];
}

/** What a vault fills in is there. */
const inPolicy = (policy: HeldPolicy | undefined, settings: Settings) =>
  guardsOf(policy).flatMap(({ action: { requires }, path }) => {
    if (requires.asks !== "signature" || requires.provider.isFilledIn || requires.secret.isFilledIn)
      return [];
    const [provider, secret] = [requires.provider.text, requires.secret.text];
    return problemsOf(`${path}.config`, { provider, secret }, settings);
  });

export const edgeWebhookSecret = resourceRule({
  id: "edge-webhook-secret",
  severity: "high",
  title: "Webhooks must be verified with a secret.",
  reason: "Without a secret, or with one that can be guessed, anybody can send forged events.",
  source: [reference("Create HTTPS Edge Route")],
  advice:
    "Set webhookVerification.secret or secret of verify-webhook to a random string, and set the same at the provider.",
  config,
  cases: (on) => [
    onEndpoint(on, (policy, { config }) => inPolicy(policy, config)),
    on(edge.HttpsEdgeRoute, (route, { config }) => [
      ...(route.webhookVerification
        ? problemsOf("webhookVerification", route.webhookVerification, config)
        : []),
      ...inPolicy(policyOfModule(route), config),
    ]),
  ],
});
