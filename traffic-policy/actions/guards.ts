import { nonCertificateLabel, readCertificates } from "../language/certificates";
import { PLACEHOLDER } from "../language/interpolation";
import { isCidr } from "../language/networks";
import type { Action } from "./action";
import { ERROR, emptyFault, enforce, faultIf, onError, REQUEST } from "./common";
import {
  choice,
  duration,
  type Fault,
  flag,
  integer,
  list,
  number,
  requiredTogether,
  template,
  text,
  type Variables,
} from "./fields";

/** In ascending order. Comparing the texts gives the same order. */
export const TLS_VERSIONS: readonly string[] = ["1.0", "1.1", "1.2", "1.3"];

const containsCertificates = (pem: string): boolean => (readCertificates(pem)?.length ?? 0) > 0;

/** Rejects other PEM blocks: a private key next to the certificates would be stored in plain text. */
function otherBlockFault(pem: string): Fault | undefined {
  const reason = "must contain certificates in PEM and nothing else, such as a private key";
  return faultIf(nonCertificateLabel(pem) !== undefined, 2204, reason);
}

const cidrFault = (value: string): Fault | undefined =>
  faultIf(!isCidr(value), 2217, "must be a CIDR, such as 203.0.113.0/24 or 2001:db8::/32");

function credentialFault(pair: string): Fault | undefined {
  const [user = "", password = ""] = pair.split(/:(.*)/s);
  const { length } = [...password];
  const lengthCode = length < 8 ? 2237 : 2221;
  return (
    faultIf(!pair.includes(":"), 2204, "must be a user name and a password, separated by a colon") ??
    faultIf(user === "", 2204, "must have a user name before the colon") ??
    faultIf(/\p{Cc}/u.test(user), 2257, "must not contain control characters") ??
    faultIf(/\p{Cc}/u.test(password), 2258, "must not contain control characters") ??
    faultIf(length < 8 || length > 128, lengthCode, "must have a password of 8 to 128 characters")
  );
}

const realmFault = (realm: string): Fault | undefined =>
  faultIf(!/^[\x20-\x7e]*$/.test(realm), 2204, "may contain only printable ASCII characters");

/** A pair that is only an interpolation, such as `${vars.pair}`, may evaluate to a text with a colon. */
const missingColonWarning = (pair: string): string | undefined =>
  pair === PLACEHOLDER || pair.includes(":")
    ? undefined
    : "has no colon outside its interpolations: the service may refuse the policy";

const crs = {
  on_error: onError("halt"),
  process_body: flag("Whether the rules also inspect the body.", { default: false }),
  exclude_rule_ids: list(
    integer("Id of a rule.", { range: [900_000, 999_999] }),
    "Rules of the OWASP Core Rule Set to skip.",
  ),
} as const;

const CRS_RESULT: Variables = {
  decision: ["string", "Decision: `allow` or `deny`."],
  anomaly_score: ["int", "Anomaly score."],
  anomaly_score_threshold: ["int", "Minimum score to deny traffic."],
  matched_rules: ["list", "The rules that matched: `id`, `message`, `severity` and `data` of each."],
  ...ERROR,
};

/** The known providers. The service may support more. */
export const WEBHOOK_PROVIDERS = (
  "aftership airship alchemy autodesk bitbucket bolt box brex buildkite calendly castle chargify circleci clearbit clerk " +
  "coinbase contentful docusign dropbox facebook_graph_api facebook_messenger frameio github gitlab go1 graphcms heroku " +
  "hostedhooks hubspot instagram intercom jira launch_darkly linear mailchimp mailgun microsoft_teams modern_treasury " +
  "mongodb mux orb orbit pagerduty pinwheel plivo pusher sendgrid sentry shopify signal_sciences slack sns sonatype " +
  "square stripe svix terraform tiktok trendmicro_conformity twilio twitter typeform vmware webex whatsapp worldline " +
  "xero zendesk zoom"
).split(" ");

