export { Provider, type ProviderArgs } from "./provider";
export * from "./functions";
export * from "./resources";
