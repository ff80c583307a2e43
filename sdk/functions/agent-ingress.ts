// Generated from provider/families by `npm run generate`; do not edit.
import type {
  AgentIngressCertificatePolicy,
  CertificateManagementStatus,
  ObjectResult,
} from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A custom domain that agents connect to, such as
 * `connect.example.com`. Delegate it to the service with NS records that point to `nsTargets`.
 *
 * Service only: available in the compatible service but not in the API reference (docs/assumptions.md).
 */
export interface AgentIngressResult extends ObjectResult {
  /** The domain. The service creates a subdomain of it for each region. */
  domain: string;
  /** The service issues and renews the certificates of the domain. */
  certificateManagementPolicy?: AgentIngressCertificatePolicy;
  /** What the ingress is for. If removed, the service clears it. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
  metadata: string;
  /** Values of the NS records that delegate the domain to the service. */
  nsTargets: string[];
  /** Regional domains. The service may add more over time. */
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
      /** The domain. The service creates a subdomain of it for each region. */
      domain: string;
    }
  | {
      /** What the ingress is for. If removed, the service clears it. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
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
