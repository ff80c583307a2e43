import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import * as edge from "../../../sdk";

test.each([
  ["acme", "acme/app/dev/policy"],
  // Mocks may omit the organization, and old language hosts don't provide it.
  ["", "/app/dev/policy"],
])(
  "a class sends organization (%j), project, stack, and name to the provider",
  async (organization, name) => {
    const sentNames: unknown[] = [];
    await pulumi.runtime.setMocks(
      {
        newResource: ({ inputs }) => {
          sentNames.push(inputs.__resource);
          return { id: "ipp_1", state: inputs };
        },
        call: ({ inputs }) => inputs,
      },
      "app",
      "dev",
      false,
      organization,
    );
    const policy = new edge.IpPolicy("policy", {});
    await (policy.id as unknown as { promise(): Promise<string> }).promise();
    expect(sentNames).toEqual([name]);
  },
);
