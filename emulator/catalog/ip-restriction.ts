import { textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";

/** API reference: "IP restriction". An account has one of each type. */
export const ipRestriction: Behaviour = {
  check(call, { type }, previous) {
    const twin = call.account.storage
      .all("/ip_restrictions")
      .find(({ id, fields }) => id !== previous?.id && fields.type === type);
    if (twin) refuseAsService(call, 1802, `${twin.id} is of the type ${textOf(type)}.`, "type");
  },
};
