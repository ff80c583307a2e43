import { type Json, type JsonObject, objectOf } from "../json";

/** Headers by name in lower case, as the service returns them. */
export const lowerCaseNames = (headers: Json | undefined): JsonObject =>
  Object.fromEntries(Object.entries(objectOf(headers)).map(([name, value]) => [name.toLowerCase(), value]));
