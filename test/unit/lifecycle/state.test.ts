import { describe, expect, test } from "vitest";
import { bool, object, out, secretString, string } from "../../../provider/family/fields";
import { detach } from "../../../provider/family/part";
import { defineResource, type Props } from "../../../provider/family/resource";
import { observe } from "../../../provider/lifecycle/values/response";
import {
  compose,
  currentInputs,
  declaredValue,
  deriveOutputs,
  isLeftAlone,
} from "../../../provider/lifecycle/values/stored";

const on = bool("On.", { unset: { sends: true } }).optional();

/** A family with every kind of property that the state treats in its own way. */
const family = defineResource({
  name: "Thing",
  summary: "A thing.",
  path: "/things",
  listKey: "things",
  inputs: {
    name: string("Name."),
    note: string("Note.", { unset: { sends: "" } }).optional(),
    plain: string("Plain.").optional(),
    floor: string("Floor.", { unset: "serverDefault" }).optional(),
    pin: secretString("Pin.", { returned: "never", unset: { sends: "0000" } }).optional(),
    wait: bool("Wait.", { returned: "local" }).optional(),
    owner: string("Owner.", { unset: { sends: "nobody" } }).optional(),
    guard: object({ on }, "Guard.", { module: "other" }).optional(),
    shield: object({ on }, "Shield.", { module: "other" }).optional(),
  },
  update: ["note", "plain", "owner"],
  outputs: {
    size: out.number("Size."),
    token: out.string("Token.", { returned: "once", nullable: true }),
    label: out.string("Label."),
  },
  parts: { owner: detach("owner") },
  derive: {
    from: ["name"],
    outputs: ["label"],
    compute: ({ name }) => ({ label: String(name).toUpperCase() }),
  },
  compute: ({ name }) => ({ size: String(name).length }),
});

const edge = { name: "edge" };
/** A response that says nothing. */
const nothing = { inputs: {}, computed: {} };
const seen = (answer: Props) => observe(family, { id: "th_1", ...answer });

describe("what a response says", () => {
  test("of what it leaves out: the default, except for parts and what is never returned", () => {
    expect(seen(edge)).toEqual({ inputs: { name: "edge", note: "" }, computed: { size: 4 } });
  });

  test("comes without the mark of its owner", () => {
    const metadata = { note: "kept [tunnel-edge:0123456789abcdefghijkl]" };
    expect(seen({ ...edge, ...metadata }).inputs.note).toBe(metadata.note);
  });

  test("is rebuilt where its shape differs, from inputs and outputs both", () => {
    const rebuilt = observe(
      { ...family, observe: { note: ({ name, size, note }) => `${name} ${size} ${note}` } },
      { id: "th_1", ...edge, size: 3, note: "n" },
    );
    expect(rebuilt.inputs).toEqual({ name: "edge", note: "edge 3 n" });
  });
});

