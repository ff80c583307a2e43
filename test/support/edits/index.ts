import { guardsOff, ipPolicies, rules } from "./guards";
import { hidden } from "./hidden";
import { wildcards } from "./hosts";
import { idle } from "./idle";
import { more } from "./modules";
import { moves } from "./moves";
import { compound } from "./together";
import type { Edit } from "./tools";
import { elsewhere, leftInPlace } from "./unseen";

export { base, RESERVED } from "./base";
export type { Edit } from "./tools";

export const edits: readonly Edit[] = [
  ...guardsOff,
  ...ipPolicies,
  ...rules,
  ...more,
  ...compound,
  ...wildcards,
  ...hidden,
  ...elsewhere,
  ...leftInPlace,
  ...moves,
  ...idle,
];
