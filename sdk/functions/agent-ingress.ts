// Generated from provider/families by `npm run generate`; do not edit.
import type {
  AgentIngressCertificatePolicy,
  CertificateManagementStatus,
  MetadataResult,
  ObjectResult,
} from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getAgentIngress`. A custom domain that agents connect to, such as `connect.example.com`.
 * Delegate it to the service with NS records that point to `nsTargets`.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface AgentIngressResult extends ObjectResult, MetadataResult {
  /** The domain. The service creates a subdomain of it for each region. */
  domain: string;
  /** The service issues and renews the certificates of the domain. */
  certificateManagementPolicy?: AgentIngressCertificatePolicy;
  /** What the ingress is for. */
  description: string;
  /** Values of the NS records that delegate the domain to the service. */
  nsTargets: string[];
  /** Regional domains. The service may add more over time. */
  regionDomains: string[];
  /** State of the automatic certificate; null without a policy. */
  certificateManagementStatus: CertificateManagementStatus | null;
}

/** Arguments of `getAgentIngress`: `id`, or `domain`, or `description`, or `metadata`. */
export type GetAgentIngressArgs = OneOf<
  | ById
  | {
      /** The domain. The service creates a subdomain of it for each region. */
      domain: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getAgentIngress = get<GetAgentIngressArgs, AgentIngressResult>("AgentIngress");
/** Reads one object as soon as the arguments are known. */
export const getAgentIngressOutput = getOutput<GetAgentIngressArgs, AgentIngressResult>("AgentIngress");
/** Reads all objects immediately, including during previews. */
export const listAgentIngresses = list<AgentIngressResult, ListOptions>("AgentIngress");
/** Reads all objects, as an output. */
export const listAgentIngressesOutput = listOutput<AgentIngressResult, ListOutputOptions>("AgentIngress");
/** Reads all objects page by page. */
export const eachAgentIngress = each<AgentIngressResult, ListOptions>("AgentIngress");
