import { isRecord } from "../family/field";
import { combineRejections, ids, nonEmptyString, object, rejectDuplicates, setOf } from "../family/fields";
import { defineResource } from "../family/resource";
import { UNKNOWN } from "../family/unknown";
import { notesInCharacters, stamps } from "./common";

/** Observed in the service (error 238). */
const rejectUnversionedTypes = (sources: unknown) =>
  (Array.isArray(sources) ? sources : []).flatMap((source, index) =>
    isRecord(source) &&
    typeof source.type === "string" &&
    source.type !== UNKNOWN &&
    !/^\w+\.v\d+$/.test(source.type)
      ? [
          {
            path: [index, "type"],
            reason: "must be an event type with its version, such as ip_policy_updated.v0",
          },
        ]
      : [],
  );

export const eventSubscription = defineResource({
  name: "EventSubscription",
  summary: "Sends events of the given types, such as changes to IP policies, to EventDestinations.",
  serviceOnly: true,
  path: "/event_subscriptions",
  filterableBy: ["description", "metadata"],
  inputs: {
    sources: setOf(
      object({ type: nonEmptyString("Type of the events, such as `ip_policy_updated.v0`.") }, "A type.", {
        shapeName: "EventSource",
      }),
      "Types of events to send. Order is ignored.",
      {
        unset: { sends: [] },
        rejects: combineRejections(
          rejectDuplicates((source) => (isRecord(source) ? source.type : source)),
          rejectUnversionedTypes,
        ),
      },
    ).optional(),
    destinationIds: ids("Ids of the EventDestinations that the events are sent to.", "destinations", {
      refersTo: ["EventDestination"],
      unset: { sends: [] },
    }).optional(),
    ...notesInCharacters("What the subscription is for."),
  },
  update: ["sources", "destinationIds", "description", "metadata"],
  outputs: stamps,
});
