import { EVERY_OPERATION, type Family } from "../schema/family";
import { boolean, string } from "../schema/params";
import { returned } from "../schema/responses";
import { refuseAsService } from "../service";

/** Service only: the reference does not have it. */
export const serviceUser: Family = {
  stem: "service-user",
  name: "ServiceUser",
  serviceOnly: true,
  collection: "/service_users",
  listKey: "service_users",
  filtered: true,
  idPrefix: "su",
  operations: EVERY_OPERATION,
  create: { name: string({ required: true }), active: boolean(true) },
  update: ["name", "active"],
  response: { name: returned.string(), active: returned.boolean() },
  check(call, { name }, previous) {
    const twin = call.account.storage
      .all("/service_users")
      .find(({ id, fields }) => id !== previous?.id && fields.name === name);
    if (twin) refuseAsService(call, 4112, `${twin.id} has this name.`, "name");
  },
};
