import { secret } from "../program";
import { rule } from "./base";
import { add, type Edit, ofKind, remove, set, unseen, unset, within } from "./tools";

const ELSEWHERE = "backend that another program holds";
const SEALED = "policy of a module that the program keeps secret";

/** Edits whose meaning depends on values in neither program nor state. */
export const elsewhere: readonly Edit[] = [
  ...ofKind(ELSEWHERE, {
    "guard of a route removed": unset("elsewhere-route", "ipRestriction"),
    "guard of a route disabled": within("elsewhere-route", "ipRestriction", { enabled: false }),
    "guard of an edge removed": unset("elsewhere-tcp", "ipRestriction"),
    "rule widened": set("elsewhere-v4", { cidr: "192.0.2.0/24" }),
    words: set("elsewhere-route", { description: "other words" }),
  }),
  ...ofKind(SEALED, {
    widened: unseen(set("sealed-v4", { cidr: "0.0.0.0/0" })),
    narrowed: unseen(set("sealed-v4", { cidr: "192.0.2.192/28" })),
    "rule added": unseen(add("sealed-office", rule("sealed-more", "sealed-office", "192.0.2.0/25"))),
    words: set("sealed-office", { description: "other words" }),
  }),
  ...ofKind("network that the program keeps secret", {
    widened: unseen(set("veiled-v4", { cidr: secret("0.0.0.0/0") })),
  }),
];

/** Edits that take resources out of the program whose objects stay. */
export const leftInPlace: readonly Edit[] = ofKind("left in place", {
  rule: remove("kept-v4"),
  "rule that denies": remove("kept-no"),
  edge: remove("kept"),
  "rule for another": set("kept-v4", { cidr: "192.0.2.248/29" }),
});
