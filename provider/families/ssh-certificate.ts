import { canonicalSecond } from "../family/canonical-forms";
import { id, instant, out, type Rule, string, stringSet } from "../family/fields";
import { dueBefore, HOUR_MS, hoursBefore, limitedNotes, stamps } from "./common";
import { canonicalSshKey, KEY_OUTPUTS, keyFields, readablePublicKey } from "./ssh-keys";

/** API reference, sections "SSH user certificate" and "SSH host certificate". */
export const sshCertificateInputs = (texts: { readonly principals: string; readonly lifetime: string }) => ({
  sshCertificateAuthorityId: id("Id of the SshCertificateAuthority that signs the certificate.", {
    refersTo: ["SshCertificateAuthority"],
  }),
  publicKey: string(
    "Public key to sign, in OpenSSH's authorized_keys format. The key's comment is ignored.",
    { spelling: { canonical: canonicalSshKey } },
  ),
  principals: stringSet(texts.principals, { unset: { sends: [] } }).optional(),
  // Certificates store whole seconds.
  validAfter: instant("When the certificate becomes valid; by default the time of creation.", {
    unset: "serverDefault",
    spelling: { canonical: canonicalSecond },
  }).optional(),
  validUntil: instant(
    `When the certificate expires; by default ${texts.lifetime}. OpenSSH calls it valid_before.`,
    { unset: "serverDefault", spelling: { canonical: canonicalSecond } },
  ).optional(),
  ...limitedNotes("What the certificate is used for."),
  renewBefore: hoursBefore(
    "Hours before `validUntil` at which the next update replaces the certificate. Leave `validUntil` unset: a fixed end would not move.",
  ),
});

/** @param defaultHours - Validity of a certificate whose `validUntil` isn't set. */
export const sshCertificateRules = (defaultHours: number): readonly Rule[] => [
  readablePublicKey,
  {
    keys: ["validAfter", "validUntil"],
    errorKey: "validUntil",
    text: "`validUntil` is later than `validAfter`.",
    violation: ({ validAfter, validUntil }) =>
      typeof validAfter === "string" &&
      typeof validUntil === "string" &&
      Date.parse(validUntil) <= Date.parse(validAfter)
        ? "must be later than validAfter: otherwise the certificate would never be valid"
        : undefined,
  },
  {
    keys: ["validAfter", "validUntil"],
    errorKey: "validUntil",
    newOnly: true,
    text: "`validUntil` of a new certificate is in the future if `validAfter` isn't set.",
    // Observed in the service (errors 1962, 1963).
    violation: ({ validAfter, validUntil }) =>
      validAfter === undefined && Date.parse(String(validUntil)) <= Date.now()
        ? "must be in the future: the certificate is valid from its creation. Set a later time, or leave it unset"
        : undefined,
  },
  {
    keys: ["renewBefore", "validAfter", "validUntil"],
    text: `\`renewBefore\` is less than the certificate's validity: ${defaultHours} hours if \`validUntil\` isn't set.`,
    violation: ({ renewBefore, validAfter, validUntil }) => {
      // NaN if only `validUntil` is set, so that the comparison below is false.
      const validHours =
        validUntil === undefined
          ? defaultHours
          : (Date.parse(String(validUntil)) - Date.parse(String(validAfter))) / HOUR_MS;
      return Number(renewBefore) >= validHours
        ? `must be less than the ${validHours} hours for which the certificate is valid: otherwise every update would replace it`
        : undefined;
    },
  },
];

/** What the definitions of user and host certificates have in common. */
export const sshCertificateFacts = {
  update: ["description", "metadata"],
  outputs: {
    ...stamps,
    keyType: out.oneOf(["rsa", "ecdsa", "ed25519"], "Type of the public key."),
    certificate: out.string("The signed certificate in OpenSSH's authorized_keys format.", {
      reveals: ["publicKey", "principals", "validAfter", "validUntil", "criticalOptions", "extensions"],
    }),
  },
  derive: {
    from: ["publicKey"],
    outputs: KEY_OUTPUTS,
    compute: ({ publicKey }: { readonly publicKey?: string }) => keyFields(publicKey),
  },
  renewWhen: { due: dueBefore("validUntil"), expiryKey: "validUntil" },
} as const;
