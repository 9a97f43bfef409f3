import type { Command } from 'commander';
import { usage } from '#lib/cli/failure.ts';
import { print } from '#lib/cli/output/terminal.ts';
import type { Runners } from './command.ts';

const scripts: Readonly<Record<string, string>> = {
  bash: `_svc() {
  local IFS=$'\\n'
  COMPREPLY=($(svc __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then compopt -o default 2>/dev/null; fi
}
complete -F _svc svc
`,
  zsh: `#compdef svc
_svc() {
  local -a found
  found=("\${(@f)$(svc __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _svc svc
`,
  fish: `complete -c svc -f -a '(svc __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};

/** `svc completion`: what a shell evaluates to complete commands, flags and names. */
export function add(command: Command, { bare }: Runners): void {
  command.argument('<shell>', 'bash, zsh or fish').action(
    bare((_globals, shell: string) => {
      const script = scripts[shell];
      if (script === undefined) throw usage(`completion: "${shell}" is not supported (bash, zsh, fish)`);
      print(script);
    }),
  );
}
