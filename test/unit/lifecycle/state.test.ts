import { describe, expect, test } from "vitest";
import { bool, object, out, secretString, string } from "../../../provider/family/fields";
import { defineResource, type Props } from "../../../provider/family/resource";
import { observe } from "../../../provider/lifecycle/values/response";
import {
  compose,
  currentInputs,
  declaredValue,
  deriveOutputs,
  inferInputs,
  keepsServiceValue,
} from "../../../provider/lifecycle/values/state";

const on = bool("On.", { unset: { sends: true } }).optional();

/** A family with every kind of property that states treat differently. */
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
    guard: object({ on }, "Guard.", { module: "setting" }).optional(),
    shield: object({ on }, "Shield.", { module: "setting" }).optional(),
  },
  update: ["note", "plain", "owner"],
  outputs: {
    size: out.number("Size."),
    token: out.string("Token.", { returned: "once", nullable: true }),
    label: out.string("Label."),
  },
  parts: { owner: { kind: "attachment", segment: "owner", clears: [], role: "setting" } },
  derive: {
    from: ["name"],
    outputs: ["label"],
    compute: ({ name }) => ({ label: String(name).toUpperCase() }),
  },
  compute: ({ name }) => ({ size: String(name).length }),
});

const edge = { name: "edge" };
const nothing = { inputs: {}, computed: {} };
const observed = (answer: Props) => observe(family, { id: "th_1", ...answer });

describe("observe", () => {
  test("fills in the defaults of missing values, except for parts and values that are never returned", () => {
    expect(observed(edge)).toEqual({ inputs: { name: "edge", note: "" }, computed: { size: 4 } });
  });

  test("keeps the text of an ownership mark in any input except metadata", () => {
    const note = "kept [tunnel-edge:0123456789abcdefghijkl]";
    expect(observed({ ...edge, note }).inputs.note).toBe(note);
  });

  test("rebuilds values with a different shape from inputs and outputs", () => {
    const rebuilt = observe(
      { ...family, observe: { note: ({ name, size, note }) => `${name} ${size} ${note}` } },
      { id: "th_1", ...edge, size: 3, note: "n" },
    );
    expect(rebuilt.inputs).toEqual({ name: "edge", note: "edge 3 n" });
  });
});

