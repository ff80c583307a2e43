import { expect, test } from "vitest";
import { placesOf } from "../../../cli/review/reach/places";

const LABELS = [
  "https://app.example.com/*",
  "https://app.example.com/admin*",
  "https://app.example.com/admin",
  "https://*.example.com",
  "https://*.dev.example.com",
  "tls://app.example.com:443",
  "https://app.example.com:8443/*",
];

const placeOf = placesOf(
  LABELS.map((label) => ({ key: label, kind: label.startsWith("tls") ? "tls" : "https", label })),
);

test("a route of an edge without hosts has its paths all the same", () => {
  const place = placeOf({ key: "", kind: "https", label: "HttpsEdge e: /admin*", path: "/admin*" });
  expect(place).toMatchObject({
    hosts: undefined,
    isHttp: true,
    paths: [{ is: true, test: { value: "/admin" } }],
  });
});

test.each<
  [label: string, hosts: readonly string[] | undefined, paths: readonly string[] | undefined, port?: string]
>([
  ["https://app.example.com/*", ["app.example.com"], ["start /", "not start /admin", "not equal /admin"]],
  ["https://app.example.com/admin*", ["app.example.com"], ["start /admin", "not equal /admin"]],
  ["https://app.example.com/admin", ["app.example.com"], ["equal /admin"]],
  ["https://*.example.com", ["*.example.com", "app.example.com", "*.dev.example.com"], undefined],
  ["tls://app.example.com:443", ["app.example.com"], undefined],
  ["https://app.example.com:8443/*", ["app.example.com"], ["start /"], "8443"],
  ["the account's API", undefined, undefined],
])("requests come to %s where nothing closer serves them", (label, hosts, paths, port) => {
  const place = placeOf({ key: label, kind: "https", label });
  expect(place.hosts && [place.hosts.name, ...place.hosts.without]).toEqual(hosts);
  expect(place.paths?.map(({ is, test: asked }) => `${is ? "" : "not "}${asked.is} ${asked.value}`)).toEqual(
    paths,
  );
  expect(place.port).toBe(port);
});
