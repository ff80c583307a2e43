import { beforeEach, expect, test, vi } from "vitest";
import type { Emulator } from "../../../emulator";
import { sshPublicKey } from "../../support/crypto";
import { emulatedAccount } from "../../support/ending";
import { type HostedProvider, hostFor } from "../../support/hosted";

type Props = Record<string, unknown>;

let emulator: Emulator;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount();
});

/** Whether another program changes an object, as check and diff of a preview see it. */
async function changes(host: HostedProvider, name: string, id: string, outs: Props, program: Props) {
  const { inputs } = await host.of(name).check(outs, program);
  return (await host.of(name).diff(id, outs, inputs)).changes !== false;
}

test("a destination whose format the service answers in capitals is no drift", async () => {
  const host = hostFor(emulator);
  const program = {
    target: {
      kinesis: {
        auth: { role: { roleArn: "arn:aws:iam::123456789012:role/events" } },
        streamArn: "arn:aws:kinesis:us-east-1:123456789012:stream/a",
      },
    },
  };
  const { id, outs } = await host.create("EventDestination", program);
  emulator.mutate({ path: `/event_destinations/${id}`, set: { format: "JSON" } });
  expect(emulator.objects("/event_destinations")).toMatchObject([{ format: "JSON" }]);
  const { props = {} } = await host.of("EventDestination").read(id, outs);
  expect(await changes(host, "EventDestination", id, props, program)).toBe(false);
});

test("a webhook provider in other letters is no change, and another one is", async () => {
  const host = hostFor(emulator);
  const edge = await host.create("HttpsEdge", {});
  const route = (provider: string) => ({
    edgeId: edge.id,
    matchType: "exact_path",
    match: "/",
    webhookVerification: { provider },
  });
  const { id, outs } = await host.create("HttpsEdgeRoute", route("SNS"));
  expect(await changes(host, "HttpsEdgeRoute", id, outs, route("sns"))).toBe(false);
  expect(await changes(host, "HttpsEdgeRoute", id, outs, route("aws_sns"))).toBe(true);
});

test.each(["Credential", "SshCredential"] as const)(
  "a hostname in other letters in the rules of a %s is no change, and a label in other letters is",
  async (name) => {
    const host = hostFor(emulator);
    const key = name === "SshCredential" ? { publicKey: sshPublicKey("letters") } : {};
    const program = (...acl: string[]) => ({ acl, ...key });
    const { id, outs } = await host.create(name, program("bind:B.example.com", "bind:team=Blue", "*"));
    const changed = (...acl: string[]) => changes(host, name, id, outs, program(...acl));
    expect(await changed("bind:team=Blue", "bind:b.example.com.", "*")).toBe(false);
    expect(await changed("bind:team=blue", "bind:b.example.com", "*")).toBe(true);
    expect(await changed("bind:team=Blue", "bind:c.example.com", "*")).toBe(true);
  },
);

test("SNS in capitals needs no secret", async () => {
  const webhookVerification = { provider: "SNS" };
  const inputs = { edgeId: "edghts_e", matchType: "exact_path", match: "/", webhookVerification };
  const { failures } = await hostFor(emulator).of("HttpsEdgeRoute").check({}, inputs);
  expect(failures).toEqual([]);
});
