import { z } from "zod";

/** Setting of rules that hold in production: which stacks are not. */
export const exemptStacks = z
  .array(z.string())
  .default(["^(.*[-_.])?(dev|development|test|testing|stage|staging|sandbox|pr-?\\d+)([-_.].*)?$"])
  .describe("Regular expressions for the names of stacks that are not production.");

/** Whether a stack is production: every one is whose name no expression matches. */
export const isProduction = (stack: string, exempt: readonly string[]) =>
  !exempt.some((pattern) => new RegExp(pattern).test(stack));
