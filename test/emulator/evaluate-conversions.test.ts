import { describe, expect, test } from "vitest";
import { ask, denyIf } from "./support/evaluation";

/** What the Go implementation of CEL gives, which the service's expressions are read by. */
const holds: readonly string[] = [
  "int('+5') == 5 && int('-0') == 0 && int('007') == 7",
  "int('9223372036854775807') == 9223372036854775807 && string(int('-9223372036854775808')) == '-9223372036854775808'",
  "int(-1.9) == -1 && int(1e18) == 1000000000000000000",
  "int(duration('1s')) == 1000000000 && int(timestamp('1969-12-31T23:59:59.5Z')) == -1",
  "uint('5') == 5u && string(uint('18446744073709551615')) == '18446744073709551615' && uint(1.9) == 1u",
  "double('.5') == 0.5 && double('5.') == 5.0 && double('+.5e3') == 500.0 && double('1e-400') == 0.0",
  "double('inf') > 1e308 && double('-Infinity') < -1e308 && double('+Inf') == double('iNf')",
  "bool('1') && bool('t') && bool('T') && bool('TRUE') && bool('True')",
  "!bool('0') && !bool('f') && !bool('F') && !bool('FALSE') && !bool('False')",
  "bytes(b'a') == b'a' && string(b'abc') == 'abc'",
  "string(1000000.0) == '1e+06' && string(999999.0) == '999999' && string(1234567.5) == '1.2345675e+06'",
  "string(0.0001) == '0.0001' && string(0.00001) == '1e-05' && string(1.5e100) == '1.5e+100'",
  "string(-0.0) == '-0' && string(1.0) == '1' && string(double('inf')) == '+Inf' && string(double('nan')) == 'NaN'",
  "string(duration('1h30m')) == '5400s' && string(duration('-1500ms')) == '-1.5s' && string(duration('0s')) == '0s'",
  "string(duration('1us')) == '0.000001s' && string(duration('1ns')) == '0.000000001s'",
  "string(timestamp('2024-01-01T00:00:00.250Z')) == '2024-01-01T00:00:00.25Z'",
  "string(timestamp('2024-01-01T00:00:10Z')) == '2024-01-01T00:00:10Z'",
  "duration('1us') == duration('1000ns') && duration('1\u00b5s') == duration('1us') && duration('1\u03bcs') == duration('1us')",
  "duration('1500us') == duration('1.5ms') && duration('0.5ns') == duration('0') && duration('1us') < duration('1ms')",
  "duration('+1h') == duration('1h') && duration('1h1h') == duration('2h') && -duration('1s') == duration('-1s')",
  "duration('.5s') == duration('500ms') && duration('5.s') == duration('5s') && duration('-0') == duration('+0')",
  "string(duration('2562047h47m16.854775807s')) == '9223372036.854775807s'",
  "duration('1h') + duration('1us') > duration('1h') && duration('-90s').getMinutes() == -1",
  "timestamp(0) == timestamp('1970-01-01T00:00:00Z') && timestamp(timestamp(5)) == timestamp(5)",
  "timestamp(-62135596800) < timestamp(0) && timestamp(253402300799) == timestamp('9999-12-31T23:59:59Z')",
  "timestamp('2024-01-01T02:00:00+02:00') == timestamp('2024-01-01T00:00:00Z')",
  "timestamp('2024-01-01T0:00:00Z') == timestamp('2024-01-01T00:00:00Z')",
  "timestamp('2024-01-01T00:00:00,5Z') == timestamp('2024-01-01T00:00:00.5Z')",
  "timestamp(1) - timestamp(0) == duration('1s') && timestamp(0) + duration('1ms') > timestamp(0)",
];

test.each(holds)("%s", async (expression) => {
  expect(await ask(denyIf(expression))).toMatchObject({ outcome: "refused", status: 403 });
});

describe("failures", () => {
  test.each([
    ...["''", "' 5'", "'1_000'", "'0x10'", "'9223372036854775808'", "1e19", "9223372036854775807.0"].map(
      (value) => `int(${value}) == 0`,
    ),
    ...["true", "18446744073709551615u", "null", "b'1'"].map((value) => `int(${value}) == 0`),
    ...["'+5'", "'-1'", "-1", "-0.5", "1e20", "true", "''"].map((value) => `uint(${value}) == 0u`),
    ...["''", "' 1'", "'0x10'", "'0b1'", "'e5'", "'.'", "'1e400'", "true"].map(
      (value) => `double(${value}) == 0.0`,
    ),
    ...["'tRUE'", "'yes'", "''", "1"].map((value) => `bool(${value})`),
    ...["null", "[1]", "{'a': 1}", "b'\\xff'"].map((value) => `string(${value}) == ''`),
    "bytes(1) == b''",
    ...["", "1", "s", ".s", "+-1h", "1d", "1h -1m", "2562047h47m16.854775808s", "99999999999h"].map(
      (value) => `duration('${value}') == duration('0')`,
    ),
    ...["1000", "1.5", "true"].map((value) => `duration(${value}) == duration('0')`),
    ...[
      "2024-01-01",
      "2024-01-01T00:00Z",
      "2024-01-01T00:00:00",
      "2024-01-01t00:00:00Z",
      "+02024-01-01T00:00:00Z",
    ]
      .concat([
        "2024-01-01T00:00:00z",
        "2024-02-30T00:00:00Z",
        "2024-01-01T24:00:00Z",
        "2024-01-01T00:00:60Z",
      ])
      .concat(["2024-01-01T00:00:00+0200", "2024-01-01T00:00:00+25:00", "2024-01-01T00:00:00.Z"])
      .concat(["0000-01-01T00:00:00Z"])
      .map((value) => `timestamp('${value}') == timestamp(0)`),
    ...["-62135596801", "253402300800", "1.5", "true"].map((value) => `timestamp(${value}) == timestamp(0)`),
    "timestamp('9999-12-31T23:59:59Z') + duration('1s') > timestamp(0)",
    "duration('2562047h') + duration('1h') > duration('0')",
  ])("%s", async (expression) => {
    for (const condition of [expression, `!(${expression})`])
      expect(await ask(denyIf(condition))).toMatchObject({ outcome: "forwarded" });
  });
});

test.each([
  "double('0x1p-2') == 0.25",
  "double('1_000.5') == 1000.5",
  "timestamp('2024-01-01T00:00:00.000001Z') > timestamp('2024-01-01T00:00:00Z')",
  "timestamp(0) + duration('1us') > timestamp(0)",
])("is undecided: %s", async (expression) => {
  expect(await ask(denyIf(expression))).toMatchObject({ outcome: "undecided" });
});
