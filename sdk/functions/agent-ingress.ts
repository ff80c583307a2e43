// Generated from provider/families by `npm run generate`; do not edit.
import type {
  AgentIngressCertificatePolicy,
  CertificateManagementStatus,
  ObjectResult,
} from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A domain of yours under which agents reach the service, such as
 * `connect.example.com`. Delegate it to the service with NS records to `nsTargets`.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface AgentIngressResult extends ObjectResult {
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
  /** Values of the NS records that delegate the domain to the service. */
  nsTargets: string[];
  /** Domains of the regions, which may become more over time. */
  regionDomains: string[];
  /** State of the automatic certificate; null without a policy. */
  certificateManagementStatus: CertificateManagementStatus | null;
}

/** The keys of `getAgentIngress`: `id`, or `domain`, or `description`, or `metadata`. */
export type GetAgentIngressArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** The domain, of which the service makes one subdomain for each region. */
      domain: string;
    }
  | {
      /** What the ingress is for. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getAgentIngress: lookup.Get<GetAgentIngressArgs, AgentIngressResult> = (args, opts) =>
  lookup.get("AgentIngress", args, opts);
/** Reads one object as soon as the keys are known. */
export const getAgentIngressOutput: lookup.GetOutput<GetAgentIngressArgs, AgentIngressResult> = (
  args,
  opts,
) => lookup.getOutput("AgentIngress", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listAgentIngresses: lookup.List<AgentIngressResult, lookup.ListOptions> = (opts) =>
  lookup.list("AgentIngress", {}, opts);
/** Reads all objects of the collection as an output. */
export const listAgentIngressesOutput: lookup.ListOutput<AgentIngressResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("AgentIngress", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachAgentIngress: lookup.Each<AgentIngressResult, lookup.ListOptions> = (opts) =>
  lookup.each("AgentIngress", {}, opts);
