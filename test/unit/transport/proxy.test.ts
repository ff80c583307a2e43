import { describe, expect, test } from "vitest";
import { TransportError } from "../../../provider/transport";
import { displayProxy, proxyFor } from "../../../provider/transport/proxy";

const proxyOriginFor = (url: string, env: Record<string, string>) =>
  proxyFor(new URL(url).origin, env)?.url.origin;

/** From proxy_test.go of golang.org/x/net/http/httpproxy, which the engine's own connections follow. */
describe("as in Go", () => {
  test.each<[Record<string, string>, string, string | undefined]>([
    [{ HTTP_PROXY: "127.0.0.1:8080" }, "http://example.com", "http://127.0.0.1:8080"],
    [{ HTTP_PROXY: "cache.example.com" }, "http://example.com", "http://cache.example.com"],
    [{ HTTP_PROXY: "https://cache.example.com" }, "http://example.com", "https://cache.example.com"],
    [{ HTTP_PROXY: "a.tld", HTTPS_PROXY: "b.tld" }, "http://insecure.tld/", "http://a.tld"],
    [{ HTTP_PROXY: "a.tld", HTTPS_PROXY: "b.tld" }, "https://secure.tld/", "http://b.tld"],
    [{ HTTP_PROXY: "http.proxy.tld" }, "https://secure.tld/", undefined],
    [{}, "http://example.com", undefined],
    [{ NO_PROXY: "example.com", HTTP_PROXY: "proxy" }, "http://example.com/", undefined],
    [{ NO_PROXY: ".example.com", HTTP_PROXY: "proxy" }, "http://example.com/", "http://proxy"],
    [{ NO_PROXY: "ample.com", HTTP_PROXY: "proxy" }, "http://example.com/", "http://proxy"],
    [{ NO_PROXY: "example.com", HTTP_PROXY: "proxy" }, "http://foo.example.com/", undefined],
    [{ NO_PROXY: "example.com.", HTTP_PROXY: "proxy" }, "http://example.com/", undefined],
    [{ NO_PROXY: ".foo.com", HTTP_PROXY: "proxy" }, "http://example.com/", "http://proxy"],
    [{ NO_PROXY: ".示例.com", HTTP_PROXY: "proxy" }, "http://www.示例.com", undefined],
    [{ NO_PROXY: "xn--fsq092h.com", HTTP_PROXY: "proxy" }, "http://www.示例.com", undefined],
    [{ NO_PROXY: "示例.com", HTTP_PROXY: "proxy" }, "http://www.xn--fsq092h.com", undefined],
    [{ NO_PROXY: ":1", HTTP_PROXY: "proxy" }, "http://example.com", "http://proxy"],
    [{ http_proxy: "proxy", no_proxy: "example.com" }, "http://example.com", undefined],
    [{ https_proxy: "proxy" }, "https://example.com", "http://proxy"],
  ])("with %j, %s is reached via %s", (env, url, proxy) => {
    expect(proxyOriginFor(url, env)).toBe(proxy);
  });

  const NO_PROXY =
    "foobar.com, .barbaz.net, *.wildcard.io, 192.168.1.1, 192.168.1.2:81, 192.168.1.3:80, 10.0.0.0/30, 2001:db8::52:0:1, [2001:db8::52:0:2]:443, [2001:db8::52:0:3]:80, 2002:db8:a::45/64";

  test.each([
    ["localhost", false],
    ["127.0.0.1", false],
    ["[::1]", false],
    ["[::2]", true],
    ["192.168.1.1", false],
    ["192.168.1.2", true],
    ["192.168.1.3", false],
    ["10.0.0.2", false],
    ["[2001:db8::52:0:2]", true],
    ["[2001:db8::52:0:3]", false],
    ["[2002:db8:a::123]", false],
    ["barbaz.net", true],
    ["www.barbaz.net", false],
    ["foobar.com", false],
    ["foofoobar.com", true],
    ["nested.wildcard.io", false],
  ])("%s uses the proxy: %s", (host, isProxied) => {
    const url = `http://${host}:80`;
    expect(proxyOriginFor(url, { HTTP_PROXY: "http://proxy", NO_PROXY }) !== undefined).toBe(isProxied);
    expect(proxyOriginFor(url, { HTTP_PROXY: "http://proxy", NO_PROXY: "nowhere, *" })).toBeUndefined();
  });
});

test("subdomains of localhost bypass the proxy", () => {
  expect(proxyOriginFor("http://api.localhost:4556", { HTTP_PROXY: "http://proxy" })).toBeUndefined();
});

test("a lowercase variable takes precedence; an empty one is ignored", () => {
  expect(proxyOriginFor("https://a.example", { https_proxy: "one", HTTPS_PROXY: "two" })).toBe("http://one");
  expect(proxyOriginFor("https://a.example", { https_proxy: "", HTTPS_PROXY: "two" })).toBe("http://two");
});

test.each(["10.0.0.0/33", "10.0.0.0/8/8", "/", "[", "[::1", "%", "a b:c", "*.", "."])(
  "ignores the invalid NO_PROXY entry %j",
  (entry) => {
    expect(proxyOriginFor("https://10.1.2.3", { HTTPS_PROXY: "proxy", NO_PROXY: entry })).toBe(
      "http://proxy",
    );
    expect(proxyOriginFor("https://a.example", { HTTPS_PROXY: "proxy", NO_PROXY: entry })).toBe(
      "http://proxy",
    );
  },
);

test.each(["socks5://hunter2@proxy", "http://", "http://hunter2:%zz@proxy", "hunter2 proxy"])(
  "rejects the invalid proxy address %j without repeating it",
  (address) => {
    const run = () => proxyOriginFor("https://a.example", { HTTPS_PROXY: address });
    expect(run).toThrow(TransportError);
    expect(run).toThrow(/^HTTPS_PROXY must be the address of an http or https proxy/);
    expect(run).not.toThrow(/hunter2/);
  },
);

test("a proxy is shown without its credentials", () => {
  const proxy = proxyFor("https://a.example", { HTTPS_PROXY: "http://user:hunter2@proxy:3128" });
  expect(proxy && displayProxy(proxy)).toBe("the proxy http://proxy:3128 from HTTPS_PROXY");
});
