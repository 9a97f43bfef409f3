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
in a file of mode 0600 below \`~/.config/svc/contexts\` (\`XDG_CONFIG_HOME\`, or \`SVC_CONFIG_DIR\`). A variable of \`svc\` that
is set and empty is an error, so that a script whose secret is missing does not act as somebody else.

| variable | |
|---|---|
| \`SVC_CONTEXT\` | the context |
| \`SVC_ENDPOINT\` | the address of the platform |
| \`SVC_ACCESS_KEY_ID\`, \`SVC_SECRET_ACCESS_KEY\` | an access key, which signs each request |
| \`SVC_TOKEN\` | an access token |
| \`SVC_OUTPUT\` | the format of output |
| \`SVC_DATA_DIR\` | the folder of the platform that \`svc up\` starts and \`svc down\` stops; what else the platform reads, it reads there as well |
| \`SVC_SAFE_DIRECTORY\` | folders that are trusted although others can write there, with \`:\` between them |
| \`SVC_SAFE_USER\` | uids, with commas between them, whose programs on this computer may be sent what is secret |
| \`NO_COLOR\`, \`FORCE_COLOR\` | no colours; colours also into a pipe |
`;

const people = `
## Files in buckets

\`s3://bucket/key\` is an object, \`s3://bucket/folder/\` what begins so. Bytes go to the object engine itself, by
addresses that the platform signs for one request each: no S3 key is needed, and the policies of whoever asks decide.

* \`svc cp FILE s3://bucket/key\` and the other way round; several files go into one folder, and \`-\` is a pipe. What
  is in a folder goes with \`-r\` to below the key. Links to files count as files; links to folders are left out, and told.
* \`svc cp s3://a/x s3://b/y\` copies within a bucket or to another, a folder with \`-r\`, and keeps the media type.
  The bytes pass through this computer. Other metadata and earlier versions are not copied.
* A file of more than 8 MiB goes in parts, four at a time. Whatever ended a copy, **the same command goes on** with
  what is missing: uploads are remembered in \`~/.cache/svc/uploads\`, and a download grows in \`~/.cache/svc/downloads\`
  until it has the object's size and, where the store gives one, its checksum; then it replaces the wanted file. A file or an object that has changed since begins anew. With \`-r -u\` files that
  are there with the same size, and are not older, are left out. Input from a pipe begins anew.
* A key that cannot be a file below the target (\`x/..\`, \`a//b\`, control characters, a link that leads out) is
  skipped and named. The others are copied, and the exit code is 1. \`svc cp s3://bucket/KEY FILE\` names the file.
* An upload that is given up keeps its parts, which cost, until \`svc multipart-upload delete\` or a lifecycle rule
  (\`abort_multipart_days\`) deletes them.
* \`svc ls\` shows buckets, folders and objects, to the last page; \`svc rm\` deletes, \`-r\` below a folder, and
  \`--dry-run\` shows what; \`svc presign\` prints a link that anybody may use until it expires.

## Shells on machines

\`svc ssh\`, \`svc scp\` and \`svc ssh-config\` use OpenSSH with the context's own key. \`svc ssh\` and \`svc scp\` add it to a
machine that no key of yours lets into, and say so. \`svc ssh-config\` writes a file of hosts, and prints the line that
includes it: machines are \`svc-<name>\` (\`--prefix\` changes that) and their ids; one whose name another has is its id alone. It
changes no machine; \`--add-key\` adds the key. Host keys are kept by the machine's
id, never by its address, which others share. They are the ones that the API names (\`host_key\` of an
instance): a machine with another key is refused, at the first time too.

\`svc console NAME\` is a terminal without SSH, keys or firewall rules, over the WebSocket of the API. Ctrl-] hangs up; every
other key goes to the machine. Its exit code is that of the shell there. What is piped in is typed.

On a terminal, control characters and marks that turn the direction of writing are left out of tables and messages, and
escaped as \`\\u001b\` in every other format. A pipe gets every byte.

## What goes on

\`svc status\` tells what runs, what an hour costs, and how long the balance lasts; what policies hide is left out. On a
laptop whose clock was moved it says by how much.
\`svc watch instances\` keeps a list on the screen; into a pipe it writes a line of JSON for each change. \`svc activity -f\`
tells events. \`svc explain instance\` shows the fields of a noun with types and units, \`svc explain instance.plan\` those of a
part. \`svc open [NAME]\` opens the web console or a machine's page in a browser, and prints the address where there is
none.

\`svc up\` starts the platform of the checkout that one is in, in the background, waits until it answers, and prints its
address; \`svc down\` ends it in order. \`svc account list\` shows the accounts of one's teams, and \`svc account use\` goes on
with another in this context.
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
    people,
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
