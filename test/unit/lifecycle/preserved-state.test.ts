import { describe, expect, test } from "vitest";
import { apiKey } from "../../../provider/families/api-key";
import { secret } from "../../../provider/families/secret";
import { tlsEdge } from "../../../provider/families/tls-edge";
import { UNKNOWN } from "../../../provider/family/unknown";
import { findChangedInputs } from "../../../provider/lifecycle/plan/diff";
import {
  comparableState,
  importMark,
  isOnlyImported,
  splitImportMark,
} from "../../../provider/lifecycle/plan/import-mark";
import { observe } from "../../../provider/lifecycle/values/response";
import {
  hashInputs,
  isChangedSecret,
  keysSetToHash,
  plainValue,
} from "../../../provider/lifecycle/values/secret-hashes";
import { compose } from "../../../provider/lifecycle/values/state";

/** Facts that a state or an input must keep through all operations. */

describe("an update keeps in the state", () => {
  const response = { id: "ak_1", description: "b", token: null };
  const update = (before: object) =>
    compose(apiKey, { description: "b" }, observe(apiKey, response), { description: "a", ...before });

  test.each([
    ["that the object was adopted", { adopted: true }],
    ["when it was recovered", { __takenOver: 1234 }],
    ["a token that is shown once", { token: "once" }],
  ])("%s", (_name, fact) => {
    expect(update(fact)).toMatchObject({ ...fact, description: "b" });
  });

  test("nothing that wasn't there", () => {
    expect(update({})).toMatchObject({ token: null });
    for (const key of ["adopted", "__takenOver"]) expect(update({})).not.toHaveProperty(key);
  });
});

describe("an imported object", () => {
  const imported = { description: "by hand", mutualTls: { enabled: true }, ...importMark(tlsEdge) };
  const program = { description: "mine" };

  test("is compared as if the program had adopted it, without undeclared parts", () => {
    const state = comparableState(tlsEdge, imported, importMark(tlsEdge), program);
    expect(state).toMatchObject({ description: "by hand", unmanagedModules: ["mutualTls"] });
    expect(state).not.toHaveProperty("mutualTls");
    expect(findChangedInputs(tlsEdge, { id: "", state, inputs: program })).toEqual(["description"]);
  });

  test("is compared as if a program with its stored inputs had adopted it", () => {
    const declared = { mutualTls: { enabled: true } };
    expect(isOnlyImported(imported, declared)).toBe(false);
    const state = comparableState(tlsEdge, imported, declared, program);
    expect(findChangedInputs(tlsEdge, { id: "", state, inputs: program })).toEqual(
      expect.arrayContaining(["description", "mutualTls"]),
    );
  });

  test("has a mark in its inputs that counts only if it is stored, so a program can't set it", () => {
    expect(splitImportMark(importMark(tlsEdge), imported)).toEqual({
      inputs: { description: "by hand", mutualTls: { enabled: true } },
      mark: importMark(tlsEdge),
    });
    expect(splitImportMark({}, imported)).toEqual({ inputs: imported, mark: {} });
  });
});

describe("the hash of a secret", () => {
  const { inputs: shape } = secret;
  const seed = new Uint8Array(32).fill(7);
  const hash = (value: string, olds: object = {}, withSeed?: Uint8Array) =>
    hashInputs(shape, { ...olds }, { value }, withSeed).value;

  test("is the same only for the same seed", () => {
    expect(hash("a", {}, seed)).toBe(hash("a", {}, seed));
    expect(hash("a", {}, seed)).not.toBe(hash("a", {}, new Uint8Array(32).fill(8)));
    expect(hash("a")).not.toBe(hash("a"));
    expect(hash("a", {}, seed.subarray(0, 8))).not.toBe(hash("a", {}, seed.subarray(0, 8)));
  });

  test("stays the same for an equal value; plainValue returns the value", () => {
    const first = hash("hunter2");
    expect(hash("hunter2", { value: first })).toBe(first);
    expect(plainValue(first)).toBe("hunter2");
    expect(isChangedSecret(first)).toBe(false);
    const second = hash("hunter3", { value: first });
    expect([plainValue(second), isChangedSecret(second)]).toEqual(["hunter3", true]);
  });

  test("is accepted as an input (ignoreChanges) only if the state has the same hash", () => {
    const foreign = `scrypt:${"0".repeat(32)}:${"0".repeat(64)}`;
    expect(hash(foreign, { value: foreign })).toBe(foreign);
    expect(keysSetToHash(shape, { value: foreign }, { value: foreign })).toEqual([]);
    expect(keysSetToHash(shape, {}, { value: foreign })).toEqual(["value"]);
    expect(() => plainValue(foreign)).toThrow(/stores only a hash of a secret value.*run `pulumi up`/);
  });

  test("is not computed for an unknown value", () => {
    expect(hash(UNKNOWN)).toBe(UNKNOWN);
  });
});
