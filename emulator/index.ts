export type { Cause, Ending, Evaluation, Outcome, Step } from "../traffic-policy/evaluate/outcome";
export type { Question } from "../traffic-policy/evaluate/question";
export type { AgentBehaviour } from "./account/agents";
export type { Time } from "./account/clock";
export type { FailurePlan, ProvisioningError } from "./account/provisioning";
export {
  type Catalogue,
  type CatalogueFamily,
  type CatalogueField,
  type CatalogueModule,
  type CatalogueOperation,
  type CatalogueParam,
  catalogue,
} from "./catalog/catalogue";
export type { ClockChange, ClockReading } from "./control/clock";
export type { RawObject } from "./control/control";
export type { Mutation } from "./control/mutate";
export type { Seed, SeedByCollection, SeedMany, SeedResult } from "./control/seed";
export type { ActiveFault, Fault } from "./http/faults";
export type { RateLimit } from "./http/rate-limit";
export type { RequestFilter, RequestRecord } from "./http/recorder";
export type { Json, JsonObject } from "./json";
export type { EmulatorOptions } from "./options";
export { EmulatorOptionError } from "./read-option";
export type { Operation } from "./schema/family";
export { type Emulator, startEmulator } from "./start";
export { DataFileError } from "./store/journal";
