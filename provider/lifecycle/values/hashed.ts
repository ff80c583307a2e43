import { createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { knownField, type Shape } from "../../family/field";
import { UNKNOWN } from "../../family/unknown";
import { UserError } from "./errors";
import type { Inputs } from "./kinds";

/**
 * Inputs that the stack must not keep have a salted hash in their place from check on. What they stand for is known to
 * the process that has checked them, which is also the one that sends them: the engine runs both in one provider
 * process. See docs/decisions/0022.
 */
const valuesByHash = new Map<string, string>();

/** Hashes of values that took the place of others in the program, as far as this process has seen. */
const changedHashes = new Set<string>();

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORM = /^scrypt:([0-9a-f]{32}):([0-9a-f]{64})$/;

/** Slow on purpose, since a secret may be short: some 50 ms. */
const hash = (value: string, salt: Buffer) => scryptSync(value, salt, HASH_BYTES, { N: 16_384, r: 8, p: 1 });

/**
 * The inputs with hashes in place of the values that the stack must not keep; those of equal values stay.
 *
 * @param seed - Random bytes for the resource, the same in a preview and in the update that follows its plan. Without
 *   them a value is hashed otherwise in each run.
 */
export function hashInputs(shape: Shape, before: Inputs, inputs: Inputs, seed?: Uint8Array): Inputs {
  const entries = Object.entries(inputs).map(([key, value]) => [
    key,
    isHashed(shape, key) && typeof value === "string" && value !== UNKNOWN
      ? keepOrHash(value, before[key], () => saltOf(key, seed))
      : value,
  ]);
  return Object.fromEntries(entries);
}

const isHashed = (shape: Shape, key: string) =>
  Object.hasOwn(shape, key) && knownField(shape, key).meta.hashed === true;

function keepOrHash(value: string, old: unknown, salt: () => Buffer): string {
  const kept = typeof old === "string" && matchesHash(value, old) ? old : undefined;
  // With `ignoreChanges` the engine passes the old input back as the program's.
  if (kept === undefined && value === old && FORM.test(value)) return value;
  const text = kept ?? freshHash(value, salt());
  valuesByHash.set(text, value);
  if (kept === undefined && typeof old === "string" && FORM.test(old)) changedHashes.add(text);
  return text;
}

/** Whether the program gave another value before, which only its old inputs tell where the state holds none. */
export const isChangedSecret = (text: unknown): boolean =>
  typeof text === "string" && changedHashes.has(text);

/** Inputs that have a hash in place of a value, unless it is the old one, as `ignoreChanges` passes it back. */
export const keysGivenAsHash = (shape: Shape, before: Inputs, inputs: Inputs): readonly string[] =>
  Object.entries(inputs).flatMap(([key, value]) =>
    isHashed(shape, key) && typeof value === "string" && FORM.test(value) && value !== before[key]
      ? [key]
      : [],
  );

function saltOf(key: string, seed: Uint8Array | undefined): Buffer {
  if (seed === undefined || seed.length < SALT_BYTES) return randomBytes(SALT_BYTES);
  return createHash("sha256").update(seed).update(key).digest().subarray(0, SALT_BYTES);
}

function freshHash(value: string, salt: Buffer): string {
  return `scrypt:${salt.toString("hex")}:${hash(value, salt).toString("hex")}`;
}

function matchesHash(value: string, text: string): boolean {
  if (valuesByHash.has(text)) return valuesByHash.get(text) === value;
  const [, salt, expected] = FORM.exec(text) ?? [];
  if (salt === undefined || expected === undefined) return false;
  return timingSafeEqual(hash(value, Buffer.from(salt, "hex")), Buffer.from(expected, "hex"));
}

/**
 * The value that a hash stands for, to be sent.
 *
 * @throws UserError when this process has not checked the value.
 */
export function plainValue(text: unknown): unknown {
  if (typeof text !== "string" || !FORM.test(text)) return text;
  const value = valuesByHash.get(text);
  if (value === undefined)
    throw new UserError(
      "the stack keeps only a hash of a secret value, and the program has not given the value in this run: run `pulumi up` with the program that sets it, without ignoreChanges on it",
    );
  return value;
}

/** The value that a hash stands for, where this process knows it; to be redacted. */
export const knownPlainValue = (text: unknown): string | undefined =>
  typeof text === "string" ? valuesByHash.get(text) : undefined;
