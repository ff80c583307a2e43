import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

/**
 * Adds `completion <shell>`, which prints a script for the shell, and the hidden `complete`, which that script asks for
 * suggestions. To be called once all commands are there.
 */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: "completion" });
  program.commands
    .find((command) => command.name() === "completion")
    ?.description("Print a script that completes this command in bash, zsh, fish or PowerShell.")
    .addHelpText(
      "after",
      `
Examples:
  tunnel-edge completion bash > ~/.local/share/bash-completion/completions/tunnel-edge
  tunnel-edge completion zsh > "\${fpath[1]}/_tunnel-edge"
  tunnel-edge completion fish > ~/.config/fish/completions/tunnel-edge.fish`,
    );
}