export const GUARDS: Readonly<Record<string, Action>> = {
  "basic-auth": {
    description: "Requires a user name and password.",
    phases: REQUEST,
    effect: { kind: "guards", guard: "password" },
    config: {
      credentials: list(
        template(
          "User name and password, separated by a colon. The password must have 8 to 128 characters.",
          {
            secret: "after the colon",
            validate: credentialFault,
            warnIfInterpolated: missingColonWarning,
          },
        ),
        "Allowed pairs of user name and password.",
        { required: true, size: [1, 10] },
      ),
      realm: text("Realm in the response to clients.", {
        default: "ngrok",
        maxLength: 128,
        validate: realmFault,
      }),
      enforce: enforce("requests without valid credentials are denied"),
    },
    result: {
      "credentials.presented": ["bool", "Whether the request had credentials."],
      "credentials.username": ["string", "The user name."],
      "credentials.authorized": ["bool", "Whether the credentials were valid."],
      ...ERROR,
    },
  },
  "circuit-breaker": {
    // The documentation calls the threshold required, but gives a default. Published policies omit it.
    warnings: (textOf) =>
      textOf("error_threshold") === undefined
        ? { error_threshold: "is documented as required, with 0.5 as its default: set it to be sure" }
        : {},
    description: "Denies requests for a while if too many of them fail upstream.",
    phases: REQUEST,
    effect: { kind: "may refuse" },
    config: {
      error_threshold: number("Minimum share of failed requests to trip, from 0 to 1, such as 0.5.", {
        default: 0.5,
        range: [0, 1],
      }),
      volume_threshold: integer("Minimum number of requests in the window.", {
        range: [1, 2_000_000_000],
        default: 10,
      }),
      window_duration: duration("Length of the window.", { range: [1, 120], default: "10s" }),
      tripped_duration: duration("How long requests are denied before the upstream is tried again.", {
        range: [1, 120],
        default: "10s",
      }),
      num_buckets: integer("Number of buckets in the window, which must be 10.", {
        range: [10, 10],
        rangeCode: 2219,
      }),
      enforce: enforce("requests are denied"),
    },
    result: ERROR,
  },
  "owasp-crs-request": {
    description: "Denies requests that the OWASP Core Rule Set classifies as attacks.",
    phases: REQUEST,
    effect: { kind: "may refuse", status: 403, result: { decision: "allow" } },
    config: crs,
    result: CRS_RESULT,
  },
  "owasp-crs-response": {
    description: "Blocks responses that the OWASP Core Rule Set classifies as leaks.",
    phases: ["on_http_response"],
    effect: { kind: "may refuse" },
    config: crs,
    result: CRS_RESULT,
  },
  "rate-limit": {
    description: "Limits the number of requests per time window.",
    phases: REQUEST,
    effect: { kind: "may refuse", status: 429, result: { limited: false } },
    config: {
      name: text("Name of the limit, with fewer than 1,024 characters.", {
        required: true,
        maxLength: 1023,
        validate: emptyFault,
      }),
      algorithm: choice(["sliding_window"], "How requests are counted.", { required: true }),
      capacity: integer("Maximum number of requests in the time window.", {
        required: true,
        range: [1, 2_000_000_000],
      }),
      rate: duration("Length of the time window, a multiple of ten seconds.", {
        required: true,
        range: [60, 86_400],
        step: 10,
      }),
      bucket_key: list(
        text("CEL expression, such as `conn.client_ip`.", { expression: true }),
        "Values that requests are grouped by. Each combination has its own limit.",
        { required: true, size: [1, 10] },
      ),
      enforce: enforce("requests above the limit are denied"),
    },
    result: {
      limited: ["bool", "Whether the request was above the limit."],
      bucket_key: ["string", "The group of the request."],
      ...ERROR,
    },
  },
  "restrict-ips": {
    description: "Allows or denies traffic by IP address.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    effect: { kind: "guards", guard: "address" },
    config: {
      enforce: enforce("traffic from other addresses is denied"),
      allow: list(template("An allowed CIDR.", { validate: cidrFault }), "Allowed CIDRs.", { unique: true }),
      deny: list(
        template("A denied CIDR.", { validate: cidrFault }),
        "Denied CIDRs, which take precedence over all allowed ones.",
        { unique: true },
      ),
      ip_policies: list(
        template("Id of an IP policy.", { refersTo: "IpPolicy" }),
        "IP policies whose rules apply in addition to the CIDRs.",
        { unique: true },
      ),
    },
    result: {
      action: ["string", "Decision: `allow` or `deny`."],
      matched_cidr: ["string", "The matching CIDR."],
      ...ERROR,
    },
  },
  "terminate-tls": {
    warnings: (textOf) => {
      const [lowest, highest] = [textOf("min_version") ?? "1.2", textOf("max_version") ?? "1.3"];
      const isKnown = TLS_VERSIONS.includes(lowest) && TLS_VERSIONS.includes(highest);
      if (!isKnown || lowest <= highest) return {};
      return { min_version: "is above max_version, so no client can connect" };
    },
    description: "Configures TLS termination: versions, server certificate, and client certificates.",
    phases: ["on_tcp_connect"],
    protocols: ["https", "tls"],
    effect: { kind: "guards", guard: "tls" },
    config: {
      min_version: choice(["1.2", "1.3"], "Minimum TLS version.", { default: "1.2" }),
      max_version: choice(["1.2", "1.3"], "Maximum TLS version.", { default: "1.3" }),
      server_certificate: template("Server certificate in PEM, with its chain.", {
        validate: otherBlockFault,
        warn: (value) => (containsCertificates(value) ? undefined : "contains no valid PEM certificate"),
      }),
      server_private_key: template("Private key of the certificate in PEM.", {
        secret: true,
        warn: (value) =>
          /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END/.test(value)
            ? undefined
            : "contains no PEM private key",
      }),
      mutual_tls_certificate_authorities: list(
        template("Id of a certificate authority of the account, or its certificates in PEM.", {
          refersTo: "CertificateAuthority",
          validate: otherBlockFault,
          warn: (value) =>
            /^[\w-]+$/.test(value) || containsCertificates(value)
              ? undefined
              : "is neither the id of a certificate authority nor a valid PEM certificate",
        }),
        "Authorities that sign client certificates.",
      ),
      mutual_tls_verification_strategy: choice(
        ["require-and-verify", "require-any", "request"],
        "Whether a client certificate must be signed by these authorities, may be any certificate, or is optional.",
        { default: "require-and-verify" },
      ),
    },
    needs: requiredTogether("server_certificate", "server_private_key"),
    result: {
      ...ERROR,
      error_code: ["string", "Error code if the action failed."],
      error_message: ["string", "Error message if the action failed."],
      warnings: ["list", "Warnings about the configuration or certificates."],
    },
  },
  "verify-webhook": {
    description: "Requires a valid webhook signature.",
    phases: REQUEST,
    effect: { kind: "guards", guard: "signature" },
    config: {
      provider: choice(WEBHOOK_PROVIDERS, "The service that sends the requests.", {
        required: true,
        open: true,
      }),
      secret: template("Secret for the signature.", { required: true, validate: emptyFault, secret: true }),
      enforce: enforce("requests without a valid signature are denied"),
    },
    result: { verified: ["bool", "Whether the signature was valid."], ...ERROR },
  },
};
