/**
 * A property with its own API path below its object. The object's POST and PATCH set it, and DELETE
 * `<object>/<segment>` clears it, because a PATCH can't.
 */
export interface Part {
  readonly kind: "module" | "attachment";
  /** Last segment of the property's path, in wire format. */
  readonly segment: string;
  /** Outputs of the object that are null once the property is cleared. */
  readonly clears: readonly string[];
  /**
   * A guard controls access: it is never removed before its replacement is in place. A target receives the traffic;
   * without it, nothing is exposed, so it is removed before a guard is relaxed.
   */
  readonly role: "guard" | "target" | "other";
}

/** A module of an edge or route. API reference, section "Edge module operations". */
export const moduleAt = (segment: string): Part => ({ kind: "module", segment, clears: [], role: "other" });

/** A module that controls access. */
export const guardAt = (segment: string): Part => ({ ...moduleAt(segment), role: "guard" });

/** The module that sets the destination of traffic. */
export const targetAt = (segment: string): Part => ({ ...moduleAt(segment), role: "target" });

/** Something attached to an object. API reference, section "Reserved domain detach operations". */
export const detach = (segment: string, clears: readonly string[] = []): Part => ({
  kind: "attachment",
  segment,
  clears,
  role: "other",
});
