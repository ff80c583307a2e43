import { beforeEach, describe, expect, test } from "vitest";
import { managed, resources } from "../../../provider/families";
import type { Field } from "../../../provider/family/field";
import type { ResourceFamily } from "../../../provider/family/resource";
import type { ManagedFamily } from "../../../provider/lifecycle";
import { canReference } from "../../../provider/lifecycle/values/references";
import { samples } from "../../samples";
import { authorityPem } from "../../support/crypto";
import { type BareAccount, formatCalls, openBareAccount } from "../../support/lifecycle";

type Props = Record<string, unknown>;

let bare: BareAccount;

beforeEach(async () => {
  bare = await openBareAccount();
  since = 0;
});

const create = async (className: string, inputs: Props) => {
  const { inputs: checked, failures } = bare.of(className).check({}, inputs);
  expect(failures).toEqual([]);
  const { id, state } = await bare.of(className).create(bare.account, checked);
  return { className, id, state, remove: () => bare.of(className).delete(bare.account, id, state) };
};

/** Delays the responses to matching requests, so that other requests arrive in between. */
const delay = (on: string, latencyMs = 600) => bare.emulator.faults({ on, latencyMs });

/** Number of the last request that `writes` has seen. */
let since = 0;
/** Returns the writes since the last call, each with its status. */
function writes(): string[] {
  const calls = bare.emulator.requests({ since }).filter(({ method }) => method !== "GET");
  since = bare.emulator.requests().at(-1)?.n ?? 0;
  return calls.map(({ method, path, status }) => `${method} /${path.split("/")[1]} ${status}`);
}

