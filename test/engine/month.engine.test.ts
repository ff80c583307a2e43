import { test } from "vitest";
import { EVENTS } from "./month/events";
import { Team } from "./month/team";

/**
 * Simulates a month of a team: three stacks of both providers in one account, two of which use the policies of the first.
 * After each event, every object is declared, no object has a duplicate, and every guard of the programs is in place.
 */
test("a month of changes to three stacks leaves no orphans, duplicates, or missing guards", async () => {
  const team = await Team.open();
  try {
    for (const [name, happen] of EVENTS) {
      await happen(team).catch((error: Error) => {
        error.message = `${name}: ${error.message}`;
        throw error;
      });
      await team.expectOrder().catch((error: Error) => {
        error.message = `after "${name}": ${error.message}`;
        throw error;
      });
    }
  } finally {
    await team.close();
  }
});
