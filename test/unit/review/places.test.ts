import { expect, test } from "vitest";
import { placesOf } from "../../../cli/review/reach/places";
import { type Reach, requireBindings } from "../../../cli/review/reach/reach";
import type { SurfaceChange } from "../../../cli/review/reach/surfaces";

/** @param pathStart - The index at which the path of a route starts. */
function changeAt(label: string, pathStart?: number, binding?: string): SurfaceChange {
  const path = pathStart === undefined ? undefined : label.slice(pathStart);
  const after: Reach = {
    isServed: true,
    restrictions: new Map(binding === undefined ? [] : [["bindings", requireBindings([binding])]]),
    modulesPassingOptions: [],
    backend: undefined,
    objects: [],
  };
  return {
    surface: { key: label, kind: "https", label, ...(path !== undefined && { path }) },
    ...(path !== undefined && {
      selects: { path: path.replace(/\*$/, ""), isPrefix: path.endsWith("*") },
    }),
    before: [],
    after: [after],
  };
}

const LABELS: readonly (readonly [string, pathStart?: number, binding?: string])[] = [
  ["https://app.example.com/*", 23],
  ["https://app.example.com/admin*", 23],
  ["https://app.example.com/admin", 23],
  ["https://app.example.com/a b*", 23],
  ["https://*.example.com"],
  ["https://*.dev.example.com"],
  ["https://inside.example.com", undefined, "kubernetes"],
  ["tls://app.example.com:443"],
  ["tls://sni.example.com"],
  ["tcp://any.example.com:443"],
  ["tcp://ssh.example.com:22"],
  ["https://app.example.com:8443/*", 28],
];

const placeOf = placesOf(LABELS.map((label) => changeAt(...label)));

test("keeps the paths of a route whose edge has no hosts", () => {
  const place = placeOf(changeAt("HttpsEdge e: /admin*", 13));
  expect(place).toMatchObject({
    hosts: undefined,
    isHttp: true,
    paths: [{ isTrue: true, question: { value: "/admin" } }],
  });
});

test.each<
  [label: string, hosts: readonly string[] | undefined, paths: readonly string[] | undefined, port?: string]
>([
  [
    "https://app.example.com/*",
    ["app.example.com"],
    ["start /", "not start /admin", "not equal /admin", "not start /a b"],
  ],
  ["https://app.example.com/admin*", ["app.example.com"], ["start /admin", "not equal /admin"]],
  ["https://app.example.com/admin", ["app.example.com"], ["equal /admin"]],
  ["https://app.example.com/a b*", ["app.example.com"], ["start /a b"]],
  [
    "https://*.example.com",
    ["*.example.com", "app.example.com", "*.dev.example.com", "sni.example.com", "any.example.com"],
    undefined,
  ],
  ["tls://app.example.com:443", ["app.example.com"], undefined],
  ["https://app.example.com:8443/*", ["app.example.com"], ["start /"], "8443"],
  ["the account's API", undefined, undefined],
])("constrains requests for %s to those that nothing more specific serves", (label, hosts, paths, port) => {
  const [, pathStart, binding] = LABELS.find(([text]) => text === label) ?? [];
  const place = placeOf(changeAt(label, pathStart, binding));
  expect(place.hosts && [place.hosts.name, ...place.hosts.except]).toEqual(hosts);
  expect(
    place.paths?.map(({ isTrue, question: { is, value } }) => `${isTrue ? "" : "not "}${is} ${value}`),
  ).toEqual(paths);
  expect(place.port).toBe(port);
});
