import { ExpressionFailure, isList, isMap, plain, type Value, type ValueMap } from "../values";

/** @throws ExpressionFailure for a value of another type */
export function text(value: Value | undefined): string {
  const plainValue = value === undefined ? undefined : plain(value);
  if (typeof plainValue !== "string") throw new ExpressionFailure("a function needs a string");
  return plainValue;
}

export function whole(value: Value | undefined): number {
  const plainValue = value === undefined ? undefined : plain(value);
  if (typeof plainValue !== "bigint") throw new ExpressionFailure("a function needs an int");
  return Number(plainValue);
}

export function list(value: Value | undefined): readonly Value[] {
  const plainValue = value === undefined ? undefined : plain(value);
  if (plainValue === undefined || !isList(plainValue)) throw new ExpressionFailure("a function needs a list");
  return plainValue;
}

export function map(value: Value | undefined): ValueMap {
  const plainValue = value === undefined ? undefined : plain(value);
  if (plainValue === undefined || !isMap(plainValue)) throw new ExpressionFailure("a function needs a map");
  return plainValue;
}

export const characters = (value: Value | undefined): string[] => [...text(value)];
