// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { CommandClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Filter, FilterArgs, ObjectInput } from "./types";

export interface TunnelAgentCommand extends EdgeResource {
  /** What the agent does. */
  readonly command: pulumi.Output<"restart" | "stop" | "update">;
  /** Id of the tunnel session. After a restart, the resource follows it to its new id. */
  readonly sessionId: pulumi.Output<string | undefined>;
  /** Selects the session by its fields instead of its id. Exactly one session must match all of them. */
  readonly filter: pulumi.Output<Filter | undefined>;
  /** Values whose change makes the command run again, such as a version or a date. */
  readonly triggers: pulumi.Output<unknown | undefined>;
  /** When the command last ran. A time in RFC 3339 format. */
  readonly ranAt: pulumi.Output<string>;
  /** Id of the session that the command was sent to. */
  readonly previousSessionId: pulumi.Output<string>;
  /**
   * Id of the agent's session after the command; null after a stop, or if a restarted agent did not
   * reconnect in time.
   */
  readonly currentSessionId: pulumi.Output<string | null>;
}

/**
 * Tells the agent behind a tunnel session to restart, stop, or update. It runs once on creation and again
 * whenever `triggers` change. Changing only the command or the session runs nothing, and neither does
 * destroying it.
 *
 * API reference, section "Tunnel agent commands".
 */
export const TunnelAgentCommand =
  dynamicClass<CommandClass<TunnelAgentCommand, TunnelAgentCommandArgs>>("TunnelAgentCommand");

/** Inputs of TunnelAgentCommand. */
export interface TunnelAgentCommandArgs {
  /** What the agent does. */
  command: pulumi.Input<"restart" | "stop" | "update">;
  /** Id of the tunnel session. After a restart, the resource follows it to its new id. */
  sessionId?: pulumi.Input<string>;
  /** Selects the session by its fields instead of its id. Exactly one session must match all of them. */
  filter?: ObjectInput<FilterArgs>;
  /** Values whose change makes the command run again, such as a version or a date. */
  triggers?: pulumi.Input<unknown>;
}
