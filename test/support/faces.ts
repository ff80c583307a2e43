/** The two providers that serve the same classes. */
export type Face = "dynamic" | "native";

/** The one that this run of the tests drives: each test project names its own. */
export const face: Face = process.env.TUNNEL_EDGE_TEST_FACE === "native" ? "native" : "dynamic";
