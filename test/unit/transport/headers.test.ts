import { describe, expect, test } from "vitest";
import { checkedHeaders, secretHeaderParts } from "../../../provider/transport/headers";

describe("extra headers", () => {
  test.each([
    ["Authorization", "Bearer x", /header "authorization" comes from the API token/],
    ["Content-Length", "5", /is set for each request/],
    ["bad name", "x", /is not a valid header name/],
    ["x-ok", "secret\r\nx-evil: 1", /line breaks/],
  ])("rejects %s without quoting its value", (name, value, message) => {
    const attempt = () => checkedHeaders({ [name]: value });
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(/secret|Bearer/);
  });

  test("treats values as secrets, except versions", () => {
    const parts = secretHeaderParts({
      "ngrok-version": "2",
      "x-api": "2024-01-01",
      "x-auth": "Basic dXNlcjpwYXNz",
    });
    expect(parts).toEqual(["Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"]);
  });
});
