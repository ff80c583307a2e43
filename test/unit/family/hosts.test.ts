import { expect, test } from "vitest";
import { reservesHost, servesHost } from "../../../provider/family/hosts";

test.each([
  ["app.example.com", "app.example.com:443", true],
  ["App.Example.com.", "https://app.example.com", true],
  ["app.example.com", "tls://APP.example.com.:8443/path", true],
  ["example.com", "app.example.com:443", false],
  ["*.example.com", "app.example.com:443", true],
  ["*.example.com", "*.example.com:443", true],
  ["*.example.com", "one.app.example.com:443", true],
  ["*.example.com", "*.app.example.com:443", false],
  ["*.example.com", "example.com:443", false],
  ["1.tcp.example.com:20000", "1.tcp.example.com:20000", true],
  ["1.tcp.example.com:20000", "tcp://1.tcp.example.com:20000", true],
  ["1.tcp.example.com:20000", "1.tcp.example.com:20001", false],
  ["", "app.example.com:443", false],
  ["app.example.com", "", false],
])("finds whether %o reserves %o: %o", (reserved, used, expected) => {
  expect(reservesHost(reserved, used)).toBe(expected);
});

test.each([
  ["app.example.com", "app.example.com", true],
  ["*.example.com", "*.example.com", true],
  ["*.example.com", "app.example.com", true],
  ["*.example.com", "one.app.example.com", true],
  ["*.example.com", "example.com", false],
  ["app.example.com", "*.example.com", false],
])("finds whether %o serves %o: %o", (served, requested, expected) => {
  expect(servesHost(served, requested)).toBe(expected);
});
