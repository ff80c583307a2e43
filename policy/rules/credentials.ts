import { z } from "zod";
import { credentialHeader } from "../../provider/family/credentials/likely";
import * as edge from "../../sdk";
import { pathText, secretPaths } from "../../traffic-policy/symbolic/policy-reader";
import { type AttachedPolicy, activeGuards, modulePolicy, trafficCases } from "../attached-policy";
import { reference, resourceRule, SOURCES, stringList } from "../rule";

export const edgeHeaderCredential = resourceRule({
  id: "edge-header-credential",
  severity: "high",
  title: "Headers that the edge adds must not contain credentials.",
  reason:
    "The service returns them in plain text, so they are visible to everyone who can read the route or the state.",
  source: [reference("Create HTTPS Edge Route")],
  advice:
    "Authenticate the edge to the upstream in another way, or add the header to allowedHeaders. The rule also reports values marked as secret, since policies can't distinguish them.",
  config: z.object({
    allowedHeaders: stringList("Names of headers that are not checked, in any case."),
  }),
  cases: (on) =>
    on(edge.HttpsEdgeRoute, (route, { config }) => {
      const allowed = config.allowedHeaders.map((name) => name.toLowerCase());
      return (["requestHeaders", "responseHeaders"] as const).flatMap((module) =>
        Object.entries(route[module]?.add ?? {})
          .filter(([name, value]) => !allowed.includes(name.toLowerCase()) && credentialHeader(name, value))
          .map(([name]) => `${module}.add.${name} seems to be a credential.`),
      );
    }),
});

function plainCredentials(policy: AttachedPolicy | undefined): readonly string[] {
  if (policy === undefined || policy.isOn === false) return [];
  const [first, ...others] = secretPaths(policy.value, credentialHeader);
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return [`${policy.path}.${pathText(first)} contains a credential in plain text${more}.`];
}

export const edgePolicyCredential = resourceRule({
  id: "edge-policy-credential",
  severity: "medium",
  title: "Traffic policies should take credentials from a vault.",
  reason:
    "The service returns the policy in plain text to everyone who can read the endpoint, edge, or route.",
  source: [SOURCES.trafficPolicies],
  advice:
    "Move the credential to a vault, and read it with secrets.get('vault', 'name') in an interpolation.",
  cases: (on) => [
    ...trafficCases(on, plainCredentials),
    on(edge.TcpEdge, (props) => plainCredentials(modulePolicy(props))),
    on(edge.TlsEdge, (props) => plainCredentials(modulePolicy(props))),
  ],
});

function secretProblems(
  path: string,
  { provider, secret = "" }: { provider: string; secret?: string | undefined },
  { minLength, withoutSecret }: { minLength: number; withoutSecret: readonly string[] },
): readonly string[] {
  const { length } = secret.trim();
  if (withoutSecret.includes(provider) || length >= minLength) return [];
  return [
    length === 0 ? `${path}.secret is not set.` : `${path}.secret has fewer than ${minLength} characters.`,
  ];
}

export const edgeWebhookSecret = resourceRule({
  id: "edge-webhook-secret",
  severity: "high",
  title: "Webhooks must be verified with a secret.",
  reason: "Without a secret, or with one that can be guessed, anyone can send forged events.",
  source: [reference("Create HTTPS Edge Route")],
  advice:
    "Set webhookVerification.secret or secret of verify-webhook to a random string, and set the same at the provider.",
  config: z.object({
    minLength: z.number().int().min(1).default(1).describe("Minimum length of the secret, in characters."),
    withoutSecret: stringList("Providers that sign with certificates instead of a secret.", [
      "sns",
      "aws_sns",
    ]),
  }),
  cases: (on) =>
    trafficCases(
      on,
      (policy, { config }) =>
        activeGuards(policy).flatMap(({ action: { requires }, path }) => {
          if (requires.kind !== "signature") return [];
          const { provider, secret } = requires;
          if (provider.isTemplate || secret.isTemplate) return [];
          return secretProblems(`${path}.config`, { provider: provider.text, secret: secret.text }, config);
        }),
      ({ webhookVerification }, { config }) =>
        webhookVerification ? secretProblems("webhookVerification", webhookVerification, config) : [],
    ),
});
