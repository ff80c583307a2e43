import type { Call } from "../account/call";
import { readPublicKey, signCertificate } from "../crypto/ssh";
import { type JsonObject, objectOf, textOf, textsOf } from "../json";
import { refuse } from "../service";
import { formatTimestamp } from "../timestamp";

const AUTHORITIES = "/ssh_certificate_authorities";

/** Sets the validity, has the authority sign, and derives the key type. All of it is immutable. */
export function signed(
  kind: "user" | "host",
  lifetimeSeconds: number,
  call: Call,
  fields: JsonObject,
): JsonObject {
  const { account } = call;
  const after = fields.valid_after ? Date.parse(textOf(fields.valid_after)) : account.clock.now();
  const until = fields.valid_until ? Date.parse(textOf(fields.valid_until)) : after + lifetimeSeconds * 1000;
  if (until <= after) {
    const why = "valid_until must be later than valid_after.";
    refuse(call, kind === "user" ? 1962 : 1963, "invalid", why, "valid_until");
  }
  const subject = readPublicKey(textOf(fields.public_key));
  const authority = account.storage.get(AUTHORITIES, textOf(fields.ssh_certificate_authority_id));
  const validity = { valid_after: formatTimestamp(after), valid_until: formatTimestamp(until) };
  const described = { key_type: subject.type, ...validity };
  // A seeded certificate may refer to an authority that was deleted since.
  if (!authority) return { ...described, certificate: "" };
  const certificate = signCertificate(textOf(authority.fields.private_key_pem), {
    kind,
    subject,
    keyId: textOf(fields.description) || `${kind} certificate`,
    serial: BigInt(account.storage.nextSeq()),
    principals: textsOf(fields.principals),
    validAfter: Math.floor(after / 1000),
    validBefore: Math.floor(until / 1000),
    criticalOptions: textMap(fields.critical_options),
    extensions: textMap(fields.extensions),
  });
  return { ...described, certificate };
}

function textMap(value: JsonObject[string] | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([key, item]) => [key, textOf(item)]));
}
