import { describe, expect, test } from "vitest";
import { BaseUrl } from "../../../provider/transport/base-url";

describe("base URL", () => {
  test.each([
    ["https://api.example.com", ""],
    ["https://api.example.com/", ""],
    ["https://api.example.com/v1", "/v1"],
    [" https://api.example.com/v1// ", "/v1"],
  ])("%j has the path prefix %j", (base, prefix) => {
    const { origin, displayed, ...parts } = new BaseUrl(base);
    expect(parts.prefix).toBe(prefix);
    expect(displayed).toBe(origin + prefix);
  });

  test.each([
    "",
    "  ",
    "ak_secret-in-the-wrong-place",
    "ftp://x.example",
    "https://user:pw@x.example",
    "https://x.example/?key=pw",
    "https://x.example/#pw",
  ])("rejects %j without quoting it", (text) => {
    const attempt = () => new BaseUrl(text);
    expect(attempt).toThrow(/tunnel-edge:/);
    expect(attempt).not.toThrow(/secret-in|pw/);
  });

  test.each([
    ["http://127.0.0.1:80", false],
    ["http://localhost", false],
    ["http://[::1]:8080", false],
    ["https://api.example.com", false],
    ["http://api.example.com", true],
    ["http://127.evil.example", true],
  ])("%s exposes the token: %s", (text, exposed) => {
    expect(new BaseUrl(text).isUnencrypted).toBe(exposed);
  });

  test("takes only path and query from links, whatever their host", () => {
    const base = new BaseUrl("https://x.example/v1");
    expect(base.localPath("https://x.example/v1/a?b=c")).toBe("/a?b=c");
    expect(base.localPath("/v1/a")).toBe("/a");
    expect(base.localPath("https://x.example/a")).toBe("/a");
    expect(base.localPath("https://y.example/v1/a")).toBe("/a");
    expect(base.localPath("//y.example/v1/a?b=c")).toBe("/a?b=c");
    expect(base.localPath("http://x.example/v1x/a")).toBe("/v1x/a");
    expect(base.localPath("http://[")).toBeUndefined();
  });
});
