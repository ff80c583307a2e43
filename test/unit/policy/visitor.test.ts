import { describe, expect, test } from "vitest";
import { fateOf } from "../../../policy/visitor";
import { readGuards } from "../../../provider/traffic-policy/guards";

/** What becomes of a visit to `/admin/users`. */
function fate(...rules: readonly object[]) {
  const reading = readGuards({ on_http_request: rules });
  if (reading === undefined) throw new Error("not read");
  return fateOf(reading, { method: "GET", host: "app.example.com", path: "/admin/users" });
}

const office = { type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } };
const deny = { type: "deny" };
const when = (expression: string, ...actions: object[]) => ({ expressions: [expression], actions });

describe("a visitor who proves nothing", () => {
  test.each([
    ["no rules", []],
    ["a rule that does not run", [when("req.url.path == '/admin'", deny)]],
    ["a rule for another method", [when("req.method in ['POST', 'PUT']", deny)]],
    ["a rule for another host", [when("req.host == 'other.example.com'", deny)]],
    ["a rule for a header that is not there", [when("has(req.headers['x-a'])", deny)]],
    ["a rule for another address", [when("inCidrRange(conn.client_ip, '192.0.2.0/24')", deny)]],
    ["a guard that only judges", [{ actions: [{ type: "restrict-ips", config: { enforce: false } }] }]],
    ["all addresses", [{ actions: [{ type: "restrict-ips", config: { allow: ["0.0.0.0/0"] } }] }]],
    [
      "actions that decide nothing",
      [{ actions: [{ type: "add-headers", config: { headers: { a: "b" } } }] }],
    ],
    ["a pattern that does not match", [when("req.url.path.matches('^/admin$')", deny)]],
  ])("gets in past %s", (_, rules) => {
    expect(fate(...rules)).toEqual({ is: "in" });
  });

  test.each([
    ["deny", [{ actions: [deny] }]],
    ["an answer", [{ actions: [{ type: "custom-response", config: {} }] }]],
    ["a network", [{ actions: [office] }]],
    ["IP policies", [{ actions: [{ type: "restrict-ips", config: { ip_policies: ["ipp_1"] } }] }]],
    ["a path", [when("req.url.path.startsWith('/admin')", office)]],
    ["a path in any case", [when("req.url.path.lowerAscii().startsWith('/admin')", office)]],
    ["what is not the office", [when("!inCidrRange(conn.client_ip, '192.0.2.0/24')", deny)]],
    ["several conditions", [when("req.url.path.contains('/users') && req.method == 'GET'", deny)]],
    ["a pattern", [when("req.url.path.matches('^/admin(/|$)')", deny)]],
    ["a missing header", [when("!has(req.headers['x-a'])", deny)]],
    ["a password", [{ actions: [{ type: "basic-auth", config: { credentials: ["a:12345678"] } }] }]],
    [
      "a sign-in before it is forwarded",
      [
        {
          actions: [
            { type: "oauth", config: { provider: "github" } },
            { type: "forward-internal", config: { url: "https://a.internal" } },
          ],
        },
      ],
    ],
  ])("is kept out by %s", (_, rules) => {
    expect(fate(...rules)).toEqual({ is: "out" });
  });

  test.each([
    ["an expression that nobody can tell", [when("vars.a == req.host + 'b'", office)]],
    ["a country", [when("conn.geo.country_code != 'DE'", deny)]],
    ["a value of a header", [when("req.headers['x-a'][0] != 'b'", deny)]],
    ["an action of a later version", [{ actions: [{ type: "teleport" }] }]],
    ["a redirect", [{ actions: [{ type: "redirect", config: { from: "a", to: "b" } }] }]],
    [
      "a forward that may fail",
      [
        {
          actions: [
            { type: "forward-internal", config: { url: "https://a.internal", on_error: "continue" } },
          ],
        },
      ],
    ],
    [
      "a path that was rewritten before",
      [
        { actions: [{ type: "url-rewrite", config: { from: "a", to: "b" } }] },
        when("req.url.path == '/'", deny),
      ],
    ],
    [
      "an enforcement that is not known yet",
      [{ actions: [{ type: "restrict-ips", config: { enforce: "\u0000" } }] }],
    ],
    [
      "a doubt before a surely open rule",
      [
        when("vars.a == 'b'", office),
        { actions: [{ type: "forward-internal", config: { url: "https://a.internal" } }] },
      ],
    ],
  ])("may get in past %s", (_, rules) => {
    expect(fate(...rules)).toEqual({ is: "may" });
  });

  test("is told where a forward goes to", () => {
    expect(
      fate({ actions: [{ type: "forward-internal", config: { url: "https://a.internal" } }, deny] }),
    ).toEqual({
      is: "in",
      forwardsTo: "https://a.internal",
    });
  });

  test("may get in where the policy can be read in two ways", () => {
    const reading = readGuards("on_http_request: []\non_http_request: [{ actions: [{ type: deny }] }]");
    expect(reading && fateOf(reading, { method: "GET", path: "/" })).toEqual({ is: "may" });
  });

  test("is kept out at the connection as well", () => {
    const reading = readGuards({ on_tcp_connect: [{ actions: [office] }] });
    expect(reading && fateOf(reading, { method: "GET", path: "/" })).toEqual({ is: "out" });
    const asked = { type: "terminate-tls", config: { mutual_tls_certificate_authorities: ["ca_1"] } };
    const strict = readGuards({ on_tcp_connect: [{ actions: [asked] }] });
    expect(strict && fateOf(strict, { method: "GET", path: "/" })).toEqual({ is: "out" });
    const lax = { ...asked, config: { ...asked.config, mutual_tls_verification_strategy: "request" } };
    const open = readGuards({ on_tcp_connect: [{ actions: [lax] }] });
    expect(open && fateOf(open, { method: "GET", path: "/" })).toEqual({ is: "in" });
  });
});
