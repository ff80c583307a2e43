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
 * Compiled, never run: every line below `@ts-expect-error` must be an error, and everything else must be none. What cannot
 * be of a property cannot be said of it.
 */
export const right = [
  string("Free text.", { maxBytes: 10, unset: { sends: "" } }),
  string("Sent at creation.", { unset: { sends: "a", also: "at creation" } }),
  secretString("Withheld.", { returned: "sometimes" }),
  integer("Fixed, and never returned.", [0, 9], { unset: "kept", returned: "never" }),
  bool("Of this package.", { returned: "local", unset: { sends: false } }),
  id("A reference.", { returned: { asRef: "backend" }, refersTo: ["FailoverBackend"] }),
  id("A part of another object.", { refersTo: { partOf: "IpPolicy" } }),
  object({ enabled: bool("On.") }, "There or not.", { significantWhenEmpty: true }),
  out.string("Shown once.", { secret: true, returned: "once", nullable: true }),
  out.refs("Changes by itself.", { volatile: true, changesWith: ["ids"] }),
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

/** What a hook is given and what it returns follow from the fields. */
export const hooks = [
  defineResource({
    ...typed,
    rules: [
      { keys: ["size"], text: "Small.", broken: ({ size = 0 }) => (size > 5 ? "is too big" : undefined) },
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
    rules: [{ keys: ["size"], text: "Small.", broken: ({ size }) => size?.trim() }],
  }),
  // @ts-expect-error an input is not a number here
  defineResource({ ...typed, observe: { name: ({ size }) => size } }),
  // @ts-expect-error there is no such output
  defineResource({ ...typed, preventDelete: ({ colour }) => colour }),
];

export const wrong = [
  // @ts-expect-error sends a default, and lets the service pick
  string("Both.", { unset: { sends: "", also: "serverDefault" } }),
  // @ts-expect-error nothing is sent, so the service picks nothing
  bool("Local.", { returned: "local", unset: "serverDefault" }),
  // @ts-expect-error nothing is sent, in no request
  bool("Local.", { returned: "local", unset: { sends: true, also: "in every update" } }),
  // @ts-expect-error an input is not shown once
  string("Once.", { returned: "once" }),
  // @ts-expect-error the program's value does not change by itself
  string("Volatile.", { volatile: true }),
  // @ts-expect-error no other text than an id comes back as a reference
  string("Reference.", { returned: { asRef: "backend" } }),
  // @ts-expect-error no other text than an id refers to something
  string("Reference.", { refersTo: ["IpPolicy"] }),
  // @ts-expect-error an id is returned in one way
  id("Reference.", { returned: ["never", { asRef: "backend" }] }),
  // @ts-expect-error what goes into the inputs is a canonical form
  string("Respelled.", { spelling: { inInputs: true } }),
  // @ts-expect-error a text that is empty is not there
  string("Empty.", { significantWhenEmpty: true }),
  // @ts-expect-error a list that is empty is not there
  stringSet("Empty.", { significantWhenEmpty: true }),
  // @ts-expect-error bytes are counted of texts
  mapOf(string("Value."), "Map.", { maxBytes: 10 }),
  // @ts-expect-error nobody unsets what the service says
  out.string("Output.", { unset: { sends: "" } }),
  // @ts-expect-error what never comes back is no output
  out.string("Output.", { returned: "never" }),
];
