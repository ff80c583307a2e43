// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { describe, expect, test } from "vitest";
import { judge } from "../../policy-edits/comparison";
import { APP, agent, endpoint, type Objects } from "../../policy-edits/world";

const [ONE, OTHER] = ["https://one.internal", "https://other.internal"];

const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
  ...(expressions.length > 0 && { expressions }),
  actions: [{ type, config }],
});
const to = (url: string, ...expressions: readonly string[]) =>
  rule("forward-internal", { url }, ...expressions);
const deny = (...expressions: readonly string[]) => rule("deny", {}, ...expressions);
const office = (...expressions: readonly string[]) => ({
  ...rule("restrict-ips", { allow: ["203.0.113.0/24"] }, ...expressions),
});

const policy = (...rules: readonly object[]) => ({ on_http_request: rules });
const app = (...rules: readonly object[]): Objects => endpoint("app", APP, policy(...rules));

async function judged(before: Objects, after: Objects) {
  const elsewhere = { ...agent("one", ONE), ...agent("other", OTHER) };
  const edit = {
    kind: "by hand",
    before: { declared: before, elsewhere },
    after: { declared: after, elsewhere },
  };
  const { says, missed, belied, exposures } = await judge(edit, 60, 1);
  expect({ missed, belied }).toEqual({ missed: [], belied: [] });
  return {
    says,
    labels: exposures.filter(({ verdict }) => verdict !== "same").map(({ surface }) => surface.label),
  };
}
const verdictOf = async (before: readonly object[], after: readonly object[]) =>
  (await judged(app(...before), app(...after))).says;

describe("random numbers", () => {
  const half = "rand.double() < 0.5";

  test("are drawn anew by each rule", async () => {
    expect(await verdictOf([to(ONE, half), deny()], [to(ONE, half), to(OTHER, half), deny()])).toBe("opens");
    expect(await verdictOf([deny()], [deny(half), deny(`!(${half})`), to(ONE)])).toBe("opens");
  });

  test("let in the same where the rule has not changed, whatever comes before it", async () => {
    const log = rule("log", { metadata: { a: "b" } });
    for (const drawn of [half, "rand.int(0, 10) >= 3"])
      expect(await verdictOf([to(ONE, drawn), deny()], [log, to(ONE, drawn), deny()])).toBe("nothing");
  });

  test.each(["rand.double() > 2.0", "rand.int(0, 2) == 2", "rand.double() * 2.0 < 0.5"])(
    "leave open whether there is such a number: %s",
    async (drawn) => {
      expect(await verdictOf([deny()], [to(ONE, drawn), deny()])).toBe("may open");
    },
  );
});

describe("a regular expression that RE2 does not read", () => {
  test.each(["req.url.path.matches('(')", "req.url.path.matches('(?=admin)')"])(
    "fails for each request: %s",
    async (failing) => {
      expect(await verdictOf([deny()], [deny(failing), deny(`!${failing}`), to(ONE)])).toBe("opens");
      expect(await verdictOf([deny()], [to(ONE, `${failing} || req.method == 'GET'`), deny()])).toBe("opens");
      expect(await verdictOf([deny()], [to(ONE, `${failing} && req.method == 'GET'`), deny()])).toBe(
        "nothing",
      );
    },
  );
});

describe("what all requests to an endpoint have in common", () => {
  test.each([
    "endpoint.host != 'other.example.com'",
    "endpoint.host.startsWith('app.')",
    "endpoint.port == 443",
    "endpoint.port < 1024",
    "endpoint.protocol == 'https'",
    "endpoint.url == 'https://app.example.com'",
    "endpoint.host + ':' + 'x' != 'y'",
    "endpoint['host'] == 'app.example.com'",
    "has(endpoint.host)",
    "string(endpoint.port) == '443'",
  ])("is known from its URL: %s", async (holds) => {
    expect(await verdictOf([deny(`${holds} || req.method == 'POST'`), to(ONE)], [deny(holds), to(ONE)])).toBe(
      "nothing",
    );
    expect(await verdictOf([deny(holds), to(ONE)], [deny(`!(${holds})`), to(ONE)])).toBe("opens");
  });

  test("differs between endpoints with one policy", async () => {
    const both = (network: string): Objects => {
      const shared = policy(
        rule("restrict-ips", { allow: [network] }, "endpoint.host == 'admin.example.com'"),
        to(ONE),
      );
      return {
        ...endpoint("www", "https://www.example.com", shared),
        ...endpoint("admin", "https://admin.example.com", shared),
      };
    };
    expect(await judged(both("203.0.113.0/24"), both("0.0.0.0/0"))).toEqual({
      says: "opens",
      labels: ["https://admin.example.com"],
    });
  });

  test("is the same for all of them where it is not known", async () => {
    const asked = "endpoint.id == 'ep_1'";
    expect(await verdictOf([office(asked), to(ONE)], [to(ONE)])).toBe("may open");
    expect(await verdictOf([office(asked), office(`!(${asked})`), to(ONE)], [to(ONE)])).toBe("opens");
  });
});

describe("texts in one case", () => {
  const q = "req.url.query_params['n'][0]";

  test.each([[`${q}.lower() == 'kim'`, `${q}.lowerAscii() == 'kim'`]])(
    "may come from letters that ASCII has not: %s",
    async (before, after) => {
      expect(await verdictOf([deny(before), to(ONE)], [deny(after), to(ONE)])).toBe("may open");
    },
  );
});