describe("compose", () => {
  test("keeps the program's inputs and lists those with the service's values", () => {
    const state = compose(
      family,
      { name: "Edge", note: "mine" },
      observed({ ...edge, note: "other", plain: "p" }),
    );
    const outputs = { size: 4, token: null, unmanagedModules: [] };
    expect(state).toEqual({ name: "Edge", note: "mine", plain: "p", ...outputs, __unset: ["plain"] });
  });

  test("has defaults or null for missing values, and no key if the service may choose", () => {
    const state = compose(family, edge, observed({ ...edge, note: null, plain: "", floor: "", owner: null }));
    expect(state).toMatchObject({ note: "", plain: null, __unset: ["note", "plain"] });
    for (const key of ["floor", "owner"]) expect(state).not.toHaveProperty(key);
  });

  test("has values and attachments that the service chose", () => {
    const state = compose(family, edge, observed({ ...edge, floor: "1.2", owner: "usr_1" }));
    expect(state).toMatchObject({ floor: "1.2", owner: "usr_1", __unset: ["note", "floor", "owner"] });
  });

  test("excludes unset inputs that are never returned or exist only in this package", () => {
    const answer = { ...edge, pin: "1", wait: true, adopt_id: "x" };
    const state = compose(family, edge, observed(answer), { pin: "2", wait: false });
    expect(Object.keys(state)).toEqual(["name", "note", "size", "token", "unmanagedModules", "__unset"]);
    const inputs = { pin: "3", wait: true };
    expect(compose(family, { ...edge, ...inputs }, observed(answer))).toMatchObject(inputs);
  });

  test("lists the undeclared modules, sorted", () => {
    const unmanaged = (inputs: Props, answer: Props, before?: Props) =>
      compose(family, { ...edge, ...inputs }, observed({ ...edge, ...answer }), before).unmanagedModules;
    expect(unmanaged({}, { shield: { on: true }, guard: { on: true } })).toEqual(["guard", "shield"]);
    expect(unmanaged({ guard: {} }, { guard: { on: true }, shield: { on: false } })).toEqual(["shield"]);
    expect(unmanaged({}, { guard: null })).toEqual([]);
    expect(unmanaged({}, {}, { unmanagedModules: ["guard"] })).toEqual(["guard"]);
    expect(unmanaged({}, { guard: null }, { unmanagedModules: ["guard"] })).toEqual([]);
    const state = compose({ ...family, moduleKeys: [] }, edge, observed(edge));
    expect(state).not.toHaveProperty("unmanagedModules");
  });

  test("keeps earlier values that the response lacks", () => {
    const marks = { unmanagedModules: ["guard"], adopted: true, __unset: ["note"] };
    const before = { note: "by hand", size: 9, token: "t", ...marks };
    expect(compose(family, edge, nothing, before)).toEqual({ ...edge, ...before });
    expect(compose(family, edge, nothing, {})).not.toHaveProperty("adopted");
  });

  test("has derived outputs until a response contains them", () => {
    const inputs = { ...edge, label: "EDGE" };
    expect(compose(family, inputs, nothing).label).toBe("EDGE");
    expect(compose(family, inputs, nothing, { label: "before" }).label).toBe("EDGE");
    expect(compose(family, inputs, nothing, { ...edge, label: "before" }).label).toBe("before");
    expect(compose(family, inputs, observed({ ...edge, label: "told" }), { label: "before" }).label).toBe(
      "told",
    );
  });

  test("drops derived outputs of changed inputs", () => {
    const before = { ...edge, label: "EDGE" };
    const label = (inputs: Props, answer = nothing, state: Props = before) =>
      compose(family, inputs, answer, state).label;
    expect(label({ name: "other", label: "OTHER" })).toBe("OTHER");
    expect(label({ name: "other" })).toBeUndefined();
    expect(label({ name: "other", label: "OTHER" }, observed({ name: "other", label: "told" }))).toBe("told");
    expect(label(before, nothing, { ...edge, label: "told" })).toBe("told");
  });

  test("keeps a value that is shown once until a new one is shown", () => {
    const token = (answer: Props, before: Props) =>
      compose(family, edge, observed({ ...edge, ...answer }), before).token;
    expect(token({ token: null }, { token: "t" })).toBe("t");
    expect(token({ token: "" }, { token: "t" })).toBe("t");
    expect(token({}, { token: "t" })).toBe("t");
    expect(token({ token: "u" }, { token: "t" })).toBe("u");
    expect(token({ token: null }, {})).toBeNull();
    expect(token({}, {})).toBeNull();
  });

  test("has other outputs as in the last response, including null", () => {
    expect(compose(family, edge, observed({ ...edge, label: null }), { label: "x" }).label).toBeNull();
  });
});

test("declaredValue is undefined for the service's values", () => {
  const state = { note: "a", plain: null, owner: "b", __unset: ["owner"] };
  const keys = ["note", "plain", "owner", "name"];
  expect(keys.map((key) => declaredValue(state, key))).toEqual(["a", undefined, undefined, undefined]);
});

test("keepsServiceValue is true for parts and values that the service chooses", () => {
  const keys = ["owner", "guard", "floor", "note", "plain", "pin"];
  expect(keys.filter((key) => keepsServiceValue(family, key))).toEqual(["owner", "guard", "floor"]);
});

test("inferInputs returns all values that aren't defaults, also those that the service may have chosen", () => {
  const answer = { ...edge, note: "n", plain: "p", floor: "1.2", owner: "nobody", guard: { on: true } };
  expect(inferInputs(family, observed(answer).inputs)).toEqual({
    ...edge,
    note: "n",
    plain: "p",
    floor: "1.2",
  });
});

describe("currentInputs", () => {
  const current = (before: Props, answer: Props) =>
    currentInputs(family, before, observed({ ...edge, ...answer }));

  test("keeps the program's inputs and excludes undeclared parts", () => {
    const kept = { ...edge, pin: "1", wait: true, adoptId: "th_1" };
    const answer = { guard: { on: false }, owner: "usr_1", floor: "1.2", note: "new" };
    const found = current({ ...kept, floor: "1.3", __unset: [] }, answer);
    expect(found).toEqual({ ...kept, floor: "1.2", note: "new", label: "EDGE" });
  });

  test("excludes removed values", () => {
    const found = current({ ...edge, note: "n", plain: "p", guard: {} }, { plain: null, guard: null });
    expect(found).toEqual({ ...edge, note: "", label: "EDGE" });
  });
});

test("deriveOutputs requires all inputs to be known", () => {
  expect(deriveOutputs(family, edge)).toEqual({ label: "EDGE" });
  expect(deriveOutputs(family, { note: "n" })).toEqual({});
  expect(deriveOutputs({ ...family, derive: undefined } as never, edge)).toEqual({});
});
