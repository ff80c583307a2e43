/** An accepted difference between the reference and the provider. */
export interface KnownDifference {
  readonly reference?: string;
  readonly provider?: string;
  readonly why: string;
}

const nullable = (why: string): KnownDifference => ({ provider: "true", why });
const LEFT_OUT = nullable("the service omits it from the responses for some endpoint types");
const ABSENT = nullable("the compatible service returns null if there is no value");
const NO_JOB = nullable("the compatible service returns null until the job sets it");
const NEEDED: KnownDifference = {
  provider: "true",
  why: "a module without it has no effect, so omitting it must be a mistake",
};
const OFF: KnownDifference = { provider: "false", why: "an unset boolean is false" };
const UNSETTING = "how to unset it is undocumented, and null may count as unspecified, so this value is sent";
const NOT_RETURNED: KnownDifference = {
  provider: "true",
  why: "the response, which is entirely assumed, has no such field",
};

/** Known differences, by family and property. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, KnownDifference>> = {
  "Endpoint / create type / required": {
    provider: "true",
    why: "the service accepts an endpoint without it, but other services may not, so it is always sent",
  },
  "Endpoint / response url / type": {
    reference: '"string"',
    why: "endpoints of edges have only public_url in responses, so either field is read",
  },
  "Endpoint / response uri / nullable": LEFT_OUT,
  "Endpoint / response scheme / nullable": LEFT_OUT,
  "Endpoint / response host / nullable": LEFT_OUT,
  "Endpoint / response port / nullable": LEFT_OUT,
  "Endpoint / response updated_at / nullable": ABSENT,
  "Endpoint / response region / nullable": ABSENT,
  "Endpoint / response name / nullable": ABSENT,
  "Endpoint / response upstream_url / nullable": ABSENT,
  "Endpoint / response upstream_protocol / nullable": ABSENT,
  "ReservedDomain / response certificate_management_status.renews_at / nullable": NO_JOB,
  "ReservedDomain / response certificate_management_status.provisioning_job.msg / nullable": NO_JOB,
  "ReservedDomain / response certificate_management_status.provisioning_job.started_at / nullable": NO_JOB,
  "ReservedDomain / response certificate_management_status.provisioning_job.retries_at / nullable": NO_JOB,
  "HttpsEdgeRoute / module webhook_verification parameters provider / required": NEEDED,
  "HttpsEdgeRoute / module oauth parameters provider / required": NEEDED,
  "HttpsEdgeRoute / module oauth parameters options_passthrough / default": OFF,
  "HttpsEdgeRoute / module saml parameters options_passthrough / default": OFF,
  "HttpsEdgeRoute / module oidc parameters options_passthrough / default": OFF,
  "HttpsEdgeRoute / module saml parameters force_authn / default": OFF,
  "SshCertificateAuthority / create private_key_type / default": {
    reference: '"ed25519"',
    why: "the default is undocumented, so the provider must not replace a key because of it",
  },
  "SshCertificateAuthority / create elliptic_curve / writeOnly": NOT_RETURNED,
  "SshCertificateAuthority / create key_size / writeOnly": NOT_RETURNED,
  "SshCertificateAuthority / create key_size / min": {
    provider: "2048",
    why: "key_size is 2048 or 4096, as observed on the service",
  },
  "HttpResponseBackend / create status_code / default": { provider: "200", why: UNSETTING },
  "StaticBackend / create tls / default": { provider: '{"enabled":false}', why: UNSETTING },
  "Tunnel / response backends / nullable": { reference: "true", why: "null is read as an empty list" },
};
