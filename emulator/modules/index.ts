import rows from "../reference/modules.json";
import type { Module, ModuleBehavior } from "../schema/params";
import { readModulesFile } from "../schema/reference";
import { modulesFrom } from "../schema/tables";
import { ipRestriction, tlsTermination, tlsTerminationAtEdge } from "./edge";
import { headers, oauth, oidc, saml, userAgentFilter, webhookVerification } from "./route";

const BEHAVIORS: Readonly<Record<string, ModuleBehavior>> = {
  ip_restriction: ipRestriction,
  oauth,
  oidc,
  request_headers: headers,
  response_headers: headers,
  saml,
  tls_termination: tlsTermination,
  tls_termination_at_edge: tlsTerminationAtEdge,
  user_agent_filter: userAgentFilter,
  webhook_verification: webhookVerification,
};

export const moduleReferences = readModulesFile(rows);

export const modules: ReadonlyMap<string, Module> = modulesFrom(moduleReferences, BEHAVIORS);
