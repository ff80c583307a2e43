import { ExpressionFailure, isList, isMap, toPlain, type Value, type ValueMap } from "../values";

/** Returns the plain value of an argument; null if it is missing. */
export const plainArgument = (value: Value | undefined) => toPlain(value ?? null);

/** @throws ExpressionFailure for a value of another type */
export function text(value: Value | undefined): string {
  const argument = plainArgument(value);
  if (typeof argument !== "string") throw new ExpressionFailure("a function needs a string");
  return argument;
}

export function integer(value: Value | undefined): number {
  const argument = plainArgument(value);
  if (typeof argument !== "bigint") throw new ExpressionFailure("a function needs an int");
  return Number(argument);
}

export function list(value: Value | undefined): readonly Value[] {
  const argument = plainArgument(value);
  if (!isList(argument)) throw new ExpressionFailure("a function needs a list");
  return argument;
}

export function map(value: Value | undefined): ValueMap {
  const argument = plainArgument(value);
  if (!isMap(argument)) throw new ExpressionFailure("a function needs a map");
  return argument;
}

export const characters = (value: Value | undefined): string[] => [...text(value)];
