import { expect, test } from "vitest";
import { type Props, reviewOf, updated } from "../../support/previews";

/** Changes of whom nobody can say that they let in somebody. */

const forward = { type: "forward-internal", config: { url: "https://agent.internal" } };
const http = (...actions: readonly object[]) => ({ on_http_request: [{ actions }] });
const unseen = { type: "restrict-ips", config: { ip_policies: ["ipp_of_others"] } };
const password = { type: "basic-auth", config: { credentials: ["ann:password1"] } };

async function openingsOf(url: string, was: object, is: object) {
  const at = (trafficPolicy: object): Props => ({ url, trafficPolicy });
  const { findings } = await reviewOf([updated("Endpoint", "app", "ep_1", at(was), at(is))]);
  return findings
    .filter(({ rule }) => rule.startsWith("exposure-"))
    .map(({ rule, message }) => [rule, message.replace(/^.*; not certain, since /, "")]);
}

const APP = "https://app.example.com";

test("rules of an IP policy that cannot be seen may let in nobody", async () => {
  expect(await openingsOf(APP, http({ type: "deny" }), http(unseen, forward))).toEqual([
    ["exposure-may-open", "rules of an IP policy cannot be seen, and may let in nobody"],
  ]);
  // What else keeps out goes: whomever they let in gets in.
  expect(
    (await openingsOf(APP, http(password, unseen, forward), http(unseen, forward))).map(([rule]) => rule),
  ).toEqual(["exposure-opens"]);
  // A password that cannot be seen lets in who has it.
  const hidden = { type: "basic-auth", config: { credentials: ["[secret]"] } };
  expect(
    (await openingsOf(APP, http({ type: "deny" }), http(hidden, forward))).map(([rule]) => rule),
  ).toEqual(["exposure-opens"]);
});

test.each(["http://app.example.com", "tcp://app.example.com:443"])(
  "what becomes of TLS that is ended where there is none, is not told: %s",
  async (url) => {
    const ending = {
      on_tcp_connect: [{ actions: [{ type: "terminate-tls", config: { min_version: "1.3" } }] }],
    };
    const open = url.startsWith("http:")
      ? http(forward)
      : { on_tcp_connect: [{ actions: [{ type: "log" }] }] };
    const [[rule] = []] = await openingsOf(url, { ...open, ...ending }, open);
    expect(rule).toBe("exposure-may-open");
  },
);
