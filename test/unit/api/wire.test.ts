import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fromWire, snake, toWire } from "../../../provider/api";

test.each([
  ["caPem", "ca_pem"],
  ["nameidFormat", "nameid_format"],
  ["ipPolicyIds", "ip_policy_ids"],
  ["sshCertificateAuthorityId", "ssh_certificate_authority_id"],
  ["domain", "domain"],
])("%s is %s", (camel, wire) => {
  expect(snake(camel)).toBe(wire);
});

const schema = z.object({
  ownerId: z.string().optional(),
  mutualTls: z
    .object({ certificateAuthorityIds: z.array(z.string()) })
    .nullable()
    .optional(),
  criticalOptions: z.record(z.string(), z.string()).default({}),
  routeList: z.array(z.object({ matchType: z.string() }).readonly()),
  trafficPolicy: z.union([z.string(), z.record(z.string(), z.unknown())]),
  oauthProvider: z.union([
    z.object({ clientId: z.string() }),
    z.object({ clientId: z.string(), emailList: z.string() }),
  ]),
  preTrimmed: z.preprocess((value) => value, z.object({ innerKey: z.string() })),
  postTrimmed: z.object({ innerKey: z.string() }).transform((value) => value),
  byName: z.record(z.string(), z.object({ maxAge: z.number() })),
  laterOn: z.lazy(() => z.object({ someKey: z.string() })),
  anyThing: z.unknown(),
});

const value = {
  ownerId: "u_1",
  mutualTls: { certificateAuthorityIds: ["ca_1"] },
  criticalOptions: { "force-command": "x", someKey: "y" },
  routeList: [{ matchType: "exact_path" }],
  trafficPolicy: { onHttpRequest: [{ someKey: 1 }] },
  oauthProvider: { clientId: "c", emailList: "e" },
  preTrimmed: { innerKey: "a" },
  postTrimmed: { innerKey: "b" },
  byName: { camelKey: { maxAge: 1 } },
  laterOn: { someKey: "z" },
  anyThing: { leftAlone: true },
};

const wire = {
  owner_id: "u_1",
  mutual_tls: { certificate_authority_ids: ["ca_1"] },
  critical_options: { "force-command": "x", someKey: "y" },
  route_list: [{ match_type: "exact_path" }],
  traffic_policy: { onHttpRequest: [{ someKey: 1 }] },
  oauth_provider: { client_id: "c", email_list: "e" },
  pre_trimmed: { inner_key: "a" },
  post_trimmed: { inner_key: "b" },
  by_name: { camelKey: { max_age: 1 } },
  later_on: { some_key: "z" },
  any_thing: { leftAlone: true },
};

describe("a schema walk", () => {
  test("spells keys of objects and leaves keys of maps and free values", () => {
    expect(toWire(schema, value)).toEqual(wire);
    expect(fromWire(schema, wire)).toEqual(value);
  });

  test("drops undefined on the way out, unknown keys on the way in, and keeps null", () => {
    expect(toWire(schema, { ownerId: undefined, criticalOptions: { a: undefined } })).toEqual({
      critical_options: {},
    });
    expect(
      fromWire(schema, { owner_id: null, mutual_tls: null, new_field: 1, ownerId: "not the wire's" }),
    ).toEqual({
      ownerId: null,
      mutualTls: null,
    });
  });

  test("an open object keeps what it does not know", () => {
    const open = z.looseObject({ someKey: z.string() });
    expect(fromWire(open, { some_key: "a", other_key: "b" })).toEqual({ someKey: "a", other_key: "b" });
  });

  test("never throws on answers of other types, and takes nothing from prototypes", () => {
    for (const odd of [null, 1, "x", [], [[]], { route_list: "x", mutual_tls: [], by_name: 7 }]) {
      expect(() => fromWire(schema, odd)).not.toThrow();
    }
    const proto = z.object({ toString: z.string().optional(), constructor: z.unknown() });
    expect(fromWire(proto, JSON.parse('{"__proto__":{"a":1}}'))).toEqual({});
  });

  test("a schema without a wire spelling is an error of the program", () => {
    expect(() => toWire(z.intersection(z.object({}), z.object({})), {})).toThrow("intersection");
  });
});
