import { expect, test } from "vitest";
import { oldNodeReason } from "../../../provider/manifest/node-version";

test.each(["22.19.0", "22.20.1", "24.0.0", "26.1.0"])("accepts Node %s", (version) => {
  expect(oldNodeReason(version)).toBeUndefined();
});

test.each(["18.20.0", "20.20.2", "22.18.9"])("rejects Node %s as too old", (version) => {
  expect(oldNodeReason(version)).toBe(
    `pulumi-tunnel-edge needs Node 22.19 or newer, but runs on ${version}: put a newer node first on PATH`,
  );
});
