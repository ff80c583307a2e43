import { createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { fieldAt, mapValues, type Shape } from "../../family/field";
import type { Inputs } from "../../family/resource";
import { UNKNOWN } from "../../family/unknown";
import { UserError } from "./errors";

/** Values by hash, for the requests of the process that checked them. See docs/decisions/0022. */
const valuesByHash = new Map<string, string>();

/** Hashes of values that replaced a different value of the program in this process. */
const changedHashes = new Set<string>();

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const HASH_FORMAT = /^scrypt:([0-9a-f]{32}):([0-9a-f]{64})$/;

/** Takes about 50 ms on purpose, because a secret may be short. */
const hash = (value: string, salt: Buffer) => scryptSync(value, salt, HASH_BYTES, { N: 16_384, r: 8, p: 1 });

/** Replaces each value that a state must not contain with its hash. With an equal `seed`, equal values have equal hashes. */
export function hashInputs(shape: Shape, before: Inputs, inputs: Inputs, seed?: Uint8Array): Inputs {
  return mapValues(shape, inputs, ({ meta }, value, key) =>
    meta.hashed && typeof value === "string" && value !== UNKNOWN
      ? keepOrHash(value, before[key], () => saltOf(key, seed))
      : value,
  );
}

function keepOrHash(value: string, old: unknown, salt: () => Buffer): string {
  const oldHash = typeof old === "string" && matchesHash(value, old) ? old : undefined;
  // With `ignoreChanges` the engine passes the old input back as the program's.
  if (oldHash === undefined && value === old && HASH_FORMAT.test(value)) return value;
  const text = oldHash ?? hashWith(salt(), value);
  valuesByHash.set(text, value);
  if (oldHash === undefined && typeof old === "string" && HASH_FORMAT.test(old)) changedHashes.add(text);
  return text;
}

/** True if the program had a different value before, which a state without the value can't show. */
export const isChangedSecret = (text: unknown): boolean =>
  typeof text === "string" && changedHashes.has(text);

/** Returns the inputs that a program sets to a hash, except to the old one, which `ignoreChanges` passes back. */
export const keysSetToHash = (shape: Shape, before: Inputs, inputs: Inputs): readonly string[] =>
  Object.keys(inputs).filter((key) => {
    const value = inputs[key];
    const isHash = typeof value === "string" && HASH_FORMAT.test(value);
    return isHash && value !== before[key] && fieldAt(shape, key)?.meta.hashed === true;
  });

function saltOf(key: string, seed: Uint8Array | undefined): Buffer {
  if (seed === undefined || seed.length < SALT_BYTES) return randomBytes(SALT_BYTES);
  return createHash("sha256").update(seed).update(key).digest().subarray(0, SALT_BYTES);
}

const hashWith = (salt: Buffer, value: string) =>
  `scrypt:${salt.toString("hex")}:${hash(value, salt).toString("hex")}`;

function matchesHash(value: string, text: string): boolean {
  if (valuesByHash.has(text)) return valuesByHash.get(text) === value;
  const [, salt, expected] = HASH_FORMAT.exec(text) ?? [];
  if (salt === undefined || expected === undefined) return false;
  return timingSafeEqual(hash(value, Buffer.from(salt, "hex")), Buffer.from(expected, "hex"));
}

/** Returns the value behind a hash; any other value unchanged. Throws a UserError if this process hasn't checked it. */
export function plainValue(text: unknown): unknown {
  if (typeof text !== "string" || !HASH_FORMAT.test(text)) return text;
  const value = valuesByHash.get(text);
  if (value === undefined)
    throw new UserError(
      "the stack stores only a hash of a secret value, and the program hasn't set the value in this run: run `pulumi up` with the program that sets it, without ignoreChanges for it",
    );
  return value;
}

/** Like `plainValue`, but undefined for any other value. */
export const knownPlainValue = (text: unknown): string | undefined =>
  typeof text === "string" ? valuesByHash.get(text) : undefined;
