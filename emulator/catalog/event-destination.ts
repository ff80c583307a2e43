import { type Json, objectOf, textsOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";

/** Service only: the reference does not have it. */
export const eventDestination: Behaviour = {
  check(call, fields, previous) {
    const kindOf = (target: Json | undefined) => Object.keys(objectOf(target)).join();
    if (previous && kindOf(previous.fields.target) !== kindOf(fields.target))
      refuseAsService(call, 5108, "The target of a destination cannot be of another kind.", "target");
  },
  guard(call, object, operation) {
    const user = call.account.storage
      .all("/event_subscriptions")
      .find(({ fields }) => textsOf(fields.destination_ids).includes(object.id));
    if (operation === "delete" && user)
      refuseAsService(call, 5112, `${object.id} is in use by /event_subscriptions/${user.id}.`);
  },
};
