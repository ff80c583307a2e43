import { expect, test } from "vitest";
import { canonicalName } from "../../../traffic-policy/language/aliases";
import { canonicalCel, parseCel } from "../../../traffic-policy/language/parse";
import { readCondition } from "../../../traffic-policy/symbolic/condition-reader";
import { findVariable, VARIABLE_GROUPS } from "../../../traffic-policy/variables/variables";

function canonicalText(expression: string): string | undefined {
  const ast = parseCel(expression);
  return ast && canonicalCel(ast);
}

const ALIASES = VARIABLE_GROUPS.flatMap(({ variables }) => Object.keys(variables))
  .map((name) => [name, canonicalName(name)] as const)
  .filter(([alias, name]) => alias !== name);

test("finds all aliases", () => {
  expect(ALIASES).toHaveLength(66);
});

test.each(ALIASES)("treats %s as an alias of %s with the same type", (alias, name) => {
  expect(findVariable(alias)?.type).toBeDefined();
  expect(findVariable(alias)?.type).toBe(findVariable(name)?.type);
  for (const template of ["# == 'a'", "'a' in #", "f(#) > 1", "#.startsWith('a')", "#.exists(x, x == 'a')"]) {
    const [aliased, canonical] = [alias, name].map((variable) => template.replace("#", variable)) as [
      string,
      string,
    ];
    expect(readCondition(aliased)).toEqual(readCondition(canonical));
    expect(canonicalText(aliased)).toBe(canonicalText(canonical));
  }
});

test("resolves the current names of variables to their earlier ones", () => {
  expect(canonicalName("conn.client_ip.geo.location.country_code")).toBe("conn.geo.country_code");
  expect(canonicalName("actions.ngrok.terminate_tls.client.san.dns_names")).toBe(
    "conn.tls.client.san.dns_names",
  );
});

test("reads is_tor_node as a test of the categories", () => {
  const shortcut = "conn.client_ip.is_tor_node";
  const categoryTest = "'proxy.anonymous.tor' in conn.client_ip.categories";
  expect(readCondition(shortcut)).toEqual(readCondition(categoryTest));
  expect(readCondition(`${shortcut} == false`)).toEqual(readCondition(`!(${categoryTest})`));
});
