import { BinaryReader } from "google-protobuf";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { getOrAdd } from "../../family/collections";

/** The values of a message, including the engine's marks of secrets and its placeholders for unknown values. */
export type Contents = Readonly<Record<string, unknown>>;

/** Caches decoded messages, because each call reads the values of its messages several times. */
const contentsByStruct = new WeakMap<Struct, Contents>();

export const contentsOf = (struct: Struct): Contents =>
  getOrAdd(contentsByStruct, struct, () => struct.toJavaScript());

/** An encoded `__proto__` key with its tag and length. google-protobuf would lose it together with its value. */
const LOST_KEY = Buffer.from("\n\t__proto__", "latin1");
/** Replaces that key. Text in a program doesn't contain such characters. */
export const LOST_KEY_PLACEHOLDER = "\0proto__\0";

/** Replaces each `__proto__` key in the bytes of a request with a placeholder. */
export function withoutLostKeys(bytes: Buffer): Buffer {
  if (!bytes.includes(LOST_KEY)) return bytes;
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(LOST_KEY); at >= 0; at = copy.indexOf(LOST_KEY, at))
    copy.write(LOST_KEY_PLACEHOLDER, at + 2, "latin1");
  return copy;
}

let isBounded = false;

/** Makes google-protobuf reject fields longer than the message, which could block it for minutes. */
export function boundMessages(): void {
  if (isBounded) return;
  isBounded = true;
  const { prototype } = BinaryReader;
  const { readMessage, readString } = prototype;
  prototype.readMessage = function (this: BinaryReader, message, read) {
    requireComplete(this);
    readMessage.call(this, message, read);
  };
  prototype.readString = function (this: BinaryReader) {
    requireComplete(this);
    return readString.call(this);
  };
}

/** @throws Error if the message ends within its next field, which starts with its length. */
function requireComplete(reader: BinaryReader): void {
  const [bytes, start] = [reader.getBuffer(), reader.getCursor()];
  let [end, length] = [start, 0];
  // Lengths are encoded in groups of seven bits, the lowest first; all but the last have the eighth bit set.
  do length += ((bytes[end] ?? 0) & 127) * 128 ** (end - start);
  while ((bytes[end++] ?? 0) > 127);
  if (end + length > bytes.length) throw new Error("the message ends within one of its fields");
}
