import { z } from "zod";
import * as edge from "../../sdk";
import { isSet } from "../known-values";
import { nameList, resourceRule, SOURCES } from "../rule";

export const edgeCertManaged = resourceRule({
  id: "edge-cert-managed",
  severity: "medium",
  title: "The service should manage the certificate of a reserved domain.",
  reason: "Uploaded certificates have to be replaced by hand, and the allowed lifetimes get shorter.",
  source: [SOURCES.guide, SOURCES.cabForum],
  advice: 'Replace certificateId with certificateManagementPolicy: { authority: "letsencrypt" }.',
  config: z.object({
    uploadedDomains: nameList("Names of resources whose certificate is uploaded on purpose."),
  }),
  cases: (on) => [
    on(edge.ReservedDomain, (domain, { config, name }) =>
      isSet(domain, "certificateId") && !config.uploadedDomains.includes(name)
        ? "certificateId names an uploaded certificate: use certificateManagementPolicy instead."
        : undefined,
    ),
  ],
});
