/** A fact that one side states beyond the other or otherwise, what exactly each states, and why that is right. */
export interface Beside {
  readonly reference?: string;
  readonly provider?: string;
  readonly why: string;
}

const nullable = (why: string): Beside => ({ provider: "true", why });
const LEFT_OUT = nullable("the service leaves it out of the responses of some types of endpoints");
const ABSENT = nullable("is answered as null by the compatible service where there is nothing to tell");
const NO_JOB = nullable("is null in responses of the compatible service while a job has nothing to tell");
const NEEDED: Beside = {
  provider: "true",
  why: "a module without it does nothing, so that leaving it out can only be a mistake",
};
const OFF: Beside = { provider: "false", why: "a switch that is not set is off" };
const UNSETTING = "no document says how to unset it, and null may count as unspecified: this value is sent";
const NOT_ANSWERED: Beside = {
  provider: "true",
  why: "the response, which is assumed as a whole, has no such field",
};

/** By the path of the fact. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, Beside>> = {
  "Endpoint / create type / required": {
    provider: "true",
    why: "the service takes an endpoint without it, and others may not: it is always sent",
  },
  "Endpoint / response url / type": {
    reference: '"string"',
    why: "endpoints of edges are answered with public_url alone, so that either is read",
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
    why: "no document states it, so that in the provider it must not decide whether a key is replaced",
  },
  "SshCertificateAuthority / create elliptic_curve / writeOnly": NOT_ANSWERED,
  "SshCertificateAuthority / create key_size / writeOnly": NOT_ANSWERED,
  "SshCertificateAuthority / create key_size / min": {
    provider: "2048",
    why: "key_size is 2048 or 4096, seen at the service",
  },
  "HttpResponseBackend / create status_code / default": { provider: "200", why: UNSETTING },
  "StaticBackend / create tls / default": { provider: '{"enabled":false}', why: UNSETTING },
  "Tunnel / response backends / nullable": { reference: "true", why: "null is read as an empty list" },
};
