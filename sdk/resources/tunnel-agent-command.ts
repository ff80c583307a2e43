// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Filter, FilterArgs, ObjectInput } from "./types";

/**
 * Tells the agent behind a tunnel session to restart, stop or update. It runs once on creation and again
 * whenever `triggers` change; changing the command or the session alone runs nothing, and destroying it does
 * nothing.
 *
 * API reference, section "Tunnel agent commands".
 */
export class TunnelAgentCommand extends EdgeResource {
  /** What the agent does. */
  declare readonly command: pulumi.Output<"restart" | "stop" | "update">;
  /** Id of the tunnel session. After a restart, the resource follows it to its new id. */
  declare readonly sessionId: pulumi.Output<string | undefined>;
  /**
   * Selects the session by its fields instead of its id. All set fields must be equal, and exactly one
   * session must match.
   */
  declare readonly filter: pulumi.Output<Filter | undefined>;
  /** Values whose change makes the command run again, such as a version or a date. */
  declare readonly triggers: pulumi.Output<unknown | undefined>;
  /** When the command ran last. A time in RFC 3339 format. */
  declare readonly ranAt: pulumi.Output<string>;
  /** Id of the session that the command was sent to. */
  declare readonly previousSessionId: pulumi.Output<string>;
  /**
   * Id of the agent's session after the command; null after a stop, or when a restarted agent has not come
   * back in time.
   */
  declare readonly currentSessionId: pulumi.Output<string | null>;

  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: TunnelAgentCommandArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TunnelAgentCommand, name, args, opts);
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TunnelAgentCommand {
    return EdgeResource.isOfType(FACTS.TunnelAgentCommand.name, candidate);
  }
}

/** Inputs of TunnelAgentCommand. */
export interface TunnelAgentCommandArgs {
  /** What the agent does. */
  command: pulumi.Input<"restart" | "stop" | "update">;
  /** Id of the tunnel session. After a restart, the resource follows it to its new id. */
  sessionId?: pulumi.Input<string>;
  /**
   * Selects the session by its fields instead of its id. All set fields must be equal, and exactly one
   * session must match.
   */
  filter?: ObjectInput<FilterArgs>;
  /** Values whose change makes the command run again, such as a version or a date. */
  triggers?: pulumi.Input<unknown>;
}
