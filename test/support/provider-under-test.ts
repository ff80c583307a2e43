/** The two providers, which have the same classes. */
export type Face = "dynamic" | "native";

/** The provider under test, selected by the test project. */
export const face: Face = process.env.TUNNEL_EDGE_TEST_FACE === "native" ? "native" : "dynamic";

/** Returns the module that programs import for a provider. */
export const moduleOf = (provider: Face): string =>
  provider === "native" ? "pulumi-tunnel-edge/native" : "pulumi-tunnel-edge";

/** Module of the provider under test. */
export const edgeModule = moduleOf(face);
