import { isObject, textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { ids, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { limitedNotes } from "./shared";

const DESTINATIONS = ["/event_destinations"];

/** Service only: the reference does not have it. */
export const eventSubscription: Family = {
  stem: "event-subscription",
  name: "EventSubscription",
  serviceOnly: true,
  collection: "/event_subscriptions",
  listKey: "event_subscriptions",
  filtered: true,
  idPrefix: "esb",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    sources: {
      type: "List<object>",
      shape: "EventSourceReplace",
      fields: { type: string({ required: true }) },
    },
    destination_ids: ids({ to: DESTINATIONS, as: "destinations" }),
  },
  update: ["metadata", "description", "sources", "destination_ids"],
  response: {
    ...notes,
    sources: returned.objects("EventSource", {
      compute: (account, { id, fields }) =>
        (Array.isArray(fields.sources) ? fields.sources : []).filter(isObject).map(({ type }) => ({
          type: textOf(type),
          uri: account.uri(`/event_subscriptions/${id}/sources/${textOf(type)}`),
        })),
    }),
    destinations: returned.refs("destination_ids", DESTINATIONS, { byConvention: false }),
  },
};
