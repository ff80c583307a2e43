export type { Access, NamedGuard } from "./access-model";
export { AccessQuery, type Assumption } from "./access-query";
export type { Client } from "./client";
export { newlyIn } from "./compare";
export {
  CLIENT_CERTIFICATES,
  type Entry,
  type Guard,
  guardText,
  type HiddenPlace,
  type PolicySite,
  type TrafficPolicy,
  trafficPolicy,
  type Unseen,
} from "./guard-model";
export type { Internal, InternalEndpoint, InternalEndpoints } from "./internal-endpoints";
export { counted, shortList } from "./lists-in-words";
export { maskedValue } from "./masking";
export { type NetworkRule, Networks } from "./networks";
export { type Opening, restOf, type Told } from "./opening";
export {
  type Answer,
  type FactId,
  isUnknown,
  type Question,
  type TextQuestion,
  textQuestion,
  type UnknownId,
} from "./question";
export type { Place } from "./request-witnesses";
export { holds } from "./text-solver";
export { every, some, type Tri } from "./three-valued";
export { type GuardTransition, guardTransition } from "./transition";
export { UNSETTLED, URL_PARTS, urlText } from "./url-parts";
