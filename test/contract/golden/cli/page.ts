import type { Command as Commander, Option } from 'commander';
import { Command } from 'commander';
import type { HandCommand } from '#lib/cli/hand/hand.ts';
import { handCommands } from '#lib/cli/hand/list.ts';
import { commonOptions, globalOptions, optionsOf } from '#lib/cli/program.ts';
import { aliasesOf, nouns } from '#lib/cli/table/nouns.ts';
import type { Command as Entry } from '#lib/cli/table/types.ts';
import { byHand } from './names.ts';

const intro = `# The commands of svc

This page is made by \`npm run openapi\` from the table of commands; it is not edited. \`svc <noun> <verb> --help\` says the
same, and what each flag means.

In a checkout \`npx svc\` works right after \`npm ci\`, and \`export PATH=$PWD/node_modules/.bin:$PATH\` makes it \`svc\`.
Outside a checkout \`npx svc\` is somebody else's package: there install the file that \`npm run package:cli\` makes, with
\`npm i -g <file>\`.

\`\`\`text
svc <noun> <verb> [name or id] [flags]
\`\`\`

* Nouns are singular; their plurals and short forms are the same noun. \`ls\` is \`list\`, \`rm\` is \`delete\`.
* Wherever an id stands, a name may stand. A name that two things have is refused with both ids.
* \`--x\` and \`--no-x\` are yes and no. A field of an object is \`--health-check-path\`; a tag is
  \`--tag key=value\`; an object of a list is \`--listener protocol=http,port=80\`, once for each, or \`@file\`; \`null\` clears a field that may be null.
* \`--body\` takes all fields as JSON or YAML, from \`@file\` or \`@-\`; flags are stronger.
* A secret is never on the command line: it is asked for, or taken from \`@file\`, \`@-\` or \`--password-stdin\`.
* What goes on after the reply is waited for; \`--no-wait\` does not, and \`svc wait\` goes on.
* What cannot be undone asks first; \`--yes\` does not, and without a terminal it is refused.

## Flags of every command

`;

const exitCodes = `
## Exit codes

| code | meaning |
|---|---|
| 0 | done |
| 1 | anything else |
| 2 | the command is written wrongly, or its input is refused |
| 3 | log in |
| 4 | denied, or not paid |
| 5 | not found |
| 6 | a conflict, or a name that several things have |
| 7 | a limit, the platform, or the network |
| 8 | the wait ran out |
| 130 | Ctrl-C |

## Configuration

A flag is stronger than the environment, which is stronger than the context, which is stronger than what is found: a
platform whose data folder \`.svc\` is in this folder or around it. \`svc context\` keeps platforms and logins by name, each
in a file of mode 0600 below \`~/.config/svc/contexts\` (\`XDG_CONFIG_HOME\`, or \`SVC_CONFIG_DIR\`).

| variable | |
|---|---|
| \`SVC_CONTEXT\` | the context |
| \`SVC_ENDPOINT\` | the address of the platform |
| \`SVC_ACCESS_KEY_ID\`, \`SVC_SECRET_ACCESS_KEY\` | an access key, which signs each request |
| \`SVC_TOKEN\` | an access token |
| \`SVC_OUTPUT\` | the format of output |
| \`NO_COLOR\`, \`FORCE_COLOR\` | no colours; colours also into a pipe |
`;

/** docs/cli.md: every command with its flags. */
export async function cliPage(table: readonly Entry[]): Promise<string> {
  const groups = [...new Set(Object.values(nouns).map(({ group }) => group))];
  const hand = await Promise.all(handCommands.map(handRows));
  return [
    intro,
    head('flag', ''),
    ...globalOptions().map(({ flags, description }) => row(code(flags), description)),
    exitCodes,
    '\n## By hand\n\n',
    head('command', ''),
    ...hand.flat(),
    ...groups.flatMap((group) => groupLines(group, table)),
    '\n## Operations without a command of their own\n\n',
    head('operation', ''),
    ...Object.entries(byHand).map(([name, reason]) => row(code(name), reason)),
  ].join('');
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const row = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`;
const head = (...titles: string[]): string => row(...titles) + row(...titles.map(() => '---')).replaceAll(' ', '');

async function handRows(hand: HandCommand): Promise<string[]> {
  const command = new Command(hand.verb ? `${hand.name} ${hand.verb}` : hand.name).description(hand.about);
  const runner = () => async () => undefined;
  (await hand.load()).add(command, { run: runner, bare: runner });
  return withVerbs(command, '').map(([name, about]) => row(code(name), about));
}

function withVerbs(command: Commander, before: string): [string, string][] {
  const name = `${before}${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((verb) => withVerbs(verb, `${name} `));
  const words = command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
  const flags = command.options.map(({ flags: text }) => `[${text}]`);
  return [[['svc', name, ...words, ...flags].join(' '), command.description()]];
}

function groupLines(group: string, table: readonly Entry[]): string[] {
  const names = Object.keys(nouns).filter((name) => nouns[name]?.group === group);
  return [`\n## ${group}\n`, ...names.flatMap((name) => nounLines(name, table))];
}

function nounLines(name: string, table: readonly Entry[]): string[] {
  const aliases = aliasesOf(name).map(code).join(', ');
  const entries = table.filter(({ noun }) => noun === name);
  return [
    `\n### ${name}\n\n${nouns[name]?.about}${aliases && ` (also ${aliases})`}.\n\n`,
    head('command', '', 'flags'),
    ...entries.map((entry) => row(code(usage(entry)), entry.summary, flagsOf(entry).map(code).join(' '))),
  ];
}

const usage = ({ noun, verb, args }: Entry): string =>
  [
    'svc',
    noun,
    verb,
    ...args.map(({ in: place, name, noun: word = name }) => (place === 'path' ? `<${word}>` : `[${name}]`)),
  ].join(' ');

const flagsOf = (entry: Entry): string[] => {
  const own = entry.flags.flatMap((flag) => optionsOf(flag).slice(0, 1));
  return [...own, ...commonOptions(entry)].map((option: Option) => option.long ?? '');
};
