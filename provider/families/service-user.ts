import { bool, nonEmptyString } from "../family/fields";
import { defineResource } from "../family/resource";
import { stamps } from "./common";

export const serviceUser = defineResource({
  name: "ServiceUser",
  summary: "An account member for machines that owns API keys and credentials. Replaces bot users.",
  serviceOnly: true,
  path: "/service_users",
  filterableBy: [],
  inputs: {
    name: nonEmptyString("Name of the service, unique in the account."),
    active: bool("Whether the service user is active; its keys don't work while it is inactive.", {
      unset: { sends: true },
    }).optional(),
  },
  update: ["name", "active"],
  outputs: stamps,
  naturalKey: ["name"],
});
