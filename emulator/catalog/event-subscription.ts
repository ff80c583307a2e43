import type { Account } from "../account/account";
import { isObject, textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { ids, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import type { StoredObject } from "../store/storage";
import { limitedNotes } from "./shared";

const DESTINATIONS = ["/event_destinations"];

/** Path of the operations on single sources. */
export const SOURCES_PATH = "/event_subscriptions/{subscription_id}/sources";

/** Parameters of one source. */
export const SOURCE = { type: string({ required: true }) } as const;

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
      fields: SOURCE,
    },
    destination_ids: ids({ to: DESTINATIONS, as: "destinations" }),
  },
  update: ["metadata", "description", "sources", "destination_ids"],
  response: {
    ...notes,
    sources: returned.objects("EventSource", { compute: sourcesOf }),
    destinations: returned.refs("destination_ids", DESTINATIONS, { byConvention: false }),
  },
  check(call, { sources }) {
    const types = (Array.isArray(sources) ? sources : []).filter(isObject).map(({ type }) => textOf(type));
    const twice = types.find((type, at) => types.indexOf(type) !== at);
    if (twice !== undefined) refuseAsService(call, 5127, `${twice} is given twice.`, "sources");
  },
};

/** The sources of a subscription, as it and the list of its sources return them. */
export function sourcesOf(account: Account, { id, fields }: StoredObject): { type: string; uri: string }[] {
  const sources = Array.isArray(fields.sources) ? fields.sources : [];
  return sources.filter(isObject).map(({ type }) => ({
    type: textOf(type),
    uri: account.uri(`/event_subscriptions/${id}/sources/${encodeURIComponent(textOf(type))}`),
  }));
}
