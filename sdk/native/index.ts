// Generated from provider/families by `npm run generate`; do not edit.
export * from "../resources/types";
export { secretRef } from "../secret-ref";
export * from "./functions";
export type { InputsOf, ListOptions, ListOutputOptions, LookupOptions, LookupOutputOptions } from "./lookup";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources";
