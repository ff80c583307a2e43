/** CEL types of variables. */
export const VARIABLE_TYPES = {
  string: "string",
  int: "int",
  bool: "bool",
  timestamp: "timestamp",
  list: "list",
  map: "map",
} as const;

export type Variable = readonly [type: keyof typeof VARIABLE_TYPES, description: string];

/** Variables by dotted name. */
export type Variables = Readonly<Record<string, Variable>>;
