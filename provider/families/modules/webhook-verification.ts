import { createPublicKey } from "node:crypto";
import { WEBHOOK_PROVIDERS } from "../../../traffic-policy/actions/guards";
import { nearest } from "../../../traffic-policy/language/nearest";
import { attempt } from "../../family/attempt";
import { lowerCaseText } from "../../family/canonical-forms";
import type { Finding } from "../../family/field";
import { rejectUnless, secretString, string } from "../../family/fields";
import { edgeModule } from "./edge-module";

/** AWS SNS signs with certificates and needs no shared secret. Its names in the API are assumptions. */
const WITHOUT_SECRET: readonly unknown[] = ["sns", "aws_sns"];

/** A warning only: the service may support more providers by now (error 7030). */
function warnOfUnknownProvider(provider: unknown): readonly Finding[] {
  const name = String(lowerCaseText(provider));
  if (WEBHOOK_PROVIDERS.includes(name) || WITHOUT_SECRET.includes(name)) return [];
  const near = nearest(name, WEBHOOK_PROVIDERS);
  const hint =
    near === undefined ? `known providers: ${WEBHOOK_PROVIDERS.join(", ")}` : `did you mean ${near}?`;
  return [{ isError: false, path: [], reason: `is not a provider that this version knows; ${hint}` }];
}

/** Observed in the service (error 7107). */
function isPublicEcKey(text: string): boolean {
  const key = Buffer.from(text, "base64");
  return attempt(() => createPublicKey({ key, format: "der", type: "spki" }))?.asymmetricKeyType === "ec";
}

/** API reference, "EndpointWebhookValidation". */
export const webhookVerification = edgeModule(
  "guard",
  {
    provider: string("Webhook provider that signs the requests, such as `github`. Case-insensitive.", {
      spelling: { canonical: lowerCaseText },
      rejects: rejectUnless(/./s, "must name a provider, such as github"),
      inspect: warnOfUnknownProvider,
    }),
    secret: secretString("Secret shared with the provider. Required for every provider except AWS SNS.", {
      returned: "sometimes",
    }).optional(),
  },
  "Webhook verification module: accepts only requests signed by the provider.",
  {
    rules: [
      {
        keys: ["provider", "secret"],
        errorKey: "secret",
        text: "`secret` is required for every provider except AWS SNS (`sns`, `aws_sns`).",
        violation: ({ provider, secret }) =>
          !secret && !WITHOUT_SECRET.includes(lowerCaseText(provider))
            ? "is required: every provider except AWS SNS (sns, aws_sns) signs with a shared secret"
            : undefined,
      },
      {
        keys: ["provider", "secret"],
        errorKey: "secret",
        newOnly: true,
        text: "AWS SNS (`sns`, `aws_sns`) has no `secret`.",
        violation: ({ provider, secret }) =>
          secret && WITHOUT_SECRET.includes(lowerCaseText(provider))
            ? "must not be set: AWS SNS signs with certificates"
            : undefined,
      },
      {
        keys: ["provider", "secret"],
        errorKey: "secret",
        newOnly: true,
        text: "For `sendgrid`, `secret` is SendGrid's verification key: an ECDSA public key in base64.",
        violation: ({ provider, secret }) =>
          secret && lowerCaseText(provider) === "sendgrid" && !isPublicEcKey(String(secret))
            ? "must be SendGrid's verification key: an ECDSA public key in base64"
            : undefined,
      },
    ],
  },
);
