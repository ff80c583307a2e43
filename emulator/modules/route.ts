import { issueCertificate } from "../crypto/issuer";
import { type JsonObject, textOf } from "../json";
import type { ModuleBehaviour } from "../schema/params";
import { refuseAsService } from "../service";
import { lowerCaseNames } from "./headers";

/** Of the request and of the response. */
export const headers: ModuleBehaviour = {
  settle: (value, reference) => (reference ? value : { ...value, add: lowerCaseNames(value.add) }),
};

/** Webhook providers that the service supports; there may be more by now. Observed on the service. */
const PROVIDERS = new Set(
  (
    "aftership airship alchemy autodesk aws_sns bitbucket bolt box brex buildkite calendly castle chargify circleci " +
    "clearbit clerk coinbase contentful docusign dropbox facebook_graph_api facebook_messenger frameio github gitlab " +
    "go1 graphcms heroku hostedhooks hubspot instagram intercom jira launch_darkly linear mailchimp mailgun " +
    "microsoft_teams modern_treasury mongodb mux orb orbit pagerduty pinwheel plivo pusher sendgrid sentry shopify " +
    "signal_sciences slack sns sonatype square stripe svix terraform tiktok trendmicro_conformity twilio twitter " +
    "typeform vmware webex whatsapp worldline xero zendesk zoom"
  ).split(" "),
);

/** Spellings of AWS SNS, the provider that signs without a shared secret: assumed by convention. */
const PROVIDERS_WITHOUT_SECRET = ["sns", "aws_sns"];

/** The service takes a provider in any case. Observed on the service. */
const providerOf = ({ provider }: JsonObject) => textOf(provider).toLowerCase();

export const webhookVerification: ModuleBehaviour = {
  rule(value) {
    if (textOf(value.secret) === "" && !PROVIDERS_WITHOUT_SECRET.includes(providerOf(value)))
      throw new Error("must have a secret: only AWS SNS (sns, aws_sns) works without");
  },
  check(call, value, at) {
    const provider = providerOf(value);
    if (!PROVIDERS.has(provider))
      refuseAsService(call, 7030, `The webhook provider ${provider} is not supported.`, `${at}.provider`);
    if (PROVIDERS_WITHOUT_SECRET.includes(provider) && textOf(value.secret) !== "")
      refuseAsService(call, 7026, "SNS webhook verification takes no secret.", `${at}.secret`);
  },
};

/** Service-specific, ends in a dot. API reference: "Create HTTPS Edge Route", EndpointOAuth. */
const COOKIE_PREFIX = "edge.";

/** The service's replacement: another one for OAuth, none for the other two. */
const prefixed =
  (present: (given: string) => string) =>
  (value: JsonObject, reference: boolean): JsonObject =>
    reference ? value : { ...value, cookie_prefix: present(textOf(value.cookie_prefix)) };

export const oauth: ModuleBehaviour = {
  settle: prefixed((given) => (given === COOKIE_PREFIX ? "ngrok." : given)),
};

let signing: string | undefined;

/** What the service signs its requests to an identity provider with: one for all. */
function signingCertificate(): string {
  signing ??= issueCertificate({
    names: ["idp.tunnel-edge.dev"],
    keyType: "ecdsa",
    notBefore: Date.UTC(2025, 0),
    notAfter: Date.UTC(2045, 0),
  });
  return signing;
}

export const saml: ModuleBehaviour = {
  settle: prefixed(() => ""),
  computed: () => ({
    entity_id: "https://idp.tunnel-edge.dev/saml/metadata",
    assertion_consumer_service_url: "https://idp.tunnel-edge.dev/saml/acs",
    single_logout_url: "https://idp.tunnel-edge.dev/saml/slo",
    metadata_url: "https://idp.tunnel-edge.dev/saml/metadata",
    request_signing_certificate_pem: signingCertificate(),
  }),
};

export const oidc: ModuleBehaviour = { settle: prefixed(() => "") };
