import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import * as edge from "../../../sdk";

test.each([
  ["acme", "acme/app/dev/policy"],
  // What mocks leave out and old language hosts do not know.
  ["", "/app/dev/policy"],
])(
  "a class tells the provider its resource's organization (%j), project, stack and name",
  async (organization, name) => {
    const seen: unknown[] = [];
    await pulumi.runtime.setMocks(
      {
        newResource: ({ inputs }) => {
          seen.push(inputs.__resource);
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
    expect(seen).toEqual([name]);
  },
);
