import { textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { domainName } from "../schema/formats";
import { string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import { limitedNotes } from "./shared";

const NAME_SERVERS = 4;
const DAY_MS = 86_400_000;

/** Service only: the reference does not have it. */
export const agentIngress: Family = {
  stem: "agent-ingress",
  name: "AgentIngress",
  serviceOnly: true,
  collection: "/agent_ingresses",
  listKey: "ingresses",
  filtered: true,
  idPrefix: "agin",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    domain: string({ required: true, format: domainName }),
    certificate_management_policy: {
      type: "object",
      shape: "AgentIngressCertPolicy",
      // The service's document: null disables the automatic management.
      clearedByNull: true,
      fields: {
        authority: string({ enum: ["letsencrypt"], default: "letsencrypt" }),
        private_key_type: string({ enum: ["rsa", "ecdsa"], default: "rsa" }),
      },
    },
  },
  update: ["description", "metadata", "certificate_management_policy"],
  response: {
    ...notes,
    domain: returned.string(),
    ns_targets: returned.list(),
    region_domains: returned.list(),
    certificate_management_policy: returned.object("AgentIngressCertPolicy", { nullable: true }),
    certificate_management_status: returned.object("AgentIngressCertStatus", {
      nullable: true,
      compute: (_account, { fields, created_at }) =>
        fields.certificate_management_policy
          ? {
              renews_at: new Date(Date.parse(created_at) + 60 * DAY_MS).toISOString(),
              provisioning_job: null,
            }
          : null,
    }),
  },
  check(call, { domain }, previous) {
    const twin = call.account.storage
      .all("/agent_ingresses")
      .find(({ id, fields }) => id !== previous?.id && fields.domain === domain);
    if (twin) refuseAsService(call, 6706, `${twin.id} has this domain.`, "domain");
  },
  atCreation: (_call, { domain }) => ({
    ns_targets: Array.from({ length: NAME_SERVERS }, (_, n) => `${n + 1}.ns.tunnels.example.net.`),
    region_domains: [`tunnel.us.${textOf(domain)}`],
  }),
};
