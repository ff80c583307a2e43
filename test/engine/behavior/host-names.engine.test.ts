import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { edgeModule } from "../../support/provider-under-test";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount();
});

afterAll(() => account?.close());

const write = (body: string) =>
  account.workspace.writeProgram({
    // A policy that causes no other warnings.
    "index.js": `const trafficPolicy = { on_http_request: [{ actions: [{ type: "deny" }] }] };\nconst edge = require("${edgeModule}");\nconst pulumi = require("@pulumi/pulumi");\n${body}`,
  });

async function previewWarnings(body: string): Promise<string[]> {
  write(body);
  const { diagnostics }: Run = await account.run((workspace) => workspace.preview());
  return diagnostics.filter(({ severity }) => severity === "warning").map(({ message }) => message.trim());
}

const warningStart = (use: string, at: string, domain: string) =>
  `${use}: ${at} names a hostname that ${domain} of this program reserves, but`;

test("warns once about a hostname in text that the program reserves, with the fix", async () => {
  const found = await previewWarnings(`
    new edge.HttpsEdge("early", { hostports: ["App.example.com.:443", "app.example.com:443"] });
    new edge.ReservedDomain("app", { domain: "app.example.com" });
    new edge.ReservedDomain("wild", { domain: "*.wild.example.com" });
    new edge.TlsEdge("below", { hostports: ["other.example.net:443", "a.wild.example.com:443"] });
    new edge.Endpoint("cloud", { url: pulumi.secret("https://app.example.com"), trafficPolicy });
    new edge.Endpoint("deeper", { url: "https://a.b.wild.example.com", trafficPolicy });
  `);
  expect(found.sort()).toEqual([
    expect.stringContaining(warningStart('Endpoint "cloud"', "url", 'ReservedDomain "app"')),
    expect.stringContaining(warningStart('Endpoint "deeper"', "url", 'ReservedDomain "wild"')),
    expect.stringContaining(warningStart('HttpsEdge "early"', "hostports[0]", 'ReservedDomain "app"')),
    expect.stringContaining(warningStart('TlsEdge "below"', "hostports[1]", 'ReservedDomain "wild"')),
  ]);
  expect(found[2]).toContain('use the output domain of ReservedDomain "app", or set dependsOn.');
  expect(found[3]).toContain('set dependsOn to ReservedDomain "wild", the wildcard that covers it.');
  expect(found.join()).not.toContain("app.example.com");
});

test("doesn't warn about dependencies that the engine knows, other accounts, or unknown hostnames", async () => {
  expect(
    await previewWarnings(`
      const app = new edge.ReservedDomain("app", { domain: "app.example.com" });
      const wild = new edge.ReservedDomain("wild", { domain: "*.example.com" });
      const host = pulumi.interpolate\`\${app.domain}:443\`;
      const first = new edge.HttpsEdge("output", { hostports: [host] });
      const text = { hostports: ["b.example.com:443"] };
      new edge.HttpsEdge("explicit", text, { dependsOn: wild });
      new edge.HttpsEdge("promised", { hostports: ["c.example.com:443"] }, { dependsOn: Promise.resolve([wild]) });
      new edge.HttpsEdge("child", { hostports: ["d.example.com:443"] }, { parent: wild });
      new edge.HttpsEdge("later", { hostports: ["e.example.com:443"], metadata: first.id.apply((id) => id) }, { dependsOn: wild });
      new edge.TlsEdge("indirect", { hostports: ["app.example.com:444"], metadata: first.id });
      new edge.HttpsEdge("unknown", { hostports: [pulumi.interpolate\`\${first.id}.example.com:443\`] });
      const staging = new edge.Provider("staging", { baseUrl: "http://127.0.0.1:9", apiToken: "x" });
      new edge.ReservedDomain("elsewhere", { domain: "app.example.com" }, { provider: staging });
      class Group extends pulumi.ComponentResource {
        constructor() {
          super("app:index:Group", "group");
          this.domain = new edge.ReservedDomain("inner", { domain: "inner.example.net" }, { parent: this });
        }
      }
      new edge.HttpsEdge("component", { hostports: ["inner.example.net:443"] }, { dependsOn: new Group() });
    `),
  ).toEqual([]);
});
