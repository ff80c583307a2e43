import * as pulumi from "@pulumi/pulumi";
import { requireSettings } from "./settings";

/** Connection settings of an additional account. */
export interface ProviderArgs {
  /** Base URL of the API. */
  baseUrl: pulumi.Input<string>;
  /** API token; always a secret. Either this or `apiTokenCommand` is required. */
  apiToken?: pulumi.Input<string>;
  /** Command that prints the API token; run by the provider process once, and again if the token is refused. */
  apiTokenCommand?: pulumi.Input<string>;
  /** Additional request headers. Values are converted to strings. */
  headers?: pulumi.Input<Record<string, pulumi.Input<string | number | boolean>>>;
  /** Maximum number of requests per minute, up to 60,000. By default, as many as the service allows. */
  requestsPerMinute?: pulumi.Input<number>;
  /** Timeout of a request in seconds, from 0.1 to 3600; by default, 30. */
  requestTimeout?: pulumi.Input<number>;
  /** If true, created objects carry a mark in their metadata, so the run after a killed one recognizes them. */
  ownershipMark?: pulumi.Input<boolean>;
  /** Default for an unset `description`; an empty string in the program keeps it empty. */
  defaultDescription?: pulumi.Input<string>;
  /** Default for an unset `metadata`; an empty string in the program keeps it empty. */
  defaultMetadata?: pulumi.Input<string>;
  /** If true, previews warn about classes and inputs that the service has deprecated, such as edges. */
  warnDeprecated?: pulumi.Input<boolean>;
}

/**
 * An additional account. Resources use it with `{ provider: staging }`; others belong to the default account,
 * which the stack configuration or the environment defines.
 *
 * A refresh or destroy doesn't run the program and uses the token that the last `pulumi up` stored in the state, so
 * set `apiTokenCommand` for short-lived tokens.
 */
export class Provider extends pulumi.ProviderResource {
  /**
   * The account's configuration by key, for lookup functions, which run in the program's process.
   * @internal
   */
  readonly configuration: pulumi.Output<object>;

  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    requireSettings(name, args);
    const settings = {
      ...args,
      account: name,
      apiToken: args.apiToken === undefined ? undefined : pulumi.secret(args.apiToken),
      headers: args.headers && pulumi.secret(pulumi.jsonStringify(args.headers)),
    };
    const configuration: object = Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [`tunnel-edge:${key}`, value]),
    );
    // The package of dynamic resources, whose provider process gets this configuration.
    super("pulumi-nodejs", name, configuration, opts);
    this.configuration = pulumi.output(configuration);
  }
}