describe("a deletion that is rejected because the object is in use", () => {
  test.each([
    ["TlsEdge", { hostports: ["one.example.com:443"] }, "edges"],
    ["Endpoint", { url: "https://one.example.com", trafficPolicy: "{}" }, "endpoints"],
  ])("waits for the deletion of the %s that uses it", async (userClass, inputs, path) => {
    const domain = await create("ReservedDomain", { domain: "*.example.com" });
    const user = await create(userClass, inputs);
    delay(`DELETE /${path}/*`);
    writes();
    await Promise.all([domain.remove(), user.remove()]);
    const lines = writes();
    // Retried immediately, after the other deletion, and at intervals, because not all users of an object are known.
    expect(lines.filter((line) => line.includes("400")).length).toBeLessThanOrEqual(3);
    expect(lines.at(-1)).toBe("DELETE /reserved_domains 204");
  });

  test("waits for an update that removes the reference, and for the deletion of a module", async () => {
    const backend = await create("TunnelGroupBackend", { labels: { app: "web" } });
    const weighted = await create("WeightedBackend", { backends: { [backend.id]: 1 } });
    delay("PATCH /backends/*");
    // The engine calls diff before it deletes.
    bare.of("WeightedBackend").diff(weighted.id, weighted.state, {});
    await Promise.all([
      backend.remove(),
      bare.of("WeightedBackend").update(bare.account, weighted.id, weighted.state, {}),
    ]);
    expect(bare.emulator.objects("/backends/tunnel_group")).toEqual([]);

    const routed = await create("TunnelGroupBackend", { labels: { app: "web" } });
    const module = { edgeId: "edghts_1", routeId: "edghtsrt_1", backendId: routed.id };
    bare.emulator.seed({
      "/edges/https": [{ id: "edghts_1" }],
      "/edges/https/edghts_1/routes": [
        { id: "edghtsrt_1", match_type: "exact_path", match: "/", backend: { backend_id: routed.id } },
      ],
    });
    delay("DELETE */backend");
    await Promise.all([
      routed.remove(),
      bare.of("HttpsEdgeRouteBackend").delete(bare.account, "edghts_1/edghtsrt_1/backend", module),
    ]);
    expect(bare.emulator.objects("/backends/tunnel_group")).toEqual([]);
  });

  test("is sent once if no other operation is running", async () => {
    const domain = await create("ReservedDomain", { domain: "app.example.com" });
    const edge = await create("TlsEdge", { hostports: ["APP.example.com.:443"] });
    writes();
    await expect(domain.remove()).rejects.toThrow(
      new RegExp(
        `ERR_NGROK_446.*it is used by TlsEdge ${edge.id} \\(hostports\\)\\. Delete them.*--target-dependents`,
        "s",
      ),
    );
    expect(writes()).toEqual(["DELETE /reserved_domains 400"]);
    expect(bare.lines).toEqual([]);
  });

  test("doesn't wait for another rejected deletion", async () => {
    const domains = await Promise.all(
      ["a", "b"].map((name) => create("ReservedDomain", { domain: `${name}.example.com` })),
    );
    await create("TlsEdge", { hostports: ["a.example.com:443", "b.example.com:443"] });
    const outcomes = await Promise.allSettled(domains.map(({ remove }) => remove()));
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  test("is recognized even by an unknown error code, but not by a code with another meaning", async () => {
    const domain = await create("ReservedDomain", { domain: "app.example.com" });
    const edge = await create("TlsEdge", { hostports: ["app.example.com:443"] });
    bare.emulator.faults([{ on: "DELETE /reserved_domains/*", code: 9876 }]);
    await expect(domain.remove()).rejects.toThrow(`it is used by TlsEdge ${edge.id}`);
    bare.emulator.faults([{ on: "DELETE /reserved_domains/*", code: 458 }]);
    const calls = await bare.recordCalls(() => expect(domain.remove()).rejects.toThrow("458"));
    expect(formatCalls(calls)).toEqual([`DELETE /reserved_domains/${domain.id}`]);
  });

  test("reports the service's error if the lists cannot be read", async () => {
    const domain = await create("ReservedDomain", { domain: "app.example.com" });
    await create("TlsEdge", { hostports: ["app.example.com:443"] });
    bare.emulator.faults({ on: "GET *", status: 403 });
    await expect(domain.remove()).rejects.toThrow("ERR_NGROK_446");
    await expect(domain.remove()).rejects.not.toThrow("it is used by");
  });

  test("reports the users even if an unrelated object has no id", async () => {
    const using = { id: "edghtsrt_2", backend: { backend_id: "bkdtg_1" } };
    bare.emulator.seed({ "/backends/tunnel_group": [{ id: "bkdtg_1" }] });
    bare.emulator.faults([
      { on: "DELETE *", code: 1420 },
      {
        on: "GET /edges/https",
        kind: "custom",
        status: 200,
        body: { https_edges: [{ id: "edghts_1", routes: [{ match: "/" }, using] }] },
      },
    ]);
    await expect(bare.of("TunnelGroupBackend").delete(bare.account, "bkdtg_1", {})).rejects.toThrow(
      "it is used by HttpsEdgeRoute edghtsrt_2 (backend.backendId)",
    );
  });

  test("reports at most five users, with the property that refers to the object", async () => {
    const weighted = { id: "bkdwd_1", backends: { bkdtg_1: 1 } };
    const mutual_tls = { certificate_authority_ids: ["ca_1"] };
    bare.emulator.seed({
      "/backends/tunnel_group": [{ id: "bkdtg_1" }],
      "/backends/weighted": [weighted],
      "/edges/tls": Array.from({ length: 7 }, (_, n) => ({ id: `edgtls_${n}`, mutual_tls })),
      "/certificate_authorities": [{ id: "ca_1", ca_pem: authorityPem("ca") }],
    });
    bare.emulator.faults([{ on: "DELETE *", code: 1420 }]);
    const deletion = (name: string, id: string) => bare.of(name).delete(bare.account, id, {});
    await expect(deletion("TunnelGroupBackend", "bkdtg_1")).rejects.toThrow(
      "WeightedBackend bkdwd_1 (backends)",
    );
    await expect(deletion("CertificateAuthority", "ca_1")).rejects.toThrow(
      /used by (TlsEdge edgtls_\d \(mutualTls\.certificateAuthorityIds\),? ){5}and 2 more\./,
    );
  });
});

describe("a request that is rejected because a name is not reserved", () => {
  test("waits for the creation of the domain that covers it", async () => {
    delay("POST /reserved_domains");
    await Promise.all([
      create("TlsEdge", { hostports: ["one.example.com:443"] }),
      create("ReservedDomain", { domain: "*.example.com" }),
    ]);
    expect(writes().slice(-1)).toEqual(["POST /edges 201"]);
    expect(bare.emulator.objects("/edges/tls")).toHaveLength(1);
  });

  test("does not wait for the certificate of the domain", async () => {
    const { account } = bare;
    const certificateWait = Promise.withResolvers<void>();
    const waiting = { ...account, sleep: () => certificateWait.promise };
    const domain = bare.of("ReservedDomain").create(waiting, {
      domain: "app.example.com",
      certificateManagementPolicy: {},
      waitForCertificate: true,
    });
    delay("POST /reserved_domains", 200);
    await create("TlsEdge", { hostports: ["app.example.com:443"] });
    expect(bare.emulator.objects("/edges/tls")).toHaveLength(1);
    bare.emulator.clock({ advance: 60 });
    certificateWait.resolve();
    await domain;
  });

  test("waits for the domain of an endpoint's URL", async () => {
    delay("POST /reserved_domains");
    await Promise.all([
      create("Endpoint", { url: "https://app.example.com", trafficPolicy: "{}" }),
      create("ReservedDomain", { domain: "app.example.com" }),
    ]);
    const lines = writes();
    expect([lines[0], lines.at(-1)]).toEqual(["POST /endpoints 400", "POST /endpoints 201"]);
  });

  test("is reported after the grace period if nothing else is running", async () => {
    const failure = create("TlsEdge", { hostports: ["app.example.com:443"] });
    await expect(failure).rejects.toThrow(/ERR_NGROK_7117.*declare a ReservedDomain/s);
    expect(writes()).toEqual(["POST /edges 400"]);
  });

  test("removes nothing from an edge to make the update succeed", async () => {
    const policy = await create("IpPolicy", {});
    const upstream = { tlsTermination: { terminateAt: "upstream" } };
    const edge = await create("TlsEdge", { ...upstream, trafficPolicy: { value: "{}" } });
    writes();
    const ipRestriction = { ipPolicyIds: [policy.id] };
    const news = { ...upstream, hostports: ["app.example.com:443"], ipRestriction };
    await expect(bare.of("TlsEdge").update(bare.account, edge.id, edge.state, news)).rejects.toThrow("7117");
    expect(writes()).toEqual(["PATCH /edges 400"]);
  });
});

test("an address is used only by the edge that serves its port", async () => {
  bare.emulator.seed({
    "/reserved_addrs": [{ id: "ra_1", addr: "1.tcp.example.com:20000" }],
    "/edges/tcp": [
      { id: "edgtcp_1", hostports: ["1.tcp.example.com:20000"] },
      { id: "edgtcp_2", hostports: ["1.tcp.example.com:20001"] },
    ],
  });
  bare.emulator.faults([{ on: "DELETE *", code: 446 }]);
  const deletion = bare.of("ReservedAddr").delete(bare.account, "ra_1", { addr: "1.tcp.example.com:20000" });
  await expect(deletion).rejects.toThrow("it is used by TcpEdge edgtcp_1 (hostports). ");
});

test("references include every class that samples refer to by id, and each that reserves hosts", () => {
  const referenced = Object.entries(samples).flatMap(([name, sample]) => {
    const { inputs: shape, ...family } = managed.find(
      (candidate) => candidate.name === name,
    ) as ManagedFamily;
    const { pathKeys = [] } = family as Partial<ResourceFamily>;
    const inputs = sample.full({ id: (className) => `id of ${className}`, unique: "order" });
    const ownInputs = Object.entries(inputs).filter(
      ([key]) => !pathKeys.includes(key) && !isParentId(shape[key]),
    );
    return [...JSON.stringify(ownInputs).matchAll(/id of (\w+)/g)].map(([, className]) => className);
  });
  const reserving = Object.keys(samples).filter((name) => /^Reserved/.test(name));
  const referable = resources.filter((target) => managed.some((family) => canReference(family, target)));
  expect(referable.map(({ name }) => name)).toEqual(expect.arrayContaining([...referenced, ...reserving]));
});

/** True if an input refers to the parent, with which the object is deleted. */
const isParentId = (field: Field | undefined) =>
  field?.meta.refersTo !== undefined && "partOf" in field.meta.refersTo;