describe("requests as the service reads them", () => {
  test("have an authority in lower case, with or without a port", async () => {
    expect(await verdictOf([deny()], [deny("req.url.authority != 'app.example.com'"), to(ONE)])).toBe(
      "opens",
    );
    const other = [deny("req.url.authority == 'app.example.com'"), to(ONE)];
    expect(await verdictOf([deny()], other)).toBe("may open");
  });

  test.each(["1.3", "TLSv1.0", "a"])(
    "have a version of TLS whose spelling nobody tells: %s",
    async (version) => {
      const guarded = [deny(`conn.tls.version != '${version}'`), to(ONE)];
      expect(await verdictOf([deny()], guarded)).toBe("may open");
    },
  );

  test("have no version of TLS without TLS", async () => {
    const plain = (...rules: readonly object[]) =>
      endpoint("app", "http://app.example.com", policy(...rules));
    const newer = "conn.tls.version in ['1.2', '1.3']";
    const past = await judged(plain(deny()), plain(deny(`!(${newer})`), deny(newer), to(ONE)));
    expect(past.says).toBe("opens");
    const never = await judged(plain(deny()), plain(to(ONE, "conn.tls.version == '1.3'"), deny()));
    expect(never.says).toBe("nothing");
  });

  test("come to TLS endpoints by a handshake of the upstream's", async () => {
    const at = (url: string) => ({
      ...endpoint("db", url, { on_tcp_connect: [to("tcp://db.internal:5432")] }),
    });
    const elsewhere = agent("agent", "tcp://db.internal:5432");
    const edit = { kind: "by hand", before: { declared: at("tls://db.example.com"), elsewhere } };
    const after = { declared: at("tcp://db.example.com:443"), elsewhere };
    const { exposures } = await judge({ ...edit, after }, 40, 1);
    expect(exposures.flatMap(({ guards }) => guards.filter(({ guard }) => /TLS/i.test(guard)))).toEqual([]);
    expect(
      exposures.filter(({ surface, verdict }) => /^tls:/.test(surface.label) && verdict === "opens"),
    ).toEqual([]);
  });
});

describe("tokens", () => {
  const token = { type: "at+jwt", method: "header", name: "authorization", prefix: "Bearer " };
  const guarded = (...tokens: readonly object[]) => [
    rule("jwt-validation", {
      issuer: { allow_list: [{ value: "https://issuer.example.com" }] },
      audience: { allow_list: [{ value: "app" }] },
      jws: {
        allowed_algorithms: ["RS256"],
        keys: { sources: { additional_jkus: ["https://issuer.example.com/keys"] } },
      },
      http: { tokens },
    }),
    to(ONE),
  ];

  test.each<[string, readonly object[]]>([
    ["another type", [{ ...token, type: "id_token" }]],
    ["another prefix", [{ ...token, prefix: "Token " }]],
    ["no prefix", [{ ...token, prefix: undefined }]],
  ])("of %s are not the same", async (_, tokens) => {
    expect(await verdictOf(guarded(token), guarded(...tokens))).toBe("may open");
  });

  test("are all asked for", async () => {
    const second = { ...token, type: "id_token", name: "Authorization" };
    expect(await verdictOf(guarded(token, second), guarded(token))).toBe("may open");
    expect(await verdictOf(guarded(token, second), guarded(second, token))).toBe("nothing");
  });
});

describe("what an action is filled in with", () => {
  const normalised = rule("add-headers", { headers: { "x-user": "${req.headers['x-user'][0]}" } });

  test("guards nothing where it is not there, or ends the policy", async () => {
    const denied = rule("restrict-ips", { deny: ["${vars.x}"] });
    expect(await verdictOf([deny()], [denied, to(ONE)])).toBe("may open");
    expect(await verdictOf([office(), to(ONE)], [denied, to(ONE)])).toBe("may open");
    const rewrite = rule("url-rewrite", { from: "/admin", to: "/${int('x')}" });
    expect(await verdictOf([rewrite, to(ONE)], [to(ONE)])).toBe("may open");
  });

  test("may end the policy where it is not there", async () => {
    expect(await verdictOf([normalised, to(ONE)], [to(ONE)])).toBe("may open");
    const endless = { vars: [{ v: "${vars.v}a" }] };
    const some = rule("set-vars", endless, "req.url.query == ''");
    expect(await verdictOf([rule("set-vars", endless), to(ONE)], [some, to(ONE)])).toBe("may open");
    const ordered = rule("set-vars", { vars: [{ a: "x" }, { b: "${vars.a}y" }] });
    expect(await verdictOf([ordered, to(ONE)], [to(ONE)])).toBe("nothing");
  });
});

describe("a witness of whom an expression decides that cannot be worked out", () => {
  test.each([["req.url.path.size() < 3", "POST https://app.example.com/… from "]])(
    "leaves open what it reads: %s",
    async (undecided, said) => {
      const edit = {
        kind: "by hand",
        before: { declared: app(deny(`${undecided} || req.method == 'POST'`), to(ONE)) },
        after: { declared: app(deny(undecided), to(ONE)) },
      };
      const { exposures } = await judge(edit, 1, 1);
      const [witness] = exposures.flatMap(({ newcomers }) => newcomers.map((one) => one.witness));
      expect(witness).toContain(said);
      expect(witness).toContain("for which the expression");
    },
  );
});
