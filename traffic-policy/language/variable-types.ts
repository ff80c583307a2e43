/** The CEL type of a variable. */
export type VariableType = "string" | "int" | "bool" | "timestamp" | "list" | "map";

/** Variables by dotted name. */
export type Variables = Readonly<Record<string, readonly [type: VariableType, description: string]>>;
