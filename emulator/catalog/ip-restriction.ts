import { textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import { conflictingObject } from "./in-use";

/** API reference: "IP restriction". An account has one of each type. */
export const ipRestriction: Behaviour = {
  check(call, { type }, previous) {
    const other = conflictingObject(call, "/ip_restrictions", previous, (fields) => fields.type === type);
    if (other) refuseAsService(call, 1802, `${other.id} is of the type ${textOf(type)}.`, "type");
  },
};
