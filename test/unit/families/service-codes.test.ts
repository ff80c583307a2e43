import { describe, expect, test } from "vitest";
import { managed } from "../../../provider/families";
import { classNames } from "../../../provider/families/load";
import { SERVICE_CODES, serviceCode } from "../../../provider/families/service-codes";
import { type Shape, shapeOf } from "../../../provider/family/field";

/** True if inputs have a property at a path. */
function hasProperty(shape: Shape, [key = "", ...rest]: readonly string[]): boolean {
  const field = shape[key];
  if (!field || rest.length === 0) return field !== undefined;
  const nested = shapeOf(field);
  return nested !== undefined && hasProperty(nested, rest);
}

describe("codes of the service", () => {
  test("occur only once", () => {
    const codes = SERVICE_CODES.flatMap((row) => row.codes);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
  });

  test("refer to properties of classes", () => {
    const paths = [...new Set(SERVICE_CODES.flatMap(({ property }) => property ?? []))];
    const unknown = paths.filter(
      (path) => !managed.some(({ inputs }) => hasProperty(inputs, path.split("."))),
    );
    expect(unknown).toEqual([]);
  });

  test("have advice that refers to existing classes", () => {
    const words = SERVICE_CODES.flatMap(
      ({ advice }) => advice.match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g) ?? [],
    );
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((word) => !classNames.includes(word))).toEqual([]);
  });

  test("mention retainOnDelete if their advice is an adoption", () => {
    const adopting = SERVICE_CODES.filter(({ advice }) => advice.includes("set adoptId"));
    expect(adopting.length).toBeGreaterThan(5);
    for (const { advice } of adopting) expect(advice).toContain("retainOnDelete");
  });

  test("are only recognized in the service's format", () => {
    expect(serviceCode("ERR_NGROK_446")).toMatchObject({ means: "inUse" });
    expect(serviceCode("ERR_446")).toBeUndefined();
    expect(serviceCode("ERR_NGROK_1")).toBeUndefined();
    expect(serviceCode("ERR_NGROK_99999")).toEqual({});
    expect(serviceCode("constructor")).toBeUndefined();
  });
});
