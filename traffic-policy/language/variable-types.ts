/** Types of variables, in CEL's own words. */
export const VARIABLE_TYPES = {
  string: "string",
  int: "int",
  bool: "bool",
  timestamp: "timestamp",
  list: "list",
  map: "map",
} as const;

/** Type and meaning of a variable. */
export type Variable = readonly [type: keyof typeof VARIABLE_TYPES, description: string];

/** Variables by their name, with dots between its parts. */
export type Variables = Readonly<Record<string, Variable>>;
