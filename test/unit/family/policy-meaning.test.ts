import { describe, expect, test } from "vitest";
import { canonicalPolicy } from "../../../provider/family/canonical-forms";
import { trafficPolicyText } from "../../../provider/family/fields";
import { policyMeaning } from "../../../provider/family/policy-meaning";
import { areEqual } from "../../../provider/lifecycle/values/compare";

const policy = trafficPolicyText("Policy.");

describe("two texts of one policy", () => {
  test.each<[string, unknown, unknown]>([
    ["in JSON and YAML", '{"b": 1, "a": [true, null, "x"]}', "a: [true, ~, x]\nb: 1\n"],
    ["in YAML, with comments and in another style", "a: 'x' # why\n", 'a: "x"'],
    ["in YAML and as an object", "status: 200\nbody: |\n  hello\n", { body: "hello\n", status: 200 }],
    ["with a number as a key", '{"200": "a"}', "200: a"],
    ["with a key in quotes", '{"200": "a"}', "'200': a"],
    ["with numbers in several spellings", '{"a": 1.50, "b": 1e3}', '{"a": 1.5, "b": 1000}'],
    ["with an escaped quote before a colon", '{"a\\":": 1}', '{ "a\\":" : 1 }'],
    ["with text that looks like keys", '{"a": "\\"b\\": 1", "c": ": "}', '{"c": ": ", "a": "\\"b\\": 1"}'],
    ["with names of inherited properties", '{"__proto__": {"a": 1}}', "__proto__:\n  a: 1"],
  ])("are equal %s", (_, text, otherText) => {
    expect(areEqual(policy, text, otherText)).toBe(true);
  });
});

describe("policies that the service may distinguish", () => {
  test.each<[string, string, string]>([
    ["whole numbers beyond 53 bits", '{"a":1234567890123456781}', '{"a":1234567890123456782}'],
    ["fractions with many digits", '{"a":0.12345678901234567891}', '{"a":0.12345678901234567892}'],
    ["numbers out of range", '{"a":1e400}', '{"a":1e500}'],
    ["numbers close to zero", '{"a":1e-400}', '{"a":0}'],
    ["a tag", "a: !Ref x", "a: x"],
    ["a tag that YAML knows", "a: !!str 1", "a: '1'"],
    ["a tag of a list", "a: !set [x]", "a: [x]"],
    ["a tag of a key", "!x a: 1", "a: 1"],
    ["a date", "a: 2026-01-01", "a: '2026-01-01'"],
    ["a truth value of YAML 1.1", "a: yes", "a: 'yes'"],
    ["an octal number of YAML 1.1", "a: 0777", "a: 777"],
    ["a time of day", "a: 12:30:45", "a: '12:30:45'"],
    ["infinity", "a: .inf", "a: null"],
    ["a key twice", "a: 1\na: 2", "a: 2"],
    ["a key twice in JSON", '{"a":1,"a":2}', '{"a":2}'],
    ["a key twice, once escaped", '{"a":1,"\\u0061":2}', '{"a":2}'],
    ["a key as a number and in quotes", "1: a\n'1': b", "'1': b"],
    ["an alias", "a: &x 1\nb: *x", "a: 1\nb: 1"],
    ["a merge key", "a: &x {c: 1}\nb:\n  <<: *x", "a: {c: 1}\nb: {c: 1}"],
    ["a merge key in quotes", "b:\n  <<: {c: 1}", "b:\n  '<<': {c: 1}"],
    ["a key that is a list", "? [a]\n: 1", "? [ a ]\n: 1"],
    ["another version of YAML", "%YAML 1.1\n---\na: b", "a: b"],
    ["several documents", "a: 1\n---\na: 2", "a: 1"],
    ["invalid syntax", "{a: [", "{a: [ "],
  ])("are not equal: %s", (_, text, otherText) => {
    expect(areEqual(policy, text, otherText)).toBe(false);
  });
});

describe("policies of hostile size", () => {
  test("are compared by meaning in YAML of up to 65,536 characters", () => {
    const rules = (count: number) => Array.from({ length: count }, (_, i) => `rule_${i}: a\n`).join("");
    expect(policyMeaning(rules(100))).toBeDefined();
    expect(policyMeaning(`${rules(100)}${" ".repeat(65_536)}`)).toBeUndefined();
  });

  test("are compared by meaning in JSON of any size", () => {
    const rules = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`rule_${i}`, "a"]));
    expect(policyMeaning(JSON.stringify(rules))).toEqual({ value: rules });
  });

  test.each([
    ["lists in lists", "[".repeat(30_000) + "]".repeat(30_000)],
    ["lists in lists, too long for YAML", "[".repeat(100_000) + "]".repeat(100_000)],
    ["objects in objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["keys in keys", `${"? ".repeat(300)}a`],
    ["quotes", '"'.repeat(30_000)],
    ["anchors", "&a ".repeat(20_000)],
    ["aliases of aliases", "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]"],
  ])("%s stay text", (_, text) => {
    expect(canonicalPolicy(text)).toBe(text);
  });
});
