import { createHash } from "node:crypto";
import { ExpressionFailure, type Value } from "../values";
import { text } from "./arguments";
import { type Entry, type Functions, of } from "./entry";

type Run = NonNullable<Entry["run"]>;

const hashes = (algorithm: string): Run => {
  return (value, format) => {
    const hash = createHash(algorithm).update(text(value));
    return hash.digest(encoding(format));
  };
};

function encoding(format: Value | undefined): "hex" | "base64" {
  const encoding = format === undefined ? "hex" : text(format);
  if (encoding !== "hex" && encoding !== "base64") throw new ExpressionFailure("a format is hex or base64");
  return encoding;
}

/** Without a value for those that no published policy evaluates. */
const ALGORITHMS: readonly (readonly [name: string, title: string, run?: Run])[] = [
  ["crc32", "CRC-32"],
  ["crc64", "CRC-64"],
  ["md5", "MD5", hashes("md5")],
  ["sha1", "SHA-1", hashes("sha1")],
  ["sha256", "SHA-256", hashes("sha256")],
  ["sha512", "SHA-512", hashes("sha512")],
  ["xxhash64", "xxHash64"],
];

const FORMAT = "as hex, or as the format `base64`";

/** Each algorithm as a function, `hash.md5(text)`, and as a method, `text.md5()`. */
export const HASHES: Functions = Object.fromEntries(
  ALGORITHMS.flatMap(([name, title, run]): [string, Entry][] => [
    [`hash.${name}(any, string?): string`, of(`${title} of a text, ${FORMAT}.`, run)],
    [`string.${name}(string?): string`, of(`${title}, ${FORMAT}.`, run)],
  ]),
);
