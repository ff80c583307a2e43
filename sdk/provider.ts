import * as pulumi from "@pulumi/pulumi";
import { requireSettings } from "./settings";

/** How a further account is reached. */
export interface ProviderArgs {
  /** Address of the API, with or without a path. */
  baseUrl: pulumi.Input<string>;
  /** API token; always kept as a secret. Either this or `apiTokenCommand` is needed. */
  apiToken?: pulumi.Input<string>;
  /** Command that prints the API token; run by the provider process, at most once until the token is refused. */
  apiTokenCommand?: pulumi.Input<string>;
  /** Further request headers. Values become text. */
  headers?: pulumi.Input<Record<string, pulumi.Input<string | number | boolean>>>;
  /** Most requests in a minute, 60,000 at the most. Unset: as many as the service allows. */
  requestsPerMinute?: pulumi.Input<number>;
  /** Seconds after which a request counts as lost, from 0.1 to 3600; 30 when unset. */
  requestTimeout?: pulumi.Input<number>;
  /** If true, created objects carry a mark in their metadata, by which the run after a killed one recognizes them. */
  ownershipMark?: pulumi.Input<boolean>;
  /** Description of each object whose program leaves `description` unset; an empty text in the program leaves it empty. */
  defaultDescription?: pulumi.Input<string>;
  /** Metadata of each object whose program leaves `metadata` unset; an empty text in the program leaves it empty. */
  defaultMetadata?: pulumi.Input<string>;
  /** If true, a preview warns of classes and inputs that the service has deprecated, such as edges. */
  warnDeprecated?: pulumi.Input<boolean>;
}

/**
 * A further account. Resources use it with `{ provider: staging }`; without that they belong to the default account,
 * which the stack configuration or the environment names.
 *
 * A refresh or destroy does not run the program and so uses the token that the last `pulumi up` wrote into the state:
 * give short-lived tokens as `apiTokenCommand`.
 */
export class Provider extends pulumi.ProviderResource {
  /**
   * The configuration of the account by key, for the functions that read it in the program's own process.
   * @internal
   */
  readonly configuration: pulumi.Output<object>;

  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    requireSettings(name, args);
    const headers = args.headers && pulumi.jsonStringify(args.headers);
    const configuration: object = {
      "tunnel-edge:account": name,
      "tunnel-edge:baseUrl": args.baseUrl,
      "tunnel-edge:apiToken": args.apiToken === undefined ? undefined : pulumi.secret(args.apiToken),
      "tunnel-edge:apiTokenCommand": args.apiTokenCommand,
      "tunnel-edge:headers": headers && pulumi.secret(headers),
      "tunnel-edge:requestsPerMinute": args.requestsPerMinute,
      "tunnel-edge:requestTimeout": args.requestTimeout,
      "tunnel-edge:ownershipMark": args.ownershipMark,
      "tunnel-edge:defaultDescription": args.defaultDescription,
      "tunnel-edge:defaultMetadata": args.defaultMetadata,
      "tunnel-edge:warnDeprecated": args.warnDeprecated,
    };
    super("pulumi-nodejs", name, configuration, opts);
    this.configuration = pulumi.output(configuration);
  }
}
