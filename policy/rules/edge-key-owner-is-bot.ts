import { z } from "zod";
import * as edge from "../../sdk";
import { nameList, SOURCES, stackRule } from "../rule";

export const edgeKeyOwnerIsBot = stackRule({
  id: "edge-key-owner-is-bot",
  severity: "medium",
  title: "An API key should be owned by a service or bot user of the program.",
  reason: "A person's key stops working when the person leaves, and nobody reviews it.",
  source: [SOURCES.cisInventory],
  advice:
    "Set ownerId to the id of a ServiceUser, or of a BotUser if the service has no service users. The owner is fixed at creation, so the key is replaced.",
  config: z.object({
    allowedOwners: nameList("Ids of service and bot users that other programs manage."),
  }),
  check: (account, { allowedOwners }) => {
    const machines = [...account.of(edge.ServiceUser), ...account.of(edge.BotUser)];
    return account
      .of(edge.ApiKey)
      .filter(({ resource, props }) => {
        const isAllowed = typeof props.ownerId === "string" && allowedOwners.includes(props.ownerId);
        return !isAllowed && !machines.some((owner) => account.refers(resource, owner.resource, "ownerId"));
      })
      .map(({ resource }) => ({
        at: resource,
        message: "ownerId is not the id of a ServiceUser or BotUser of this program: set it to one.",
      }));
  },
});
