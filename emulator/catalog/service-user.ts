import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import { conflictingObject } from "./in-use";

/** Service only: the reference does not have it. */
export const serviceUser: Behaviour = {
  check(call, { name }, previous) {
    const other = conflictingObject(call, "/service_users", previous, (fields) => fields.name === name);
    if (other) refuseAsService(call, 4112, `${other.id} has this name.`, "name");
  },
};
