import type { Account } from "../account/account";
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
    const types = (Array.isArray(sources) ? sources : []).filter(isObject).map(({ type }) => textOf(type));
    const invalid = types.find((type) => !/^\w+\.v\d+$/.test(type));
    if (invalid !== undefined)
      refuseAsService(call, 238, `${invalid} is no type such as ip_policy_created.v0.`, "sources");
    const twice = types.find((type, at) => types.indexOf(type) !== at);
    if (twice !== undefined) refuseAsService(call, 5127, `${twice} is given twice.`, "sources");
  },
};

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
