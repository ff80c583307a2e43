import { Argument, type Command, type Option } from "commander";
import { print } from "./output";

interface Suggestion {
  readonly value: string;
  readonly description: string;
}

/**
 * Adds `completion <shell>`, which prints a script for the shell, and the hidden `complete`, which the script calls for
 * suggestions. Call it after all commands have been added.
 */
export function addCompletion(program: Command): void {
  const scripts = scriptsFor(program.name());
  program
    .command("completion")
    .description("Print a script that completes this command in bash, zsh, fish or PowerShell.")
    .addArgument(new Argument("<shell>", "shell to generate the script for").choices(Object.keys(scripts)))
    .addHelpText(
      "after",
      `
Examples:
  tunnel-edge completion bash > ~/.local/share/bash-completion/completions/tunnel-edge
  tunnel-edge completion zsh > "\${fpath[1]}/_tunnel-edge"
  tunnel-edge completion fish > ~/.config/fish/completions/tunnel-edge.fish`,
    )
    .action((shell: keyof typeof scripts) => print(scripts[shell]));
  program
    .command("complete", { hidden: true })
    .description("Print suggestions for the last word, one per line.")
    .argument("[words...]")
    .action((words: string[]) => {
      const suggestions = suggestionsFor(program, words);
      if (suggestions.length > 0)
        print(suggestions.map(({ value, description }) => `${value}\t${description}`).join("\n"));
    });
}

/** @param words - The words after the program's name. The last one is being typed and may be empty. */
function suggestionsFor(program: Command, words: readonly string[]): Suggestion[] {
  // bash splits words at equals signs; PowerShell before 7.3 can't pass an empty word and sends quotes.
  const normalized = words.map((word) => (word === '""' || word === "=" ? "" : word));
  const typed = normalized.at(-1) ?? "";
  let command = program;
  /** The option whose value is the next word. */
  let option: Option | undefined;
  let operands = 0;
  for (const word of normalized.slice(0, -1).filter((word) => word !== "")) {
    if (option) option = undefined;
    else if (word.startsWith("-")) option = findValueOption(command, word);
    else {
      const next = command.commands.find((sub) => sub.name() === word || sub.aliases().includes(word));
      command = next ?? command;
      operands = next ? 0 : operands + 1;
    }
  }
  return candidates(command, option, operands, typed).filter(({ value }) => value.startsWith(typed));
}

function candidates(
  command: Command,
  option: Option | undefined,
  operands: number,
  typed: string,
): Suggestion[] {
  const choices = (values: readonly string[] = [], before = "") =>
    values.map((value) => ({ value: `${before}${value}`, description: "" }));
  if (option) return choices(option.argChoices);
  const help = command.createHelp();
  if (typed.startsWith("-")) {
    const [flag = ""] = typed.split("=", 1);
    if (flag !== typed) return choices(findValueOption(command, flag)?.argChoices, `${flag}=`);
    return help.visibleOptions(command).flatMap((option) => {
      const description = oneLine(option.description);
      return [option.long, option.short].flatMap((value) => (value ? { value, description } : []));
    });
  }
  const subcommands = help.visibleCommands(command);
  const { registeredArguments: expected } = command;
  const last = expected.at(-1);
  const argument = expected[operands] ?? (last?.variadic ? last : undefined);
  return [
    ...subcommands.map((sub) => ({ value: sub.name(), description: oneLine(sub.description()) })),
    ...choices(argument?.argChoices),
  ];
}

function findValueOption(command: Command, name: string): Option | undefined {
  const options = command.createHelp().visibleOptions(command);
  return options.find(
    ({ long, short, required, optional }) => [long, short].includes(name) && (required || optional),
  );
}

const oneLine = (text: string) => text.replace(/\s+/g, " ");

/**
 * Returns the completion script of each shell. A script passes the typed words to `complete` unchanged, never evaluates
 * them, and completes file names if there are no suggestions.
 */
function scriptsFor(program: string) {
  const name = program.replaceAll("-", "_");
  return {
    bash: `_${name}() {
  local IFS=$'\\n'
  COMPREPLY=($(${program} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _${name} ${program}`,
    zsh: `#compdef ${program}
_${name}() {
  local -a suggestions
  suggestions=("\${(@f)$(${program} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  suggestions=("\${(@)suggestions//:/\\\\:}")
  suggestions=("\${(@)suggestions/$'\\t'/:}")
  if [[ -n "\${suggestions[1]}" ]]; then
    _describe ${program} suggestions
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == "_${program}" ]]; then
  _${name} "$@"
else
  compdef _${name} ${program}
fi`,
    fish: `function __${name}_complete
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  set -l suggestions (${program} complete -- $words[2..-1] "$typed" 2>/dev/null)
  if test (count $suggestions) -gt 0
    printf '%s\\n' $suggestions
  else
    __fish_complete_path "$typed"
  end
end
complete -c ${program} -e
complete -c ${program} -f -a "(__${name}_complete)"`,
    powershell: `Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
  param($typed, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($typed -eq '') { $words += '""' }
  ${program} complete '--' @words 2>$null | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
  }
}`,
  };
}
