import { describe, expect, test } from "vitest";
import { ANSWER, deny, edited, findExposure, reviewVerdict, rule, setVars } from "../../support/policies";

const verdict = (before: readonly object[], after: readonly object[]) =>
  reviewVerdict([...before, ANSWER], [...after, ANSWER]);

describe("a constant expression", () => {
  test.each(["1 == 2", "'a'.startsWith('b')", "!(1 + 1 == 2)", "['a', 'b'].size() == 3"])(
    "is evaluated: %s",
    async (expression) => {
      expect(await verdict([deny("true")], [deny(expression)])).toBe("opens");
      expect(await verdict([deny("true")], [deny(`!(${expression})`)])).toBe("same");
    },
  );

  test.each(["1 / 0 == 1", "[1, 2][5] == 1", "{'a': 1}['b'] == 1"])(
    "fails for every request: %s",
    async (expression) => {
      expect(await verdict([deny("true")], [deny(expression)])).toBe("opens");
      expect(await verdict([deny("true")], [deny(expression), deny(`!(${expression})`)])).toBe("opens");
      expect(await verdict([deny(`!(${expression})`)], [deny()])).toBe("closes");
    },
  );

  test.each([
    ["hash.md5('a') == 'b'", "opens"],
    ["timestamp('2024-02-30T00:00:00Z') == timestamp('2024-03-01T00:00:00Z')", "opens"],
    ["duration('1us') < duration('1s')", "same"],
  ])("is evaluated like in the emulator: %s", async (expression, expected) => {
    expect(await verdict([deny("true")], [deny(expression)])).toBe(expected);
  });
});

test("reads cookie values in both spellings", async () => {
  const spellings = ["getReqCookie('s').value == '1'", "req.cookies['s'][0].value == '1'"] as const;
  for (const text of spellings) {
    const change = edited([deny()], [deny("!hasReqCookie('s')"), deny(`!(${text})`), ANSWER]);
    const exposure = await findExposure([change]);
    expect(exposure?.isCertain).toBe(true);
    expect(exposure?.openings[0]?.client?.headers).toEqual({ cookie: ["s=1"] });
  }
  expect(await verdict([deny(spellings[0])], [deny(spellings[1])])).toBe("same");
});

test.each<[string, readonly object[]]>([
  ["a bool", [setVars({ team: false }), deny("vars.team")]],
  ["a number", [setVars({ team: 2 }), deny("vars.team > 2")]],
  ["a list", [setVars({ team: ["red", "blue"] }), deny("'red' in vars.team")]],
])("leaves a variable that isn't a string undecided: %s", async (_, after) => {
  expect(await verdict([deny()], after)).toBe("opens, perhaps");
});

test("treats a redirect of a path prefix as definite unless its target has the same prefix", async () => {
  const redirect = (to: string) => rule("redirect", { from: "/admin(.*)", to });
  expect(await verdict([redirect("https://example.org/")], [])).toBe("opens");
  expect(await verdict([redirect("/admin/new")], [])).toBe("opens, perhaps");
});
