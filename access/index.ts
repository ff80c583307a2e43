export { AMBIGUOUS_PATH } from "../traffic-policy/symbolic/policy-reader";
export type { Access, NamedGuard, RouteAccess } from "./access-model";
export { AccessQuery, type Assumption } from "./access-query";
export type { Client } from "./client";
export { compareAccess } from "./compare";
export {
  CLIENT_CERTIFICATES,
  type Entry,
  type Guard,
  type MaskedLocation,
  type PolicySite,
  parseTlsVersion,
  type TrafficPolicy,
  trafficPolicy,
  type UnreadableGuard,
} from "./guard-model";
export type { GuardTransition } from "./guard-transition";
export type { InternalEndpoint, InternalEndpoints, InternalEndpointsBySide } from "./internal-endpoints";
export { type NetworkRule, Networks } from "./networks";
export { type ClientDescription, type Opening, summarize } from "./opening";
export { pluralize, shortList } from "./phrases";
export {
  type Answer,
  type FactId,
  isUnknownAbout,
  type Question,
  type TextQuestion,
  textQuestion,
  type UnknownId,
} from "./question";
export type { Place } from "./request-solver";
export type { GuardChange } from "./rule-changes";
export { passesTest } from "./text-solver";
export { every, some, type Ternary } from "./three-valued";
export { URL_PARTS, urlPartText } from "./url-parts";
