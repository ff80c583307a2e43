import type { Behaviour } from "../schema/family";
import { guardBackend } from "./backend";

/** Service only: the reference does not have it. */
export const staticBackend: Behaviour = {
  guard: guardBackend,
};
