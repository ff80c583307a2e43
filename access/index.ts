export type { Client } from "./client";
export { newlyIn } from "./compare";
export {
  type Entry,
  every,
  type Guard,
  guardText,
  type PolicySite,
  some,
  type TrafficPolicy,
  type Tri,
  trafficPolicy,
} from "./guard";
export type { Internal, InternalEndpoint, InternalEndpoints } from "./internal";
export { type NetworkRule, Networks } from "./networks";
export type { Opening } from "./opening";
export type { Answer, Question } from "./question";
export type { Place } from "./request";
export type { Access, NamedGuard } from "./side";
export { ANY_TEXT, wordOf } from "./text";
export { type Outcome, type Visitor, Visits } from "./visit";
export { moreKinds } from "./words";
