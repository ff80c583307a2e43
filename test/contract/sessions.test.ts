import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { confirm, EXIT, isInteractive } from "../../cli/common";
import { sessionsCommand } from "../../cli/sessions/command";
import type { Emulator } from "../../emulator";
import { runCommand, stubAccount } from "../support/command";
import { formatCalls } from "../support/lifecycle";
import { selectWrites } from "../support/requests";
import { emulatedAccount } from "../support/test-resources";

/** `tunnel-edge sessions`, in this process. */

const SESSIONS = "/app/sessions";
const APP = "https://app.example.com";
const WIKI = "https://wiki.example.com";

let emulator: Emulator;
let stdout: string;
let stderr: string;

beforeEach(async () => {
  emulator = await emulatedAccount({
    pageSize: 2,
    seed: {
      "/app/users": [
        { id: "au_ann", email: "ann@example.com", username: "ann", name: "Ann" },
        { id: "au_bob", email: "bob@example.com", username: "bob", name: "Bob" },
      ],
      [SESSIONS]: [
        { id: "as_1", application_user_id: "au_ann", public_url: APP, last_active: "2026-11-01T00:00:00Z" },
        { id: "as_2", application_user_id: "au_ann", public_url: WIKI, last_active: "2026-11-03T00:00:00Z" },
        { id: "as_3", application_user_id: "au_bob", public_url: APP, last_active: "2026-11-02T00:00:00Z" },
        { id: "as_4", public_url: APP, last_active: "2026-10-01T00:00:00Z" },
      ],
    },
  });
  stubAccount(emulator);
});

async function sessions(...args: string[]): Promise<number> {
  const result = await runCommand(sessionsCommand(), ...args);
  ({ stdout, stderr } = result);
  return result.code;
}

const remaining = () =>
  emulator
    .objects(SESSIONS)
    .map(({ id }) => id)
    .sort();
const writes = () => formatCalls(selectWrites(emulator.requests()));
const outcomes = () =>
  Object.fromEntries(
    JSON.parse(stdout).map(({ session, outcome }: Record<string, string>) => [session, outcome]),
  );

describe("list", () => {
  test("prints users and URLs, the most recently active session first", async () => {
    expect(await sessions("list")).toBe(EXIT.fine);
    const [head, ...rows] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^SESSION +USER +URL +IP +BROWSER +LAST ACTIVE +EXPIRES$/);
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 3))).toEqual([
      ["as_2", "ann@example.com", WIKI],
      ["as_3", "bob@example.com", APP],
      ["as_1", "ann@example.com", APP],
      ["as_4", "-", APP],
    ]);
    expect(rows[0]).toMatch(/203\.0\.113\.30 +Chrome 140 Linux +2026-11-03T00:00:00Z +20/);
  });

  test("prints JSON, with null for a session without a user", async () => {
    emulator.mutate({ path: "/app/users/au_bob", delete: true });
    expect(await sessions("list", "--url", APP, "--json")).toBe(EXIT.fine);
    const [third, first, fourth] = JSON.parse(stdout);
    const person = { email: "ann@example.com", name: "Ann", username: "ann", identityProvider: "Google" };
    const activity = { ip: "203.0.113.30", country: "", lastActive: "2026-11-01T00:00:00Z" };
    expect(first).toMatchObject({ id: "as_1", url: APP, user: { id: "au_ann", ...person }, ...activity });
    expect(third).toMatchObject({ id: "as_3", user: { id: "au_bob", email: "" } });
    expect(fourth).toMatchObject({ id: "as_4", user: null });
  });

  test.each([
    ["--user ANN@example.com", "as_1 as_2"],
    ["--user au_bob ann", "as_1 as_2 as_3"],
    [`--user ann --url ${WIKI}`, "as_2"],
    ["--session as_4 as_3", "as_3 as_4"],
    ["--user ", ""],
    ["--url ", ""],
  ])("selects by %j", async (args, ids) => {
    expect(await sessions("list", "--json", ...args.split(" "))).toBe(EXIT.fine);
    const found = JSON.parse(stdout).map(({ id }: { id: string }) => id);
    expect(found.sort().join(" ")).toBe(ids);
  });

  test("distinguishes an account without sessions from a filter without matches", async () => {
    await sessions("list", "--user", "nobody");
    expect(stdout).toBe("no session matches\n");
    for (const id of remaining()) emulator.mutate({ path: `${SESSIONS}/${id}`, delete: true });
    await sessions("list");
    expect(stdout).toBe("there are no sessions\n");
  });

  test("escapes control characters from browsers and identity providers", async () => {
    const email = "\u001b[2J@example.com";
    emulator.seed({
      "/app/users": [{ id: "au_x", email }],
      [SESSIONS]: [{ id: "as_x", application_user_id: "au_x", public_url: "https://x.example.com\r\nas_1" }],
    });
    await sessions("list", "--session", "as_x");
    expect(stdout).not.toContain("\u001b");
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    await sessions("list", "--session", "as_x", "--json");
    expect(stdout).not.toContain("\u001b");
    expect(JSON.parse(stdout)[0].user.email).toBe(email);
  });
});

