import { expect, test } from "vitest";
import { parseNetwork } from "../../../access/networks";

test.each([
  ["198.51.100.7", "198.51.100.7/32"],
  ["2001:db8::1", "2001:db8::1/128"],
  [" 10.0.0.0/8 ", "10.0.0.0/8"],
  ["10.0.0.0/33", undefined],
  ["fe80::1%eth0/64", undefined],
  ["anywhere", undefined],
])("normalizes the network %j to %j", (text, network) => {
  expect(parseNetwork(text)).toBe(network);
});
