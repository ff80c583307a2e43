import { CheckRequest } from "@pulumi/pulumi/proto/provider_pb";
import fc from "fast-check";
import type { BinaryWriter } from "google-protobuf";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { describe, expect, test } from "vitest";
import { contentsIn, contentsOf, requestReader, TOO_DEEP } from "../../../../provider/engine/native/contents";
import { structOf } from "../../../../provider/engine/native/values";

/** What the reader of requests makes of a message that the library has written. */
function contentsRead(struct: Struct) {
  const bytes = new CheckRequest().setUrn("urn").setNews(struct).serializeBinary();
  const request = CheckRequest.deserializeBinaryFromReader(new CheckRequest(), requestReader(bytes));
  expect(request.getUrn()).toBe("urn");
  expect(request.getOlds()).toBeUndefined();
  return contentsOf(request.getNews() as Struct);
}

/** Texts that a message can carry. The library itself loses keys that name the prototype. */
const texts = fc.string({ unit: "grapheme" }).map((text) => text.toWellFormed());
const values = fc.letrec<{ value: JavaScriptValue; record: Record<string, JavaScriptValue> }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    texts,
    fc.array(tie("value")),
    tie("record"),
  ),
  record: fc.dictionary(
    texts.filter((key) => key !== "__proto__"),
    tie("value"),
    { noNullPrototype: true },
  ),
}));

describe("values of requests", () => {
  test("are what the message library makes of them", () => {
    fc.assert(
      fc.property(values.record, (record) => {
        const struct = Struct.fromJavaScript(record);
        expect(contentsRead(struct)).toEqual(struct.toJavaScript());
        expect(contentsOf(structOf(record))).toEqual(struct.toJavaScript());
      }),
    );
  });

  test("are in the order of their keys, however they were sent", () => {
    expect(Object.keys(contentsRead(sent(["b", "a", "é", "B"])))).toEqual(["B", "a", "b", "é"]);
  });

  test("are the later ones of two with the same key", () => {
    expect(contentsRead(sent(["a", "b", "a"]))).toEqual({ a: 3, b: 2 });
  });

  test("keep a key that the message library loses", () => {
    expect(Object.keys(contentsRead(sent(["__proto__"])))).toEqual(["__proto__"]);
  });

  test("of a message that is damaged are refused or read, and never beyond its end", () => {
    const bytesOf = (record: Record<string, JavaScriptValue>) =>
      Struct.fromJavaScript(record).serializeBinary();
    const damaged = fc.oneof(
      fc.uint8Array(),
      fc.tuple(values.record.map(bytesOf), fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
        bytes[at % Math.max(bytes.length, 1)] = byte;
        return bytes;
      }),
    );
    const outcome = (bytes: Uint8Array) => {
      try {
        return typeof contentsIn(bytes);
      } catch (error) {
        return (error as Error).constructor;
      }
    };
    fc.assert(
      fc.property(damaged, (bytes) => {
        expect(["object", Error]).toContain(outcome(bytes));
      }),
    );
    const whole = bytesOf({ text: "a text", number: 1, list: [true] });
    for (let length = 1; length < whole.length; length++)
      expect(["object", Error]).toContain(outcome(whole.slice(0, length)));
    // A record that claims to have two gigabytes, and one that is shorter than its number.
    expect(outcome(Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0x07, 0x0a))).toBe(Error);
    expect(outcome(Uint8Array.of(0x0a, 0x05, 0x12, 0x03, 0x11, 0, 0, 0, 0, 0, 0, 0, 0))).toBe(Error);
  });

  test("of a request that claims to have more than it has are refused", () => {
    const bytes = Uint8Array.of(0x1a, 0xff, 0xff, 0xff, 0xff, 0x07, 0x0a);
    expect(() =>
      CheckRequest.deserializeBinaryFromReader(new CheckRequest(), requestReader(bytes)),
    ).toThrow();
  });

  test("end where they are nested too deep", () => {
    const nested = (levels: number): JavaScriptValue => (levels === 0 ? "end" : [nested(levels - 1)]);
    const innermost = (value: unknown): unknown => (Array.isArray(value) ? innermost(value[0]) : value);
    const read = contentsRead(
      Struct.fromJavaScript({ most: nested(99), more: nested(100), huge: nested(400) }),
    );
    expect([read.most, read.more, read.huge].map(innermost)).toEqual(["end", TOO_DEEP, TOO_DEEP]);
  });
});

/** A message with these keys in this order, and the position of each as its value. */
function sent(keys: readonly string[]): Struct {
  class Sent extends Struct {
    override getFieldsMap() {
      const map = super.getFieldsMap();
      map.getLength = () => keys.length;
      map.serializeBinary = (field: number, writer: BinaryWriter) => {
        for (const [at, key] of keys.entries())
          writer.writeMessage(field, key, () => {
            writer.writeString(1, key);
            writer.writeMessage(2, key, () => writer.writeDouble(2, at + 1));
          });
      };
      return map;
    }
  }
  return new Sent();
}
