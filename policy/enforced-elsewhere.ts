import type { Severity } from "@pulumi/policy";

/** A rule that isn't a policy, because the classes enforce it or a policy can't check it. */
export interface HeldElsewhere {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly because: string;
  readonly heldBy: string;
}

const IN_PLAIN = "policies get secrets in plain text and cannot distinguish them from other values";

/** Rules that the pack doesn't enforce, with what enforces them instead. */
export const HELD_ELSEWHERE: readonly HeldElsewhere[] = [
  {
    id: "edge-key-token-secret",
    severity: "critical",
    title: "The token of an API key is a secret output.",
    because: `the class marks it as secret in every state; ${IN_PLAIN}.`,
    heldBy: "test/engine/policy.engine.test.ts",
  },
  {
    id: "edge-cert-key-secret",
    severity: "critical",
    title: "The private key of a TLS certificate is a secret input.",
    because: `the class marks it as secret, whatever the program sets; ${IN_PLAIN}.`,
    heldBy: "test/engine/policy.engine.test.ts",
  },
  {
    id: "edge-webhook-secret-typed",
    severity: "high",
    title: "The secret of a webhook verification is a secret input.",
    because: `the provider marks it as secret, whatever the program sets; ${IN_PLAIN}. The preview checks that it is set.`,
    heldBy:
      "test/engine/policy.engine.test.ts; the policy edge-webhook-secret checks that it is more than white space",
  },
  {
    id: "edge-ipp-deleted-in-use",
    severity: "critical",
    title: "Nothing refers to an IP policy that is deleted.",
    because: "policies do not get deletions.",
    heldBy: "`tunnel-edge review`",
  },
  {
    id: "edge-ipr-staged",
    severity: "high",
    title: "A new IP restriction of the API or dashboard starts with enforced: false.",
    because:
      "policies cannot distinguish new resources from old ones, and a fix would conflict with edge-ipr-enforced.",
    heldBy: "`tunnel-edge review`",
  },
];
