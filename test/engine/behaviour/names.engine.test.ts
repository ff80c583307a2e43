import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { edgeModule } from "../../support/faces";
import { RESERVED_NAMES } from "../../support/reserved-names";

/** Names that are unique on the service: domains, hostports, routes. */
let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: RESERVED_NAMES });
});

afterAll(() => account?.close());

const messages = ({ diagnostics, stdout }: Run) =>
  [...diagnostics.map(({ message }) => message), stdout].join("\n");
const write = (body: string) =>
  account.workspace.writeProgram({
    "index.js": `const edge = require("${edgeModule}");\n${body}`,
  });

describe("names", () => {
  test("replaceOnChanges deletes first where the name stays: domains, edges, routes and endpoints", async () => {
    const program = (note: string) => `
      const options = { replaceOnChanges: ["description", "metadata"] };
      new edge.ReservedDomain("domain", { domain: "app.example.com", description: "${note}" }, options);
      const edges = new edge.HttpsEdge("edge", { hostports: ["edge.example.com:443"] });
      new edge.HttpsEdgeRoute("route", { edgeId: edges.id, matchType: "path_prefix", match: "/", metadata: "${note}" }, options);
      new edge.TlsEdge("tls", { hostports: ["tls.example.com:443"], description: "${note}" }, options);
      new edge.Endpoint("cloud", { url: "https://cloud.example.com", trafficPolicy: "{}", description: "${note}" }, options);
    `;
    write(program("before"));
    await account.up();
    write(program("after"));
    const { writes } = await account.up();
    for (const kind of ["/reserved_domains", "/routes", "/edges/tls", "/endpoints"]) {
      const mine = writes
        .filter(({ path }) => path.includes(kind))
        .map(({ method, status }) => [method, status]);
      expect([kind, mine]).toEqual([
        kind,
        [
          ["DELETE", 204],
          ["POST", 201],
        ],
      ]);
    }
    await account.expectSettled();
  });

  test("a hostport moves from one edge to another in one up, whichever is declared first", async () => {
    const program = (one: string[], other: string[]) => `
      new edge.TlsEdge("taker", { hostports: ${JSON.stringify(one)} });
      new edge.TlsEdge("giver", { hostports: ${JSON.stringify(other)} });
      new edge.TcpEdge("tcp", { hostports: [] });
    `;
    write(program([], ["a.example.com:443", "b.example.com:443"]));
    await account.up();
    write(program(["a.example.com:443"], ["b.example.com:443"]));
    await account.up();
    write(program(["a.example.com:443", "b.example.com:443"], []));
    await account.up();
    const held = account.emulator.objects("/edges/tls").map(({ hostports }) => hostports);
    expect(held).toEqual(expect.arrayContaining([[], ["a.example.com:443", "b.example.com:443"]]));
    await account.expectSettled();
  });

  test("a domain that is renamed without an alias is refused with what to do, and that works", async () => {
    write('new edge.ReservedDomain("old", { domain: "renamed.example.com" });');
    await account.up();
    const reserved = () =>
      account.emulator.objects("/reserved_domains").filter(({ domain }) => domain === "renamed.example.com");
    const [domain] = reserved();
    write('new edge.ReservedDomain("new", { domain: "renamed.example.com" });');
    const failed = await account.attempt((workspace) => workspace.up());
    expect(failed.code).not.toBe(0);
    expect(messages(failed)).toContain(
      `renamed.example.com is taken: ReservedDomain ${domain?.id} of this account`,
    );
    expect(messages(failed)).toContain('aliases: [{ name: "<earlier name>" }]');

    write(`new edge.ReservedDomain("new", { domain: "renamed.example.com", adoptId: "${domain?.id}" });`);
    expect((await account.up()).writes).toEqual([]);
    expect(reserved()).toHaveLength(1);
    write(
      'new edge.ReservedDomain("newer", { domain: "renamed.example.com" }, { aliases: [{ name: "new" }] });',
    );
    expect((await account.up()).writes).toEqual([]);
  });
});
