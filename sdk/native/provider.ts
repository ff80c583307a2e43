import * as pulumi from "@pulumi/pulumi";
import { PACKAGE, PROVIDER_TYPE } from "../../provider/engine/native/tokens";
import { typeOf } from "../engine-internals";
import type { ProviderArgs } from "../provider";
import { requireSettings } from "../settings";
import { withPluginVersion } from "./plugin";

export type { ProviderArgs } from "../provider";

/**
 * An additional account. Resources and functions use it with `{ provider: staging }`; others belong to the default
 * account, which the stack configuration or the environment defines. Each account has its own process.
 *
 * A refresh or destroy doesn't run the program and uses the token that the last `pulumi up` stored in the state, so
 * set `apiTokenCommand` for short-lived tokens.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs, opts: pulumi.ResourceOptions = {}) {
    requireSettings(name, args);
    const inputs: pulumi.Inputs = {
      ...args,
      apiToken: args.apiToken === undefined ? undefined : pulumi.secret(args.apiToken),
      headers: args.headers && pulumi.secret(pulumi.jsonStringify(args.headers)),
      requestsPerMinute: asText(args.requestsPerMinute),
      requestTimeout: asText(args.requestTimeout),
      ownershipMark: asText(args.ownershipMark),
      warnDeprecated: asText(args.warnDeprecated),
    };
    super(PACKAGE, name, inputs, withPluginVersion(opts));
  }

  /** True for a Provider of this package, even one from another installed copy. */
  static override isInstance(candidate: unknown): candidate is Provider {
    return typeOf(candidate) === PROVIDER_TYPE;
  }
}

/** A provider's configuration consists of strings. */
const asText = (value: pulumi.Input<number | boolean> | undefined) =>
  value === undefined ? undefined : pulumi.jsonStringify(value);
