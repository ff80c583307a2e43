export * from "./functions";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources";
export { secretRef } from "./secret-ref";
