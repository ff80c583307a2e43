import { isRecord } from "../family/field";
import { ids, nonEmptyString, object, refusingAny, refusingTwice, setOf } from "../family/fields";
import { defineResource } from "../family/resource";
import { UNKNOWN } from "../family/unknown";
import { description255, metadata4096, stamps } from "./common";

/** Observed at the service (238). */
const refusingTypes = (sources: unknown) =>
  (Array.isArray(sources) ? sources : []).flatMap((source, at) =>
    isRecord(source) &&
    typeof source.type === "string" &&
    source.type !== UNKNOWN &&
    !/^\w+\.v\d+$/.test(source.type)
      ? [
          {
            path: [at, "type"],
            reason: "must be a type of events with its version, such as ip_policy_updated.v0",
          },
        ]
      : [],
  );

/** Service only: the API reference does not have it. */
export const eventSubscription = defineResource({
  name: "EventSubscription",
  summary: "Sends events of some types to EventDestinations, such as each change of an IP policy.",
  serviceOnly: true,
  path: "/event_subscriptions",
  listKey: "event_subscriptions",
  filtered: ["description", "metadata"],
  inputs: {
    sources: setOf(
      object({ type: nonEmptyString("Type of the events, such as `ip_policy_updated.v0`.") }, "A type.", {
        shapeName: "EventSource",
      }),
      "Types of the events that are sent. The order has no meaning.",
      {
        unset: { sends: [] },
        refuses: refusingAny(
          refusingTwice((source) => (isRecord(source) ? source.type : source)),
          refusingTypes,
        ),
      },
    ).optional(),
    destinationIds: ids("Ids of the EventDestinations that the events are sent to.", "destinations", {
      refersTo: ["EventDestination"],
      unset: { sends: [] },
    }).optional(),
    description: description255("What the subscription is for."),
    metadata: metadata4096,
  },
  update: ["sources", "destinationIds", "description", "metadata"],
  outputs: stamps,
});
