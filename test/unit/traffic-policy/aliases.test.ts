import { expect, test } from "vitest";
import { ALIASES } from "../../../traffic-policy/language/aliases";
import { canonicalCel, parseCel } from "../../../traffic-policy/language/parse";
import { readCondition } from "../../../traffic-policy/symbolic/condition-reader";
import { VARIABLES, type VariableNode } from "../../../traffic-policy/variables/variables";

function typeOf(name: string): string | undefined {
  let [node, parts]: [VariableNode | undefined, ReadonlyMap<string, VariableNode>] = [undefined, VARIABLES];
  for (const part of name.split(".")) {
    node = parts.get(part);
    parts = node?.parts ?? new Map();
  }
  return node?.type;
}

function spelled(expression: string): string | undefined {
  const ast = parseCel(expression);
  return ast && canonicalCel(ast);
}

test.each([...ALIASES])("%s is %s: known, of one type and read as one value", (alias, name) => {
  expect(typeOf(alias)).toBeDefined();
  expect(typeOf(alias)).toBe(typeOf(name));
  for (const about of ["# == 'a'", "'a' in #", "f(#) > 1", "#.startsWith('a')", "#.exists(x, x == 'a')"]) {
    const [one, other] = [alias, name].map((variable) => about.replace("#", variable)) as [string, string];
    expect(readCondition(one)).toEqual(readCondition(other));
    expect(spelled(one)).toBe(spelled(other));
  }
});

test("the documentation's current name of a place is the earlier one's", () => {
  expect(ALIASES.get("conn.client_ip.geo.location.country_code")).toBe("conn.geo.country_code");
  expect(ALIASES.get("actions.ngrok.terminate_tls.client.san.dns_names")).toBe(
    "conn.tls.client.san.dns_names",
  );
});

test("an exit of Tor is an address of its category", () => {
  const [shortcut, listed] = [
    "conn.client_ip.is_tor_node",
    "'proxy.anonymous.tor' in conn.client_ip.categories",
  ];
  expect(readCondition(shortcut)).toEqual(readCondition(listed));
  expect(readCondition(`${shortcut} == false`)).toEqual(readCondition(`!(${listed})`));
});
