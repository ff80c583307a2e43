// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** Refers to another object of the account. */
export interface Ref {
  /** Id of the object. */
  id: string;
  /** API URI of the object. */
  uri: string;
}

/**
 * A traffic policy: text (YAML or JSON), which is sent as it is, or an object, which is sent as compact JSON. Two
 * policies are the same when they parse to the same value.
 */
export type TrafficPolicy = string | Record<string, unknown>;

export interface BackendModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Id of the backend that traffic goes to. */
  backendId?: string;
}

export interface BackendModuleArgs {
  /** Whether the module is applied to traffic. */
  enabled?: pulumi.Input<boolean>;
  /** Id of the backend that traffic goes to. */
  backendId?: pulumi.Input<string>;
}

export interface CertificateManagementPolicy {
  /** Certificate authority that certificates are requested from. */
  authority?: "letsencrypt";
  /** Type of the private key of the certificates. */
  privateKeyType?: "rsa" | "ecdsa";
}

export interface CertificateManagementPolicyArgs {
  /** Certificate authority that certificates are requested from. */
  authority?: pulumi.Input<"letsencrypt">;
  /** Type of the private key of the certificates. */
  privateKeyType?: pulumi.Input<"rsa" | "ecdsa">;
}

export interface CertificateManagementStatus {
  /** When the next renewal will be requested. A time in RFC 3339 format. */
  renewsAt: string | null;
  /** The running job; null while no certificate is being provisioned or renewed. */
  provisioningJob: ProvisioningJob | null;
}

export interface IpRestrictionModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Ids of the IpPolicy objects that decide. Order carries no meaning. */
  ipPolicyIds?: string[];
}

export interface IpRestrictionModuleArgs {
  /** Whether the module is applied to traffic. */
  enabled?: pulumi.Input<boolean>;
  /** Ids of the IpPolicy objects that decide. Order carries no meaning. */
  ipPolicyIds?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface MutualTlsModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /**
   * Ids of the CertificateAuthority objects that client certificates are validated against. Order carries no
   * meaning.
   */
  certificateAuthorityIds?: string[];
}

export interface MutualTlsModuleArgs {
  /** Whether the module is applied to traffic. */
  enabled?: pulumi.Input<boolean>;
  /**
   * Ids of the CertificateAuthority objects that client certificates are validated against. Order carries no
   * meaning.
   */
  certificateAuthorityIds?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface ProvisioningJob {
  /**
   * Why provisioning fails: `INTERNAL_ERROR` (temporary) or `DNS_ERROR` (the DNS records are to be
   * corrected).
   */
  errorCode: string | null;
  /** Message on the status or the error. */
  msg: string | null;
  /** When the job started. A time in RFC 3339 format. */
  startedAt: string | null;
  /** When the job will be tried again. A time in RFC 3339 format. */
  retriesAt: string | null;
}

export interface SubjectAlternativeNames {
  /** Further domains, wildcards among them. */
  dnsNames: string[];
  /** Further IP addresses. */
  ips: string[];
}

export interface TlsTerminationModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Where TLS ends: at the edge, or at the upstream, in which case the edge sees encrypted traffic only. */
  terminateAt?: "edge" | "upstream";
  /**
   * Lowest TLS version that is accepted; picked by the service when not given. Must not be given when
   * `terminateAt` is `upstream`.
   */
  minVersion?: string;
}

export interface TlsTerminationModuleArgs {
  /** Whether the module is applied to traffic. */
  enabled?: pulumi.Input<boolean>;
  /** Where TLS ends: at the edge, or at the upstream, in which case the edge sees encrypted traffic only. */
  terminateAt?: pulumi.Input<"edge" | "upstream">;
  /**
   * Lowest TLS version that is accepted; picked by the service when not given. Must not be given when
   * `terminateAt` is `upstream`.
   */
  minVersion?: pulumi.Input<string>;
}

export interface TrafficPolicyModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /**
   * The policy: text in YAML or JSON, sent as it is, or an object, sent as JSON. Compared by meaning, not by
   * spelling.
   */
  value?: TrafficPolicy;
}

export interface TrafficPolicyModuleArgs {
  /** Whether the module is applied to traffic. */
  enabled?: pulumi.Input<boolean>;
  /**
   * The policy: text in YAML or JSON, sent as it is, or an object, sent as JSON. Compared by meaning, not by
   * spelling.
   */
  value?: pulumi.Input<TrafficPolicy>;
}
