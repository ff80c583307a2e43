import { test } from "vitest";
import { EVENTS } from "./month/events";
import { Team } from "./month/team";

/**
 * A month of a team: three stacks of both providers in one account, two of which use the policies of the first. After each
 * event nobody declares less than stands there, nothing is there twice, and nothing guards less than its program says.
 */
test("a month on three stacks", async () => {
  const team = await Team.open();
  try {
    for (const [what, happens] of EVENTS) {
      await happens(team).catch((error: Error) => {
        error.message = `${what}: ${error.message}`;
        throw error;
      });
      await team.expectOrder().catch((error: Error) => {
        error.message = `after "${what}": ${error.message}`;
        throw error;
      });
    }
  } finally {
    await team.close();
  }
});
