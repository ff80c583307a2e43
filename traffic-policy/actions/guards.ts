import { X509Certificate } from "node:crypto";
import { PLACEHOLDER } from "../language/interpolation";
import { isCidr } from "../language/networks";
import { VARIABLE_TYPES as T, type Variables } from "../language/variable-types";
import type { Action } from "./action";
import { ERROR, empty, enforce, fault, onError, REQUEST } from "./common";
import { choice, duration, type Fault, flag, integer, list, number, text, together } from "./fields";

const TLS_VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

/** True if a text has certificates in PEM, all of which can be read. */
function holdsCertificates(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    return (
      blocks.length > 0 && blocks.slice(0, 20).every((block) => new X509Certificate(block).raw.length > 0)
    );
  } catch {
    return false;
  }
}

const cidr = (description: string) =>
  text(description, {
    interpolated: true,
    wrong: (value) => fault(!isCidr(value), 2217, "must be a CIDR, such as 203.0.113.0/24 or 2001:db8::/32"),
  });

function wrongCredential(pair: string): Fault | undefined {
  const [user = "", password = ""] = pair.split(/:(.*)/s);
  const { length } = [...password];
  return (
    fault(!pair.includes(":"), 2204, "must be a user name and a password with a colon between them") ??
    fault(/\p{Cc}/u.test(user), 2257, "must have no control characters") ??
    fault(/\p{Cc}/u.test(password), 2258, "must have no control characters") ??
    fault(length < 8 || length > 128, length < 8 ? 2237 : 2221, "must have a password of 8 to 128 characters")
  );
}

const wrongRealm = (realm: string): Fault | undefined =>
  fault(!/^[\x20-\x7e]*$/.test(realm), 2204, "must have printable ASCII characters only");

/** What is filled in may be the whole pair, or has no colon of its own. */
const pairWithoutColon = (pair: string): string | undefined =>
  pair === PLACEHOLDER || pair.includes(":")
    ? undefined
    : "has no colon beside its interpolations, of which none gives the whole pair: the service may refuse the policy";

const crs = {
  on_error: onError("halt"),
  process_body: flag("Whether the rules look at the body as well.", { default: false }),
  exclude_rule_ids: list(
    integer("Id of a rule.", { range: [900_000, 999_999] }),
    "Rules of the OWASP core rule set that are left out.",
  ),
} as const;

const CRS_RESULT: Variables = {
  decision: [T.string, "What was decided: `allow` or `deny`."],
  anomaly_score: [T.int, "Score of what was found."],
  anomaly_score_threshold: [T.int, "Score from which traffic is denied."],
  matched_rules: [T.list, "The rules that matched: `id`, `message`, `severity` and `data` of each."],
  ...ERROR,
};

