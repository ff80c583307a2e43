import { describe, expect, test } from "vitest";
import { readPreview } from "../../../cli/review/preview";
import { review } from "../../../cli/review/report";
import { dynamicType, nativeType, PROVIDER_TYPE } from "../../../provider/engine/native/tokens";
import { UNKNOWN } from "../../../provider/family/unknown";
import { created, deleted, type Props, same, state, toPreview, updated, urn } from "../../support/previews";

// Native resources have other types than dynamic ones, and their states contain only declared keys.

const provider = (type: string, name: string) => `urn:pulumi:prod::infra::${type}::${name}::0e5e`;
const DYNAMIC = "pulumi:providers:pulumi-nodejs";

/** Converts a preview or report from dynamic to native resources. */
const toNative = (text: string) =>
  text
    .replaceAll(dynamicType(""), nativeType(""))
    .replaceAll(DYNAMIC, PROVIDER_TYPE)
    .replaceAll("::default::", "::default_0_1_0::");

const withProvider = (name: string): Props => ({ provider: provider(DYNAMIC, name) });
const guard = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const route = (modules: Props) => ({ edgeId: "e_1", matchType: "path_prefix", match: "/", ...modules });

/** One change of each kind, in two accounts. */
const steps = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("HttpsEdge", "web", "e_1", { hostports: ["web.example.com:443"] }),
  updated("HttpsEdgeRoute", "root", "r_1", route(guard), route({})),
  deleted("ReservedDomain", "shop", "rd_1", { domain: "shop.example.com" }),
  deleted("IpPolicy", "taken", "ipp_2", {}, { adopted: true }),
  created(
    "TcpEdge",
    "db",
    { hostports: ["db.example.com:5432"], ipRestriction: UNKNOWN },
    withProvider("default"),
  ),
  created("ApiKey", "key", { description: "deploys", metadata: "[secret]" }, withProvider("staging")),
  created("Endpoint", "api", {
    url: "https://api.example.com",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the service interpolates this string, not JavaScript.
    trafficPolicy: { on_http_request: [{ expressions: ["'${secrets.get('app', 'ops')}' != ''"] }] },
  }),
  same("Vault", "app", "vault_1", { name: "app" }),
  deleted("Secret", "ops", "secret_1", { vaultId: "vault_1", name: "ops" }),
  created("ReservedAddr", "moved", { adoptId: "ra_1" }, withProvider("staging")),
  {
    op: "replace",
    urn: urn("ReservedDomain", "blog"),
    oldState: state("rd_2", { domain: "a.example.com" }),
    newState: state(undefined, { domain: "b.example.com" }, {}),
    replaceReasons: ["domain"],
    diffReasons: ["domain"],
    detailedDiff: { domain: { kind: "update-replace", inputDiff: true } },
  },
];
const text = JSON.stringify({ config: {}, steps, changeSummary: {} });

const reportOf = (preview: string) => review(readPreview(preview, "the test"));

describe("a review of native resources", () => {
  test("equals the review of the same dynamic resources", async () => {
    const dynamic = await reportOf(text);
    const native = await reportOf(toNative(text));
    expect(dynamic.findings.length).toBeGreaterThan(3);
    expect(dynamic.policySecrets).toMatchObject([{ name: "api", secret: "ops", is: "deleted" }]);
    expect(JSON.stringify(native)).toBe(toNative(JSON.stringify(dynamic)));
  });

  test("distinguishes accounts by their Provider resources; the engine's default provider is the default account", () => {
    const { changes } = readPreview(toNative(text), "the test");
    const accounts = changes.map(({ name, after }) => [name, after?.provider]);
    expect(accounts).toContainEqual(["db", undefined]);
    expect(accounts).toContainEqual(["key", "staging"]);
  });

  test("treats a resource that moves from one provider to the other as unchanged", async () => {
    const [office] = steps;
    const moved = {
      ...office,
      urn: toNative(office?.urn ?? ""),
      oldState: { ...office?.oldState, urn: office?.urn },
    };
    const preview = toPreview([moved as never]);
    expect(preview.changes).toMatchObject([{ className: "IpPolicy", name: "office", kind: "same" }]);
    expect((await review(preview)).changes).toEqual([]);
  });
});
