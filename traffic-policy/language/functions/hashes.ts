import { createHash } from "node:crypto";
import { ExpressionFailure, type Value } from "../values";
import { text } from "./arguments";
import { defineFunction, type FunctionEntry, type FunctionTable } from "./function-entry";

type Run = NonNullable<FunctionEntry["run"]>;

const hash =
  (algorithm: string): Run =>
  (value, format) =>
    createHash(algorithm).update(text(value)).digest(encoding(format));

function encoding(format: Value | undefined): "hex" | "base64" {
  const encoding = format === undefined ? "hex" : text(format);
  if (encoding !== "hex" && encoding !== "base64")
    throw new ExpressionFailure("a hash format must be hex or base64");
  return encoding;
}

/** Algorithms without `run` are undecided; no published policy uses them. */
const ALGORITHMS: readonly (readonly [name: string, title: string, run?: Run])[] = [
  ["crc32", "CRC-32"],
  ["crc64", "CRC-64"],
  ["md5", "MD5", hash("md5")],
  ["sha1", "SHA-1", hash("sha1")],
  ["sha256", "SHA-256", hash("sha256")],
  ["sha512", "SHA-512", hash("sha512")],
  ["xxhash64", "xxHash64"],
];

const FORMAT = "as hex, or in the format `base64`";

/** Each algorithm has a function, such as `hash.md5(text)`, and a method, such as `text.md5()`. */
export const HASHES: FunctionTable = Object.fromEntries(
  ALGORITHMS.flatMap(([name, title, run]): [string, FunctionEntry][] => [
    [`hash.${name}(any, string?): string`, defineFunction(`${title} of a string, ${FORMAT}.`, run)],
    [`string.${name}(string?): string`, defineFunction(`${title}, ${FORMAT}.`, run)],
  ]),
);
