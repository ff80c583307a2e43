import {
  bool,
  id,
  integer,
  mapOf,
  object,
  out,
  secretString,
  string,
  stringSet,
} from "../../provider/family/fields";
import { defineResource } from "../../provider/family/resource";

/**
 * Compiled, never run: every line below `@ts-expect-error` must be an error, and everything else must compile. Fields reject
 * options that can't apply to them.
 */
export const right = [
  string("Free text.", { maxBytes: 10, unset: { sends: "" } }),
  string("Sent at creation.", { unset: { sends: "a", also: "at creation" } }),
  secretString("Withheld.", { returned: "sometimes" }),
  integer("Fixed, and never returned.", [0, 9], { unset: "kept", returned: "never" }),
  bool("Local.", { returned: "local", unset: { sends: false } }),
  id("A reference.", { returned: { asRef: "backend" }, refersTo: ["FailoverBackend"] }),
  id("A part of another object.", { refersTo: { partOf: "IpPolicy" } }),
  object({ enabled: bool("On.") }, "Significant when empty.", { significantWhenEmpty: true }),
  out.string("Shown once.", { secret: true, returned: "once", nullable: true }),
  out.refs("Changes on its own.", { volatile: true, changesWith: ["ids"] }),
];

const typed = {
  name: "Thing",
  summary: "A thing.",
  path: "/things",
  listKey: "things",
  inputs: { size: integer("Size.", [0, 9]), name: string("Name.").optional() },
  update: [],
  outputs: { holder: out.ref("Holder.", { nullable: true }) },
} as const;

/** The parameters and results of hooks are inferred from the fields. */
export const hooks = [
  defineResource({
    ...typed,
    rules: [
      { keys: ["size"], text: "Small.", violation: ({ size = 0 }) => (size > 5 ? "is too big" : undefined) },
    ],
    observe: { name: ({ holder }) => holder?.id },
    derive: {
      from: ["size"],
      outputs: ["holder"],
      compute: ({ size }) => ({ holder: { id: `${size}`, uri: "" } }),
    },
    preventDelete: ({ size }) => size?.toFixed(),
  }),
  defineResource({
    ...typed,
    // @ts-expect-error a number has no such method
    rules: [{ keys: ["size"], text: "Small.", violation: ({ size }) => size?.trim() }],
  }),
  // @ts-expect-error an input is not a number here
  defineResource({ ...typed, observe: { name: ({ size }) => size } }),
  // @ts-expect-error there is no such output
  defineResource({ ...typed, preventDelete: ({ color }) => color }),
];

export const wrong = [
  // @ts-expect-error a default excludes a server default
  string("Both.", { unset: { sends: "", also: "serverDefault" } }),
  // @ts-expect-error a local property has no server default
  bool("Local.", { returned: "local", unset: "serverDefault" }),
  // @ts-expect-error a local property is never sent
  bool("Local.", { returned: "local", unset: { sends: true, also: "in every update" } }),
  // @ts-expect-error only outputs can be returned once
  string("Once.", { returned: "once" }),
  // @ts-expect-error only outputs can be volatile
  string("Volatile.", { volatile: true }),
  // @ts-expect-error only ids are returned as references
  string("Reference.", { returned: { asRef: "backend" } }),
  // @ts-expect-error only ids refer to objects
  string("Reference.", { refersTo: ["IpPolicy"] }),
  // @ts-expect-error `returned` has only one value
  id("Reference.", { returned: ["never", { asRef: "backend" }] }),
  // @ts-expect-error `inInputs` requires a canonical form
  string("Respelled.", { spelling: { inInputs: true } }),
  // @ts-expect-error an empty string can't be significant
  string("Empty.", { significantWhenEmpty: true }),
  // @ts-expect-error an empty list can't be significant
  stringSet("Empty.", { significantWhenEmpty: true }),
  // @ts-expect-error only strings have a byte limit
  mapOf(string("Value."), "Map.", { maxBytes: 10 }),
  // @ts-expect-error outputs can't be unset
  out.string("Output.", { unset: { sends: "" } }),
  // @ts-expect-error an output must be returned
  out.string("Output.", { returned: "never" }),
];
