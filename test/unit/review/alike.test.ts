// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { expect, test } from "vitest";
import { type Props, reviewOf, updated } from "../../support/previews";

const OK = { actions: [{ type: "custom-response", config: { status_code: 200 } }] };
const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
  expressions,
  actions: [{ type, config }],
});
const deny = (...expressions: readonly string[]) => rule("deny", {}, ...expressions);

/** What is said of each host. */
async function saidOf(
  names: readonly string[],
  [before, after]: readonly [readonly object[], readonly object[]],
) {
  const policy = (name: string, rules: readonly object[]) =>
    ({
      url: `https://${name}.example.com`,
      trafficPolicy: { on_http_request: [...rules, OK] },
    }) as unknown as Props;
  const { exposure } = await reviewOf(
    names.map((name) =>
      updated("Endpoint", name, `ep_${name}`, policy(name, before), policy(name, after), ["trafficPolicy"]),
    ),
  );
  return exposure.changed.map(({ surface, verdict, newcomers, openings }) => [
    surface.label,
    verdict,
    newcomers,
    openings.map(({ witness, client }) => [witness, client?.url]),
  ]);
}

test.each<[string, readonly [readonly object[], readonly object[]]]>([
  ["paths", [[deny("req.url.path.startsWith('/admin')")], []]],
  ["queries", [[deny("req.url.query.contains('a')")], []]],
  ["networks", [[rule("restrict-ips", { allow: ["203.0.113.0/24"] })], []]],
  ["sign-ons", [[rule("oauth", { provider: "google" })], []]],
  ["the host", [[deny()], [deny("!req.host.startsWith('b')")]]],
  ["a part of the URL", [[deny("req.url.contains('//b')")], []]],
  ["the name of the handshake", [[deny("conn.tls.sni == 'b.example.com'")], []]],
  ["the endpoint", [[deny("endpoint.host == 'b.example.com'")], []]],
  [
    "what is rewritten",
    [[rule("url-rewrite", { from: "//b", to: "//c" }), deny("req.url.path == '/b'")], []],
  ],
  ["what is filled in", [[rule("restrict-ips", { allow: ["${endpoint.host}"] })], []]],
])("hosts with one policy are told of as each of them by itself: %s", async (_, edit) => {
  const names = ["a", "b", "c"];
  const alone = await Promise.all(names.map((name) => saidOf([name], edit)));
  const together = await saidOf(names, edit);
  expect(together.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))).toEqual(alone.flat());
});
