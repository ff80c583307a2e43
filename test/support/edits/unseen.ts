import { secret } from "../program";
import { rule } from "./base";
import { add, type Edit, remove, set, unset, within } from "./tools";

const ELSEWHERE = "backend that another program holds";
const SEALED = "policy of a module that the program keeps secret";

/** Edits whose meaning depends on values in neither program nor state. */
export const unseen: readonly Edit[] = [
  { kind: ELSEWHERE, name: "guard of a route removed", apply: unset("elsewhere-route", "ipRestriction") },
  {
    kind: ELSEWHERE,
    name: "guard of a route disabled",
    apply: within("elsewhere-route", "ipRestriction", { enabled: false }),
  },
  { kind: ELSEWHERE, name: "guard of an edge removed", apply: unset("elsewhere-tcp", "ipRestriction") },
  { kind: ELSEWHERE, name: "rule widened", apply: set("elsewhere-v4", { cidr: "192.0.2.0/24" }) },
  { kind: ELSEWHERE, name: "words", apply: set("elsewhere-route", { description: "other words" }) },
  { kind: SEALED, name: "widened", apply: set("sealed-v4", { cidr: "0.0.0.0/0" }), isUnseen: true },
  { kind: SEALED, name: "narrowed", apply: set("sealed-v4", { cidr: "192.0.2.192/28" }), isUnseen: true },
  {
    kind: SEALED,
    name: "rule added",
    apply: add("sealed-office", rule("sealed-more", "sealed-office", "192.0.2.0/25")),
    isUnseen: true,
  },
  { kind: SEALED, name: "words", apply: set("sealed-office", { description: "other words" }) },
  {
    kind: "network that the program keeps secret",
    name: "widened",
    apply: set("veiled-v4", { cidr: secret("0.0.0.0/0") }),
    isUnseen: true,
  },
];

/** Edits that take resources out of the program whose objects stay. */
export const leftInPlace: readonly Edit[] = [
  { kind: "left in place", name: "rule", apply: remove("kept-v4") },
  { kind: "left in place", name: "rule that denies", apply: remove("kept-no") },
  { kind: "left in place", name: "edge", apply: remove("kept") },
  {
    kind: "left in place",
    name: "rule for another",
    apply: set("kept-v4", { cidr: "192.0.2.248/29" }),
  },
];
