import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";

/** Service only: the reference does not have it. */
export const serviceUser: Behaviour = {
  check(call, { name }, previous) {
    const twin = call.account.storage
      .all("/service_users")
      .find(({ id, fields }) => id !== previous?.id && fields.name === name);
    if (twin) refuseAsService(call, 4112, `${twin.id} has this name.`, "name");
  },
};
