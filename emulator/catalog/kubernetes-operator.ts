import { asText } from "../json";
import type { Behavior } from "../schema/family";

/** Operators register themselves, and can be seeded. */
export const kubernetesOperator: Behavior = {
  onCreate: ({ account, principal }, fields) => ({
    principal_id: asText(fields.principal_id) || principal.id,
    updated_at: asText(fields.updated_at) || account.clock.timestamp(),
  }),
};
