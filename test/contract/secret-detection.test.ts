import { expect, test } from "vitest";
import { hostFor } from "../support/hosted-provider";
import { maskSecrets, unwrap } from "../support/secrets";
import { emulatedAccount } from "../support/test-resources";

/** Values from the service that look like secrets are marked as secret, because no program could have declared them. */

type Props = Record<string, unknown>;

const config = { status_code: 200, body: "db_password=hunter2" };
const POLICY = { on_http_request: [{ actions: [{ type: "custom-response", config }] }] };
const HEADERS = { authorization: "Bearer s3cret-1", cookie: "sid=abcdef", "x-team": "blue" };

const account = () =>
  emulatedAccount({
    seed: {
      "/edges/https": [{ id: "edghts_1", hostports: ["web.example.com:443"] }],
      "/edges/https/edghts_1/routes": [
        {
          id: "edghtsrt_1",
          match_type: "path_prefix",
          match: "/",
          metadata: "token: s3cret-of-somebody",
          request_headers: { add: HEADERS },
          traffic_policy: { enabled: true, value: JSON.stringify(POLICY) },
        },
      ],
    },
  });

test("marks credentials in headers, texts, and policies when reading by id only", async () => {
  const emulator = await account();
  const route = hostFor(emulator).of("HttpsEdgeRoute");
  const { props, inputs } = await route.read("edghts_1/edghtsrt_1", {});
  for (const values of [props, inputs].map(maskSecrets) as Props[]) {
    expect(values.requestHeaders).toMatchObject({
      add: { authorization: "[secret]", cookie: "[secret]", "x-team": "blue" },
    });
    expect(values.metadata).toBe("[secret]");
    expect(values).toMatchObject({ edgeId: "edghts_1", matchType: "path_prefix", match: "/" });
    expect(JSON.stringify(values)).not.toMatch(/s3cret|hunter2/);
  }
});

test("keeps the program's plain values, and marks credentials that were added on the service", async () => {
  const emulator = await account();
  const host = hostFor(emulator);
  const args = { add: { authorization: "Bearer s3cret-2" } };
  const { id, outs } = await host.create("HttpsEdgeRoute", {
    edgeId: "edghts_1",
    matchType: "exact_path",
    match: "/own",
    requestHeaders: args,
  });
  const route = host.of("HttpsEdgeRoute");
  const unchanged = await route.read(id, unwrap(outs) as Props);
  expect((maskSecrets(unchanged.props) as Props).requestHeaders).toMatchObject(args);
  emulator.mutate({
    path: `/edges/https/edghts_1/routes/${id}`,
    set: { request_headers: { add: { ...args.add, "x-api-key": "s3cret-3" } } },
  });
  const drifted = await route.read(id, unwrap(outs) as Props);
  expect((maskSecrets(drifted.props) as Props).requestHeaders).toMatchObject({
    add: { ...args.add, "x-api-key": "[secret]" },
  });
});
