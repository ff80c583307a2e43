/** The two providers, which have the same classes. */
export type ProviderKind = "dynamic" | "native";

export const testedProvider: ProviderKind =
  process.env.TUNNEL_EDGE_TEST_PROVIDER === "native" ? "native" : "dynamic";

export const moduleName = (provider: ProviderKind): string =>
  provider === "native" ? "pulumi-tunnel-edge/native" : "pulumi-tunnel-edge";

export const edgeModule = moduleName(testedProvider);
