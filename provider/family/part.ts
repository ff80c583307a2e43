/**
 * A property with an endpoint of its own below its object. It is set through the object's POST and PATCH; since a
 * PATCH cannot remove it, DELETE `<object>/<segment>` clears it.
 */
export interface Part {
  readonly kind: "module" | "attachment";
  /** Last path segment of the property's endpoint, in wire spelling. */
  readonly segment: string;
  /** Outputs of the object that are null once the property is cleared. */
  readonly clears: readonly string[];
  /**
   * A guard controls access: it is never removed before its replacement is in place. A target receives the traffic:
   * without it nothing is behind the object, so it is removed before a guard is loosened.
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
