import { textOf } from "../json";
import type { Behavior } from "../schema/family";

/** Operators register themselves, and can be seeded. */
export const kubernetesOperator: Behavior = {
  onCreate: ({ account, principal }, fields) => ({
    principal_id: textOf(fields.principal_id) || principal.id,
    updated_at: textOf(fields.updated_at) || account.clock.timestamp(),
  }),
};
