import { BinaryReader } from "google-protobuf";

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
