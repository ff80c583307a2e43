/** The two providers that serve the same classes. */
export type Face = "dynamic" | "native";

/** The one that this run of the tests drives: each test project names its own. */
export const face: Face = process.env.TUNNEL_EDGE_TEST_FACE === "native" ? "native" : "dynamic";

/** The module with the classes of a provider, as programs import it. */
export const moduleOf = (of: Face): string =>
  of === "native" ? "pulumi-tunnel-edge/native" : "pulumi-tunnel-edge";

/** The one whose classes the programs of this run of the tests use. */
export const edgeModule = moduleOf(face);
