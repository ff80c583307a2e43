import { guardsOff, ipPolicies, rules } from "./guards";
import { hidden } from "./hidden";
import { wildcards } from "./hosts";
import { idle } from "./idle";
import { more, signOn } from "./modules";
import { compound } from "./together";
import type { Edit } from "./tools";

export { base } from "./base";
export type { Edit } from "./tools";

export const edits: readonly Edit[] = [
  ...guardsOff,
  ...ipPolicies,
  ...rules,
  ...signOn,
  ...more,
  ...compound,
  ...wildcards,
  ...hidden,
  ...idle,
];
