import type { Account } from "../account/account";
import type { Call } from "../account/call";
import { isObject, textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import type { StoredObject } from "../store/storage";

/** Service only: the reference does not have it. */
export const eventSubscription: Behaviour = {
  compute: {
    sources: subscriptionSources,
  },
  check(call, { sources }) {
    const objects = (Array.isArray(sources) ? sources : []).filter(isObject);
    refuseTypes(
      call,
      objects.map(({ type }) => textOf(type)),
      "sources",
    );
  },
};

/** Refuses the types of a subscription's sources. */
export function refuseTypes(call: Call, types: readonly string[], at: string): void {
  const invalid = types.find((type) => !/^\w+\.v\d+$/.test(type));
  if (invalid !== undefined)
    refuseAsService(call, 238, `${invalid} is not a type such as ip_policy_created.v0.`, at);
  const twice = types.find((type, index) => types.indexOf(type) !== index);
  if (twice !== undefined) refuseAsService(call, 5127, `${twice} is given twice.`, at);
}

/** The sources of a subscription, as it and the list of its sources return them. */
export function subscriptionSources(
  account: Account,
  { id, fields }: StoredObject,
): { type: string; uri: string }[] {
  const sources = Array.isArray(fields.sources) ? fields.sources : [];
  return sources.filter(isObject).map(({ type }) => ({
    type: textOf(type),
    uri: account.uri(`/event_subscriptions/${id}/sources/${encodeURIComponent(textOf(type))}`),
  }));
}
