import { isRecord } from "../family/field";
import { ids, nonEmptyString, object, rejectDuplicates, rejectUnless, setOf } from "../family/fields";
import { defineResource } from "../family/resource";
import { notesInCharacters, stamps } from "./common";

export const eventSubscription = defineResource({
  name: "EventSubscription",
  summary: "Sends events of the given types, such as changes to IP policies, to EventDestinations.",
  serviceOnly: true,
  path: "/event_subscriptions",
  filterableBy: ["description", "metadata"],
  inputs: {
    sources: setOf(
      object(
        {
          type: nonEmptyString("Type of the events, such as `ip_policy_updated.v0`.", {
            // Observed in the service (error 238).
            rejects: rejectUnless(
              /^\w+\.v\d+$/,
              "must be an event type with its version, such as ip_policy_updated.v0",
            ),
          }),
        },
        "A type.",
        { shapeName: "EventSource" },
      ),
      "Types of events to send. Order is ignored.",
      {
        unset: { sends: [] },
        rejects: rejectDuplicates((source) => (isRecord(source) ? source.type : source)),
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
