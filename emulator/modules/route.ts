import { createPublicKey } from "node:crypto";
import { WEBHOOK_PROVIDERS } from "../../traffic-policy/actions/guards";
import { PatternChecker } from "../../traffic-policy/language/patterns";
import { issueCertificate } from "../crypto/issuer";
import { reject } from "../failure";
import { asObject, asText, type JsonObject, textsIn } from "../json";
import type { ModuleBehavior } from "../schema/params";
import { lowerCaseNames, refuseHeaderNames, refuseHeaders } from "./headers";
import { refuseIncompleteClient, refuseLists } from "./oauth";

export const headers: ModuleBehavior = {
  normalize: (value, reference) => (reference ? value : { ...value, add: lowerCaseNames(value.add) }),
  check(call, { add, remove }, path) {
    refuseHeaders(call, add, `${path}.add`);
    refuseHeaderNames(call, textsIn(remove), `${path}.remove`);
    const isAdded = Object.hasOwn(lowerCaseNames(add), "host");
    if (!isAdded && textsIn(remove).some((name) => name.toLowerCase() === "host"))
      reject(call, 7164, `${path}.remove has Host, which add does not replace.`, `${path}.remove`);
  },
};

/** Spellings of AWS SNS, which signs without a shared secret (an assumption). */
const PROVIDERS_WITHOUT_SECRET = ["sns", "aws_sns"];

/** True for a public EC key: the "secret" of Sendgrid, which signs with the private key. */
function isPublicEcKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec";
  } catch {
    return false;
  }
}

export const webhookVerification: ModuleBehavior = {
  check(call, value, path) {
    // Observed in the service: it ignores the case of provider names.
    const provider = asText(value.provider).toLowerCase();
    const takesSecret = !PROVIDERS_WITHOUT_SECRET.includes(provider);
    const why = `${path} must have a secret, unless the provider is AWS SNS (sns, aws_sns).`;
    if (takesSecret && asText(value.secret) === "") reject(call, 7027, why, path, "invalid");
    if (takesSecret && !WEBHOOK_PROVIDERS.includes(provider))
      reject(call, 7030, `The webhook provider ${provider} is not supported.`, `${path}.provider`);
    if (!takesSecret && asText(value.secret) !== "")
      reject(call, 7026, "SNS webhook verification takes no secret.", `${path}.secret`);
    if (provider === "sendgrid" && !isPublicEcKey(asText(value.secret)))
      reject(call, 7107, "The secret must be an ECDSA public key in base64.", `${path}.secret`);
  },
};

/** The default prefix in the API reference ("Create HTTPS Edge Route", EndpointOAuth). */
const DEFAULT_COOKIE_PREFIX = "edge.";

const withCookiePrefix =
  (replace: (prefix: string) => string) =>
  (value: JsonObject, reference: boolean): JsonObject =>
    reference ? value : { ...value, cookie_prefix: replace(asText(value.cookie_prefix)) };

export const oauth: ModuleBehavior = {
  check(call, value, path) {
    if (!/^[a-z\d.]*$/i.test(asText(value.cookie_prefix)))
      reject(call, 7042, "The prefix may contain only letters, digits, and dots.", `${path}.cookie_prefix`);
    const [provider] = Object.entries(asObject(value.provider));
    if (!provider) return;
    const [name, fields] = [`${path}.provider.${provider[0]}`, asObject(provider[1])];
    refuseIncompleteClient(call, fields, name);
    refuseLists(call, fields, name);
  },
  normalize: withCookiePrefix((prefix) => (prefix === DEFAULT_COOKIE_PREFIX ? "ngrok." : prefix)),
};

let cachedSigningCertificate: string | undefined;

/** The certificate with which the service signs requests to identity providers. */
function signingCertificate(): string {
  cachedSigningCertificate ??= issueCertificate({
    name: "idp.tunnel-edge.dev",
    keyType: "ecdsa",
    notBefore: Date.UTC(2025, 0),
    notAfter: Date.UTC(2045, 0),
  });
  return cachedSigningCertificate;
}

/** Matches the root element of SAML metadata, after declarations and processing instructions. */
const ENTITY_DESCRIPTOR =
  /^\s*(?:<[?!][^>]*>\s*)*<((?:[\w.-]+:)?Entit(?:y|ies)Descriptor)(?:\s[^>]*)?(?:\/>|>.*<\/\1\s*>)\s*$/s;

export const userAgentFilter: ModuleBehavior = {
  check(call, { allow, deny }, path) {
    const patterns = new PatternChecker();
    if ([...textsIn(allow), ...textsIn(deny)].some((pattern) => patterns.problem(pattern) !== undefined))
      reject(call, 2090, `${path} contains an invalid regular expression.`, path);
  },
};

export const saml: ModuleBehavior = {
  check(call, value, path) {
    const metadata = asText(value.idp_metadata)
      .replace(/^\ufeff/, "")
      .trim();
    if (metadata === "" && value.enabled !== false)
      reject(call, 7091, `${path}.idp_metadata is missing.`, `${path}.idp_metadata`);
    if (metadata !== "" && !ENTITY_DESCRIPTOR.test(metadata.replace(/<!--.*?(?:-->|$)/gs, "")))
      reject(call, 7083, `${path}.idp_metadata must be an EntityDescriptor in XML.`, `${path}.idp_metadata`);
  },
  normalize: withCookiePrefix(() => ""),
  computed: (routeId) => ({
    entity_id: `https://idp.tunnel-edge.dev/saml/${routeId}/metadata`,
    assertion_consumer_service_url: `https://idp.tunnel-edge.dev/saml/${routeId}/acs`,
    single_logout_url: `https://idp.tunnel-edge.dev/saml/${routeId}/slo`,
    metadata_url: `https://idp.tunnel-edge.dev/saml/${routeId}/metadata`,
    request_signing_certificate_pem: signingCertificate(),
  }),
};

export const oidc: ModuleBehavior = {
  normalize: withCookiePrefix(() => ""),
  check(call, value, path) {
    if (!/^(?:https?:\/\/[^\s/].*)?$/i.test(asText(value.issuer)))
      reject(call, 215, `${path}.issuer is not a URL.`, `${path}.issuer`);
    if (value.enabled === false) return;
    for (const [name, code] of [
      ["issuer", 7088],
      ["client_id", 7089],
      ["client_secret", 7090],
    ] as const)
      if (asText(value[name]) === "") reject(call, code, `${path}.${name} is missing.`, `${path}.${name}`);
  },
};
