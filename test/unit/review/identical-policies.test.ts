// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.
import { expect, test } from "vitest";
import { ANSWER, allow, deny, edited, GOOGLE, rule } from "../../support/policies";
import { reviewSteps } from "../../support/previews";

type Edit = readonly [before: readonly object[], after: readonly object[]];

async function listExposures(names: readonly string[], [before, after]: Edit) {
  const steps = names.map((name) =>
    edited([...before, ANSWER], [...after, ANSWER], `https://${name}.example.com`, name),
  );
  return (await reviewSteps(steps)).exposure.changed.map(({ surface, verdict, gainsAccess, openings }) => [
    surface.label,
    verdict,
    gainsAccess,
    openings.map(({ witness, client }) => [witness, client?.url]),
  ]);
}

test.each<[string, Edit]>([
  ["paths", [[deny("req.url.path.startsWith('/admin')")], []]],
  ["queries", [[deny("req.url.query.contains('a')")], []]],
  ["networks", [[allow("203.0.113.0/24")], []]],
  ["sign-ins", [[GOOGLE], []]],
  ["the host", [[deny()], [deny("!req.host.startsWith('b')")]]],
  ["a part of the URL", [[deny("req.url.contains('//b')")], []]],
  ["the server name", [[deny("conn.tls.sni == 'b.example.com'")], []]],
  ["the endpoint", [[deny("endpoint.host == 'b.example.com'")], []]],
  ["a rewrite", [[rule("url-rewrite", { from: "//b", to: "//c" }), deny("req.url.path == '/b'")], []]],
  ["an interpolated value", [[allow("${endpoint.host}")], []]],
])("reports hosts with one policy like separate hosts: %s", async (_, edit) => {
  const names = ["a", "b", "c"];
  const separate = await Promise.all(names.map((name) => listExposures([name], edit)));
  const together = await listExposures(names, edit);
  expect(together.toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1))).toEqual(
    separate.flat(),
  );
});
