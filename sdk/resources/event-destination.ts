// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { EventTarget, EventTargetArgs, ObjectInput } from "./types";

/**
 * A log service that the account's events are sent to. Nothing is sent until an EventSubscription names the
 * destination.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class EventDestination extends EdgeResource {
  /** Where the events go: exactly one of the services. */
  declare readonly target: pulumi.Output<EventTarget>;
  /** Format of the events. */
  declare readonly format: pulumi.Output<"json" | "JSON">;
  /** What the destination is for. Removing it empties it on the service. */
  declare readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  declare readonly metadata: pulumi.Output<string>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  declare readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  declare readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  declare readonly createdAt: pulumi.Output<string>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  declare readonly adopted: pulumi.Output<boolean | null>;

  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: EventDestinationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.EventDestination, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): EventDestination {
    return new EventDestination(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is EventDestination {
    return EdgeResource.isOfType(FACTS.EventDestination.name, candidate);
  }
}

/** Inputs of EventDestination. */
export interface EventDestinationArgs {
  /** Where the events go: exactly one of the services. Another kind replaces the object. */
  target: ObjectInput<EventTargetArgs>;
  /** Format of the events. Default: `"json"`. */
  format?: pulumi.Input<"json" | "JSON">;
  /**
   * What the destination is for. Removing it empties it on the service. At most 255 bytes of UTF-8. Default:
   * `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  adoptId?: pulumi.Input<string>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}
