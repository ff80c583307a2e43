import { Command } from "commander";
import { version } from "../provider/manifest";
import { agentsCommand } from "./agents/command";
import { refuseEmptyOptions } from "./common/options";
import { doctorCommand } from "./doctor/command";
import { driftCommand } from "./drift/command";
import { emulatorCommand } from "./emulator";
import { exportCommand } from "./export/command";
import { importFileCommand } from "./import-file/command";
import { migrateCommand } from "./migrate/command";
import { reviewCommand } from "./review/command";
import { sessionsCommand } from "./sessions/command";
import { trafficPolicyCommand } from "./traffic-policy/command";

export function commandLine(): Command {
  return new Command("tunnel-edge")
    .description("Tools for a tunnel-and-edge account that Pulumi manages.")
    .version(version, "-V, --version", "print the version of the package")
    .configureHelp({ showGlobalOptions: true })
    .hook("preAction", (_, command) => refuseEmptyOptions(command))
    .addHelpText(
      "after",
      `
Exit codes: 0 done, 1 failed, 2 wrong command line, 3 done with findings; each command's help says what counts.
Colors are for terminals only; NO_COLOR=1 turns them off, FORCE_COLOR=1 on.`,
    )
    .addCommand(agentsCommand())
    .addCommand(doctorCommand())
    .addCommand(driftCommand())
    .addCommand(emulatorCommand())
    .addCommand(exportCommand())
    .addCommand(importFileCommand())
    .addCommand(migrateCommand())
    .addCommand(reviewCommand())
    .addCommand(sessionsCommand())
    .addCommand(trafficPolicyCommand());
}