/** Services whose webhooks are verified; there may be more by now. */
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
    description: "Lets only those in who know a user name and its password.",
    phases: REQUEST,
    effect: {
      is: "guards",
      by: "password",
      verdict: { variable: "basic_auth.credentials.authorized", met: "true", unmet: "false" },
    },
    config: {
      credentials: list(
        text("User name and password, with a colon between them. The password has 8 to 128 characters.", {
          interpolated: true,
          secret: "after the colon",
          wrong: wrongCredential,
          doubtfulFilledIn: pairWithoutColon,
        }),
        "Pairs of user name and password that are let in.",
        { required: true, size: [1, 10] },
      ),
      realm: text("Realm that clients are told.", { default: "ngrok", maxLength: 128, wrong: wrongRealm }),
      enforce: enforce("requests without a right pair are refused"),
    },
    result: {
      name: "basic_auth",
      variables: {
        "credentials.presented": [T.bool, "Whether the request had a user name and a password."],
        "credentials.username": [T.string, "The user name."],
        "credentials.authorized": [T.bool, "Whether the pair was a right one."],
        ...ERROR,
      },
    },
  },
  "circuit-breaker": {
    // Documented as required, with a default; published policies leave it out.
    doubts: (textOf) =>
      textOf("error_threshold") === undefined
        ? { error_threshold: "is documented as required, with 0.5 as its default: set it to be sure" }
        : {},
    description: "Refuses requests for a while when too many of them fail upstream.",
    phases: REQUEST,
    effect: { is: "may refuse" },
    config: {
      error_threshold: number(
        "Share of failed requests, from 0 to 1, from which requests are refused, such as 0.5.",
        { default: 0.5, range: [0, 1] },
      ),
      volume_threshold: integer("Requests of the window before the share is looked at.", {
        range: [1, 2_000_000_000],
        default: 10,
      }),
      window_duration: duration("Length of the window that is counted.", { range: [1, 120], default: "10s" }),
      tripped_duration: duration("How long requests are refused before the upstream is tried again.", {
        range: [1, 120],
        default: "10s",
      }),
      num_buckets: integer("Parts of the window; the service has fixed it at 10.", {
        range: [10, 10],
        rangeCode: 2219,
      }),
      enforce: enforce("requests are refused"),
    },
    result: { name: "circuit_breaker", variables: { ...ERROR } },
  },
  "owasp-crs-request": {
    description: "Refuses requests that the OWASP core rule set takes for attacks.",
    phases: REQUEST,
    effect: { is: "may refuse", status: 403, result: { decision: "allow" } },
    config: crs,
    result: { name: "owasp_crs_request", variables: CRS_RESULT },
  },
  "owasp-crs-response": {
    description: "Refuses responses that the OWASP core rule set takes for leaks.",
    phases: ["on_http_response"],
    effect: { is: "may refuse" },
    config: crs,
    result: { name: "owasp_crs_response", variables: CRS_RESULT },
  },
  "rate-limit": {
    description: "Refuses requests beyond a number in a length of time.",
    phases: REQUEST,
    effect: { is: "may refuse", status: 429, result: { limited: false } },
    config: {
      name: text("Name of the limit, of less than 1,024 characters.", {
        required: true,
        maxLength: 1023,
        wrong: empty,
      }),
      algorithm: choice(["sliding_window"], "How requests are counted.", { required: true }),
      capacity: integer("Requests that are let through in the length of time.", {
        required: true,
        range: [1, 2_000_000_000],
      }),
      rate: duration("The length of time, a multiple of ten seconds.", {
        required: true,
        range: [60, 86_400],
        step: 10,
      }),
      bucket_key: list(
        text("CEL expression of a value, such as `conn.client_ip`.", { expression: true }),
        "What is counted by itself: each combination of these values.",
        { required: true, size: [1, 10] },
      ),
      enforce: enforce("requests beyond the limit are refused"),
    },
    result: {
      name: "rate_limit",
      variables: {
        limited: [T.bool, "Whether the request was beyond the limit."],
        bucket_key: [T.string, "What it was counted under."],
        ...ERROR,
      },
    },
  },
  "restrict-ips": {
    description: "Lets only traffic from certain addresses through.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    effect: {
      is: "guards",
      by: "address",
      verdict: { variable: "restrict_ips.action", met: "allow", unmet: "deny" },
    },
    config: {
      enforce: enforce("traffic from other addresses is refused"),
      allow: list(cidr("A CIDR that is let in."), "CIDRs that are let in.", { unique: true }),
      deny: list(cidr("A CIDR that is refused."), "CIDRs that are refused, whatever else lets them in.", {
        unique: true,
      }),
      ip_policies: list(
        text("Id of an IP policy.", { interpolated: true, refersTo: "IpPolicy" }),
        "IP policies whose rules hold beside the CIDRs.",
        { unique: true },
      ),
    },
    result: {
      name: "restrict_ips",
      variables: {
        action: [T.string, "What was decided: `allow` or `deny`."],
        matched_cidr: [T.string, "The CIDR that decided."],
        ...ERROR,
      },
    },
  },
  "terminate-tls": {
    doubts: (textOf) => {
      const [lowest, highest] = [textOf("min_version") ?? "1.2", textOf("max_version") ?? "1.3"];
      const isAbove = TLS_VERSIONS.indexOf(lowest) > TLS_VERSIONS.indexOf(highest);
      const isKnown = [lowest, highest].every((version) => TLS_VERSIONS.includes(version));
      return isKnown && isAbove ? { min_version: "is above max_version: no client can connect" } : {};
    },
    description:
      "Says how TLS ends at the service: versions, certificate, and certificates that clients have to show.",
    phases: ["on_tcp_connect"],
    protocols: ["https", "tls"],
    effect: { is: "guards", by: "tls" },
    config: {
      min_version: choice(["1.2", "1.3"], "Smallest version of TLS.", { default: "1.2" }),
      max_version: choice(["1.2", "1.3"], "Largest version of TLS.", { default: "1.3" }),
      server_certificate: text("Certificate of the server in PEM, with its chain.", {
        interpolated: true,
        doubtful: (value) =>
          holdsCertificates(value) ? undefined : "holds no certificate in PEM that can be read",
      }),
      server_private_key: text("Private key of the certificate in PEM.", {
        interpolated: true,
        secret: true,
        doubtful: (value) =>
          /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END/.test(value)
            ? undefined
            : "holds no private key in PEM",
      }),
      mutual_tls_certificate_authorities: list(
        text("Id of a certificate authority of the account, or its certificates in PEM.", {
          interpolated: true,
          refersTo: "CertificateAuthority",
          doubtful: (value) =>
            /^[\w-]+$/.test(value) || holdsCertificates(value)
              ? undefined
              : "is neither the id of a certificate authority nor certificates in PEM that can be read",
        }),
        "Who may have signed the certificates that clients show.",
      ),
      mutual_tls_verification_strategy: choice(
        ["require-and-verify", "require-any", "request"],
        "What is asked of clients: a certificate of these authorities, any certificate, or one if they have it.",
        { default: "require-and-verify" },
      ),
    },
    needs: together("server_certificate", "server_private_key"),
    result: {
      name: "terminate_tls",
      variables: {
        ...ERROR,
        error_code: [T.string, "Code of the error with which the action failed."],
        error_message: [T.string, "The same in words."],
        warnings: [T.list, "What was odd about the configuration or the certificates."],
      },
    },
  },
  "verify-webhook": {
    description: "Lets only requests through that a known service has signed.",
    phases: REQUEST,
    effect: {
      is: "guards",
      by: "signature",
      verdict: { variable: "verify_webhook.verified", met: "true", unmet: "false" },
    },
    config: {
      provider: choice(WEBHOOK_PROVIDERS, "The service that sends the requests.", {
        required: true,
        open: true,
      }),
      secret: text("Secret that the service signs with.", {
        required: true,
        wrong: empty,
        interpolated: true,
        secret: true,
      }),
      enforce: enforce("requests without a right signature are refused"),
    },
    result: {
      name: "verify_webhook",
      variables: { verified: [T.bool, "Whether the signature was right."], ...ERROR },
    },
  },
};
