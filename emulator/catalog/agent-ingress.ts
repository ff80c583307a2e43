import { domainProblem, isClosedHost, isServiceHost } from "../../traffic-policy/language/hosts";
import { LIFETIME_MS, RENEW_BEFORE_MS } from "../account/provisioning";
import { reject } from "../failure";
import { asText } from "../json";
import type { Behavior } from "../schema/family";

const NAME_SERVERS = 4;
const RENEWAL_MS = LIFETIME_MS - RENEW_BEFORE_MS;

export const agentIngress: Behavior = {
  compute: {
    certificate_management_status: (_account, { fields, created_at }) =>
      fields.certificate_management_policy
        ? { renews_at: new Date(Date.parse(created_at) + RENEWAL_MS).toISOString(), provisioning_job: null }
        : null,
  },
  check(call, { domain }) {
    const { serviceDomains } = call.account.settings;
    if (isClosedHost(asText(domain)) || isServiceHost(`.${asText(domain)}`, serviceDomains))
      reject(call, 6705, `${asText(domain)} is a domain of the service.`, "domain");
    if (asText(domain).includes("*") || domainProblem(asText(domain)) !== undefined)
      reject(call, 6704, `${asText(domain)} is not a valid domain.`, "domain");
  },
  onCreate: (_call, { domain }) => ({
    ns_targets: Array.from({ length: NAME_SERVERS }, (_, n) => `${n + 1}.ns.tunnels.example.net.`),
    region_domains: [`tunnel.us.${asText(domain)}`],
  }),
};
