import { lookups, managed } from "../../provider/families";
import type { ReadableFamily } from "../../provider/family/described";

export { managed as classFamilies } from "../../provider/families";
export type { ManagedFamily as ClassFamily, ReadableFamily } from "../../provider/family/described";
export { stemOf } from "./indexes";

export const readableFamilies: readonly ReadableFamily[] = [
  ...managed.filter((family) => family.kind !== "command"),
  ...lookups,
];
