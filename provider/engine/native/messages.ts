import { BinaryReader } from "google-protobuf";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** The values of a message as they are written in it, with the engine's marks and placeholders. */
export type Contents = Readonly<Record<string, unknown>>;

/** Each call needs the values of its messages several times. */
const converted = new WeakMap<Struct, Contents>();

export function contentsOf(struct: Struct): Contents {
  const contents = converted.get(struct) ?? struct.toJavaScript();
  converted.set(struct, contents);
  return contents;
}

/** The key `__proto__` of an entry, which the message library loses together with its value. */
const LOST_KEY = Buffer.from("\n\t__proto__", "latin1");
/** Stands for that key; a text of a program has no such characters. */
export const LOST_KEY_STAND_IN = "\0proto__\0";

/** The bytes of a request with a stand-in for each key that the message library would lose. */
export function withoutLostKeys(bytes: Buffer): Buffer {
  if (!bytes.includes(LOST_KEY)) return bytes;
  const kept = Buffer.from(bytes);
  for (let at = kept.indexOf(LOST_KEY); at >= 0; at = kept.indexOf(LOST_KEY, at))
    kept.write(LOST_KEY_STAND_IN, at + 2, "latin1");
  return kept;
}

/**
 * Refuses messages that claim to have a longer part than they have. The message library itself believes the claim and
 * walks there step by step: a dozen bytes that claim gigabytes would block the process for minutes.
 *
 * The generated code of messages takes these functions from the library's own class, so that they are replaced there.
 */
export function boundMessages(): void {
  if (isBounded) return;
  isBounded = true;
  const { prototype } = BinaryReader;
  const { readMessage, readString } = prototype;
  prototype.readMessage = function (this: BinaryReader, message, read) {
    requireInside(this);
    readMessage.call(this, message, read);
  };
  prototype.readString = function (this: BinaryReader) {
    requireInside(this);
    return readString.call(this);
  };
}

let isBounded = false;

/** @throws Error when the part that follows in the message is longer than the rest of it. */
function requireInside(reader: BinaryReader): void {
  const bytes = reader.getBuffer();
  let at = reader.getCursor();
  let length = 0;
  // Lengths are written in groups of seven bits, the lowest first.
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error(TOO_LONG);
    length += (byte & 127) * factor;
    if (byte < 128) break;
  }
  if (at + length > bytes.length) throw new Error(TOO_LONG);
}

const TOO_LONG = "the message claims to have a longer part than it has";