describe("end", () => {
  test("ends the sessions of a user and no others", async () => {
    expect(await sessions("end", "--user", "ann@example.com", "--yes")).toBe(EXIT.fine);
    expect(remaining()).toEqual(["as_3", "as_4"]);
    expect(writes()).toEqual([`DELETE ${SESSIONS}/as_2`, `DELETE ${SESSIONS}/as_1`]);
    expect(stdout).toMatch(/^SESSION +OUTCOME +USER +URL\nas_2 +ended +ann@example\.com/);
    expect(stderr).toBe("");
    expect(emulator.objects("/app/users")).toHaveLength(2);
  });

  test("ends all sessions only on request", async () => {
    expect(await sessions("end", "--yes")).toBe(EXIT.usage);
    expect(stderr).toContain("--all");
    expect(await sessions("end", "--all", "--user", "ann", "--yes")).toBe(EXIT.usage);
    expect(stderr).toContain("cannot be used with");
    expect(writes()).toEqual([]);
    expect(await sessions("end", "--all", "--yes", "--json")).toBe(EXIT.fine);
    expect(outcomes()).toEqual({ as_1: "ended", as_2: "ended", as_3: "ended", as_4: "ended" });
    expect(remaining()).toEqual([]);
    expect(await sessions("end", "--all", "--yes")).toBe(EXIT.fine);
    expect(stdout).toBe("there are no sessions\n");
  });

  test("ends no session without --yes if there is no terminal", async () => {
    expect(await sessions("end", "--session", "as_1")).toBe(EXIT.usage);
    expect(stderr).toContain("end them with --yes");
    expect(emulator.requests()).toEqual([]);
  });

  test("lists the sessions in a dry run without ending them", async () => {
    expect(await sessions("end", "--user", "ann", "--dry-run")).toBe(EXIT.fine);
    expect(stdout).toMatch(/as_1 +to be ended +ann@example\.com +https:\/\/app\.example\.com/);
    expect(stdout).toContain("no session was ended: run the command without --dry-run");
    expect(await sessions("end", "--session", "as_1", "as_9", "--dry-run", "--json")).toBe(EXIT.findings);
    expect(outcomes()).toEqual({ as_1: "to be ended", as_9: "not found" });
    expect(writes()).toEqual([]);
  });

  test("ends the other sessions if one is missing, and names it", async () => {
    expect(await sessions("end", "--session", "as_1", "as_9", "as_9", "--yes", "--json")).toBe(EXIT.findings);
    const user = expect.objectContaining({ id: "au_ann" });
    const missing = {
      outcome: "not found",
      detail: "the account has no such session",
      url: null,
      user: null,
    };
    expect(JSON.parse(stdout)).toEqual([
      { session: "as_1", outcome: "ended", detail: "", url: APP, user },
      { session: "as_9", ...missing },
    ]);
    expect(await sessions("end", "--user", "nobody@example.com", "--yes")).toBe(EXIT.findings);
    expect(stdout).toBe("no session matches\n");
  });

  test.each([
    // The session has ended in the meantime.
    [404, EXIT.fine, { as_2: "ended", as_1: "ended" }],
    [409, EXIT.failed, { as_2: "failed", as_1: "ended" }],
    // The next request would fail as well.
    [403, EXIT.failed, { as_2: "failed", as_1: "not started" }],
  ])("after response %i, exits with %i: %j", async (status, code, expected) => {
    emulator.faults({ on: `DELETE ${SESSIONS}/as_2`, status });
    expect(await sessions("end", "--user", "ann", "--yes", "--json")).toBe(code);
    expect(outcomes()).toEqual(expected);
    expect(writes()).toHaveLength(expected.as_1 === "not started" ? 1 : 2);
    expect(stdout).not.toContain(emulator.token);
  });

  test("reports the error of each session that it could not end", async () => {
    emulator.faults({ on: `DELETE ${SESSIONS}/as_2`, status: 409 });
    await sessions("end", "--user", "ann", "--yes");
    expect(stdout).toMatch(/as_2 +failed[\s\S]*as_1 +ended[\s\S]*\nas_2: DELETE \/app\/sessions\/as_2: 409/);
  });

  test("fails on a service without sessions", async () => {
    stubAccount(await emulatedAccount({ reference: true }));
    expect(await sessions("end", "--all", "--yes")).toBe(EXIT.failed);
    expect(stderr).toContain("GET /app/sessions");
  });
});

describe("a confirmation", () => {
  const terminal = (answer: string) => {
    const input = new PassThrough();
    input.end(answer);
    const output = new PassThrough();
    return { confirmed: confirm("End them?", input, output), readPrompt: () => String(output.read()) };
  };

  test.each(["y\n", " YES \n", "yes"])("is %j", async (answer) => {
    const { confirmed, readPrompt } = terminal(answer);
    expect(await confirmed).toBe(true);
    expect(readPrompt()).toBe("End them? [y/N] ");
  });

  test.each(["no\n", "\n", "yesterday\n", "", "\ny\n"])("is not %j", async (answer) => {
    expect(await terminal(answer).confirmed).toBe(false);
  });

  test("is requested only if stdin and stdout are terminals", () => {
    expect(isInteractive({ isTTY: true }, { isTTY: true })).toBe(true);
    expect(isInteractive({ isTTY: false }, { isTTY: true })).toBe(false);
    expect(isInteractive({ isTTY: true }, { isTTY: false })).toBe(false);
  });
});
