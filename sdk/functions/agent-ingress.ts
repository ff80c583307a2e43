// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { AgentIngressCertificatePolicy, CertificateManagementStatus } from "../resources/types";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type ListOptions,
  type ListOutputOptions,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. A domain of yours under which agents reach the service, such as
 * `connect.example.com`. Delegate it to the service with NS records to `nsTargets`.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface AgentIngressResult {
  /** Id of the object. */
  id: string;
  /** The domain, of which the service makes one subdomain for each region. */
  domain: string;
  /** The service issues and renews the certificates of the domain. */
  certificateManagementPolicy?: AgentIngressCertificatePolicy;
  /** What the ingress is for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** Values of the NS records that delegate the domain to the service. */
  nsTargets: string[];
  /** Domains of the regions, which may become more over time. */
  regionDomains: string[];
  /** State of the automatic certificate; null without a policy. */
  certificateManagementStatus: CertificateManagementStatus | null;
}

/**
 * By what `getAgentIngress` looks an object up: by `id`, or by `domain`, or by `description`, or by
 * `metadata`.
 */
export type GetAgentIngressArgs =
  | {
      /** Id of the object. */
      id: string;
      domain?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** The domain, of which the service makes one subdomain for each region. */
      domain: string;
      id?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the ingress is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      domain?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      domain?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getAgentIngressOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getAgentIngress(
  args: GetAgentIngressArgs,
  opts?: LookupOptions,
): Promise<AgentIngressResult> {
  return get<AgentIngressResult>("AgentIngress", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getAgentIngressOutput(
  args: InputsOf<GetAgentIngressArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<AgentIngressResult> {
  return getOutput<AgentIngressResult>("AgentIngress", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachAgentIngress`.
 */
export function listAgentIngresses(opts?: ListOptions): Promise<AgentIngressResult[]> {
  return list<AgentIngressResult>("AgentIngress", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listAgentIngressesOutput(opts?: ListOutputOptions): pulumi.Output<AgentIngressResult[]> {
  return listOutput<AgentIngressResult>("AgentIngress", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachAgentIngress(opts?: ListOptions): AsyncGenerator<AgentIngressResult, void> {
  return each<AgentIngressResult>("AgentIngress", {}, opts);
}
