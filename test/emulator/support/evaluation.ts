import type { Emulator, Evaluation, Question, Seed } from "../../../emulator/index";
import { startClient } from "./client";

const URL_OF_APP = "https://app.example.com/";

/** Starts an account with an agent's endpoint that has a traffic policy. */
export const startWithPolicy = (traffic_policy: string, more: Seed = {}): Promise<Emulator> =>
  startClient({
    seed: {
      "/endpoints": [
        {
          type: "ephemeral",
          url: "https://app.example.com",
          upstream_url: "http://localhost:80",
          traffic_policy,
        },
      ],
      ...more,
    },
  });

export const REQUEST: Question = { url: URL_OF_APP, ip: "198.51.100.9" };

export async function evaluatePolicy(
  policy: string,
  question: Partial<Question> = {},
  more: Seed = {},
): Promise<Evaluation> {
  const emulator = await startWithPolicy(policy, more);
  return emulator.evaluate({ ...REQUEST, ...question });
}

/** A policy that denies requests if all expressions are true. */
export const denyIf = (...expressions: readonly string[]): string =>
  JSON.stringify({ on_http_request: [{ expressions, actions: [{ type: "deny" }] }] });

export const policyText = (
  phase: "on_tcp_connect" | "on_http_request" | "on_http_response",
  ...actions: readonly object[]
): string => JSON.stringify({ [phase]: [{ actions }] });

/** The Authorization header of a client with basic authentication. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
