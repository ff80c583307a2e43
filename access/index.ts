export type { Access, NamedGuard } from "./access";
export type { Client } from "./client";
export { newlyIn } from "./compare";
export { counted, shortList } from "./counted";
export {
  CLIENT_CERTIFICATES,
  type Entry,
  type Guard,
  guardText,
  type HiddenPlace,
  type PolicySite,
  type TrafficPolicy,
  trafficPolicy,
} from "./guard";
export type { Internal, InternalEndpoint, InternalEndpoints } from "./internal";
export { type NetworkRule, Networks } from "./networks";
export { type Opening, restOf, type Told } from "./opening";
export { AccessQuery, type Assumption } from "./query";
export {
  type Answer,
  type FactId,
  isUnknown,
  type Question,
  type TextQuestion,
  textQuestion,
  type UnknownId,
} from "./question";
export type { Place } from "./request";
export { holds } from "./text";
export { every, some, type Tri } from "./tri";
export { UNSETTLED, URL_PARTS, urlText } from "./url";