describe("the state", () => {
  test("has the program's inputs as they were given, and the service's values for the rest by name", () => {
    const state = compose(
      family,
      { name: "Edge", note: "mine" },
      seen({ ...edge, note: "other", plain: "p" }),
    );
    const outputs = { size: 4, token: null, unmanagedModules: [] };
    expect(state).toEqual({ name: "Edge", note: "mine", plain: "p", ...outputs, __unset: ["plain"] });
  });

  test("has defaults, or null, where the service holds nothing, and no key where it may pick", () => {
    const state = compose(family, edge, seen({ ...edge, note: null, plain: "", floor: "", owner: null }));
    expect(state).toMatchObject({ note: "", plain: null, __unset: ["note", "plain"] });
    for (const key of ["floor", "owner"]) expect(state).not.toHaveProperty(key);
  });

  test("has what the service chooses, and what it attached", () => {
    const state = compose(family, edge, seen({ ...edge, floor: "1.2", owner: "usr_1" }));
    expect(state).toMatchObject({ floor: "1.2", owner: "usr_1", __unset: ["note", "floor", "owner"] });
  });

  test("has neither what is never returned nor what only this package knows, unless the program sets it", () => {
    const answer = { ...edge, pin: "1", wait: true, adopt_id: "x" };
    const state = compose(family, edge, seen(answer), { pin: "2", wait: false });
    expect(Object.keys(state)).toEqual(["name", "note", "size", "token", "unmanagedModules", "__unset"]);
    const given = { pin: "3", wait: true };
    expect(compose(family, { ...edge, ...given }, seen(answer))).toMatchObject(given);
  });

  test("names the modules that are set and that the program does not declare, sorted", () => {
    const unmanaged = (inputs: Props, answer: Props, before?: Props) =>
      compose(family, { ...edge, ...inputs }, seen({ ...edge, ...answer }), before).unmanagedModules;
    expect(unmanaged({}, { shield: { on: true }, guard: { on: true } })).toEqual(["guard", "shield"]);
    expect(unmanaged({ guard: {} }, { guard: { on: true }, shield: { on: false } })).toEqual(["shield"]);
    expect(unmanaged({}, { guard: null })).toEqual([]);
    expect(unmanaged({}, {}, { unmanagedModules: ["guard"] })).toEqual(["guard"]);
    expect(unmanaged({}, { guard: null }, { unmanagedModules: ["guard"] })).toEqual([]);
    const state = compose({ ...family, moduleKeys: [] }, edge, seen(edge));
    expect(state).not.toHaveProperty("unmanagedModules");
  });

  test("keeps what it had where nothing is known anew", () => {
    const marks = { unmanagedModules: ["guard"], adopted: true, __unset: ["note"] };
    const before = { note: "by hand", size: 9, token: "t", ...marks };
    expect(compose(family, edge, nothing, before)).toEqual({ ...edge, ...before });
    expect(compose(family, edge, nothing, {})).not.toHaveProperty("adopted");
  });

  test("has outputs that follow from the inputs, until a response holds them", () => {
    const inputs = { ...edge, label: "EDGE" };
    expect(compose(family, inputs, nothing).label).toBe("EDGE");
    expect(compose(family, inputs, nothing, { label: "before" }).label).toBe("EDGE");
    expect(compose(family, inputs, nothing, { ...edge, label: "before" }).label).toBe("before");
    expect(compose(family, inputs, seen({ ...edge, label: "told" }), { label: "before" }).label).toBe("told");
  });

  test("has no outputs of inputs that have changed since", () => {
    const before = { ...edge, label: "EDGE" };
    const label = (inputs: Props, answer = nothing, state: Props = before) =>
      compose(family, inputs, answer, state).label;
    expect(label({ name: "other", label: "OTHER" })).toBe("OTHER");
    expect(label({ name: "other" })).toBeUndefined();
    expect(label({ name: "other", label: "OTHER" }, seen({ name: "other", label: "told" }))).toBe("told");
    expect(label(before, nothing, { ...edge, label: "told" })).toBe("told");
  });

  test("keeps what was shown once, whatever a later answer says, until another one is shown", () => {
    const token = (answer: Props, before: Props) =>
      compose(family, edge, seen({ ...edge, ...answer }), before).token;
    expect(token({ token: null }, { token: "t" })).toBe("t");
    expect(token({ token: "" }, { token: "t" })).toBe("t");
    expect(token({}, { token: "t" })).toBe("t");
    expect(token({ token: "u" }, { token: "t" })).toBe("u");
    expect(token({ token: null }, {})).toBeNull();
    expect(token({}, {})).toBeNull();
  });

  test("has other outputs as the last answer has them, null included", () => {
    expect(compose(family, edge, seen({ ...edge, label: null }), { label: "x" }).label).toBeNull();
  });
});

test("an input is declared unless the state holds the service's own value for it", () => {
  const state = { note: "a", plain: null, owner: "b", __unset: ["owner"] };
  const keys = ["note", "plain", "owner", "name"];
  expect(keys.map((key) => declaredValue(state, key))).toEqual(["a", undefined, undefined, undefined]);
});

test("parts, and what the service chooses, are left alone", () => {
  const keys = ["owner", "guard", "floor", "note", "plain", "pin"];
  expect(keys.filter((key) => isLeftAlone(family, key))).toEqual(["owner", "guard", "floor"]);
});

describe("the inputs that would lead to what the service holds", () => {
  const now = (before: Props | undefined, answer: Props) =>
    currentInputs(family, before, seen({ ...edge, ...answer }));

  test("are, without an earlier state, all that is no default", () => {
    const answer = { note: "n", plain: "p", floor: "1.2", owner: "nobody", guard: { on: true } };
    expect(now(undefined, answer)).toEqual({ ...edge, note: "n", plain: "p", guard: {}, label: "EDGE" });
  });

  test("keep what was given, and leave parts alone that were not", () => {
    const kept = { ...edge, pin: "1", wait: true, adoptId: "th_1" };
    const answer = { guard: { on: false }, owner: "usr_1", floor: "1.2", note: "new" };
    const found = now({ ...kept, floor: "1.3", __unset: [] }, answer);
    expect(found).toEqual({ ...kept, floor: "1.2", note: "new", label: "EDGE" });
  });

  test("have what has gone no more", () => {
    const found = now({ ...edge, note: "n", plain: "p", guard: {} }, { plain: null, guard: null });
    expect(found).toEqual({ ...edge, note: "", label: "EDGE" });
  });
});

test("outputs follow from inputs once all of these are known", () => {
  expect(deriveOutputs(family, edge)).toEqual({ label: "EDGE" });
  expect(deriveOutputs(family, { note: "n" })).toEqual({});
  expect(deriveOutputs({ ...family, derive: undefined } as never, edge)).toEqual({});
});
