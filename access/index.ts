export type { Client, Trait } from "./client";
export {
  type Access,
  type AdmissionChange,
  admissionChange,
  type Dimension,
  hasPolicy,
  type Internal,
  type Opening,
  type RouteAccess,
} from "./compare";
export {
  All,
  type Entry,
  every,
  Filter,
  type Implies,
  isWithin,
  OneOf,
  type PolicySite,
  type Restriction,
  Signed,
  some,
  TlsFloor,
  TrafficPolicy,
  type Tri,
  Unseen,
} from "./guard";
export { type NetworkRule, Networks } from "./networks";
export type { InternalEndpoint, InternalEndpoints } from "./policy";
export type { Answer, Question } from "./question";
export type { Hosts, Place } from "./request";
export { type Outcome, type Visitor, Visits } from "./visit";
export { areOwnPages, moreKinds } from "./words";
