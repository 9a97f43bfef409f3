import type { Command as Commander, Option } from 'commander';
import { Command } from 'commander';
import type { WrittenCommand } from '#lib/cli/commands/command.ts';
import { handCommands } from '#lib/cli/commands/list.ts';
import { commonOptions, globalOptions, optionsOf } from '#lib/cli/program.ts';
import { aliasesOf, type Noun } from '#lib/cli/table/nouns.ts';
import type { Command as Entry } from '#lib/cli/table/types.ts';
import { byHand } from './names.ts';

const intro = `# The commands of svc

\`npm run openapi\` generates this page from the table of commands; do not edit it. \`svc <noun> <verb> --help\` shows the
same commands with the meaning of each flag.

**You need** nothing; it is a reference. **It takes** 15 minutes to read whole.

In a checkout \`npx svc\` works right after \`npm ci\`, and \`export PATH=$PWD/node_modules/.bin:$PATH\` shortens it to
\`svc\`. Outside a checkout \`npx svc\` runs an unrelated package: install the file that \`npm run package:cli\` makes, with
\`npm i -g <file>\`.

\`\`\`text
svc <noun> <verb> [name or id] [flags]
\`\`\`

* Nouns are singular; plurals and short forms mean the same noun. \`ls\` means \`list\`, and \`rm\` means \`delete\`.
* Words of other clouds mean ours: \`svc server list\`, \`svc create vpc shop\`, \`svc lb describe front\`,
  \`svc compute droplet list\`, \`svc ec2 describe-instances\`. Where such words would change or delete something,
  \`svc\` only names the right command.
* Wherever a command takes an id, it also takes a name. If two resources share the name, the command is refused and
  lists both ids.
* A command that changes one resource takes several: \`svc instance stop a b c\`, or \`-\` for the names on standard
  input. A failure does not stop the others, and the failures come at the end.
* \`--x\` and \`--no-x\` set a boolean. A field of an object is \`--health-check-path\`, and a tag is \`--tag
  key=value\`. An object of a list is \`--listener protocol=http,port=80\`, once for each object, or \`@file\`. \`null\`
  clears a field that may be null. In an update, fields and tags that you do not name stay as they are.
* \`--body\` takes all fields as JSON or YAML, from \`@file\` or \`@-\`. Flags take precedence over it.
* Secrets never appear on the command line: \`svc\` asks for them, or reads \`@file\`, \`@-\` or \`--password-stdin\`.
* A command waits until the operation has ended. With \`--no-wait\` it returns at once, and \`svc wait\` waits later.
* With \`-q\`, a command prints the id of what it made, and otherwise nothing, unless you ask for a format or columns. A
  secret that is shown only once is still printed.
* A command that cannot be undone asks first, and is refused where there is no terminal. \`--yes\` answers for you.

## Flags of every command

`;

const exitCodes = `
## Exit codes

| code | meaning |
|---|---|
| 0 | done |
| 1 | any other error |
| 2 | invalid command or input |
| 3 | not logged in |
| 4 | denied, or not paid |
| 5 | not found |
| 6 | a conflict, or a name that several resources share |
| 7 | a limit was reached, or the platform or the network failed |
| 8 | the wait timed out |
| 130 | interrupted by Ctrl-C |

## Configuration

\`svc\` uses the first platform of these:

1. \`--endpoint\`, or the context of \`--context\`
2. \`SVC_ENDPOINT\`
3. the context: that of \`SVC_CONTEXT\`, or the current one
4. the platform that runs in the data folder \`SVC_DATA_DIR\`
5. the platform of \`.svc\` in this folder or in a folder above it, then that of the checkout which \`svc\` belongs to
6. a platform at \`localhost\`, on the port \`SVC_PORT\` or 3000

Where there is none, the error names each place. A data folder is used only if nobody but you and root can write to it,
and a port only if a program of yours or of root's listens there. \`svc context\` keeps platforms and logins by
name, each in a file of mode 0600 below \`~/.config/svc/contexts\` (\`XDG_CONFIG_HOME\`, or \`SVC_CONFIG_DIR\`). A variable of
\`svc\` that is set but empty is an error, so that a script whose secret is missing does not act as another user.

| variable | |
|---|---|
| \`SVC_CONTEXT\` | the context |
| \`SVC_ENDPOINT\` | the address of the platform |
| \`SVC_ACCESS_KEY_ID\`, \`SVC_SECRET_ACCESS_KEY\` | an access key, which signs each request |
| \`SVC_TOKEN\` | an access token |
| \`SVC_OUTPUT\` | the output format |
| \`SVC_DATA_DIR\` | the data folder of the platform that \`svc up\` starts, \`svc down\` stops, and every command finds |
| \`SVC_PORT\` | the port at which a platform is looked for on this computer (3000) |
| \`SVC_SAFE_DIRECTORY\` | folders that \`svc\` trusts although others can write there, separated by \`:\` |
| \`SVC_SAFE_USER\` | uids, separated by commas, to whose programs on this computer \`svc\` may send secrets |
| \`NO_COLOR\`, \`FORCE_COLOR\` | no colours; colours even in a pipe |
`;

const people = `
## Files in buckets

\`s3://bucket/key\` is an object, and \`s3://bucket/folder/\` is every object whose key begins so. Bytes go directly to the
object engine, by URLs that the platform signs for one request each. You need no S3 key: your own policies apply.

* \`svc cp FILE s3://bucket/key\` uploads, and the same with the arguments exchanged downloads. Several files go into
  one folder, \`-\` is a pipe, and \`-r\` copies a folder. Links to files are followed; links to folders are skipped and
  reported.
* \`svc cp s3://a/x s3://b/y\` copies within a bucket or to another bucket, with \`-r\` a whole folder, and keeps the
  media type. The bytes pass through this computer. Other metadata and earlier versions are not copied.
* A file of more than 8 MiB is copied in parts, four at a time. After an interruption **the same command resumes the
  copy**. Uploads are recorded in \`~/.cache/svc/uploads\`. A download grows in \`~/.cache/svc/downloads\` until its
  size and, where the store has one, its checksum match the object; then it replaces the target file. If the file or the
  object has changed meanwhile, the copy starts over, as does input from a pipe. With \`-r -u\` a file is skipped if the
  target has the same size and is not older.
* A key that cannot be a file below the target (\`x/..\`, \`a//b\`, control characters, a link that leads out) is
  skipped and reported. The other keys are copied, and the exit code is 1. \`svc cp s3://bucket/KEY FILE\` gives such a
  file a name.
* An abandoned upload keeps its parts, which are charged, until \`svc multipart-upload delete\` or a lifecycle rule
  (\`abort_multipart_days\`) deletes them.
* \`svc ls\` lists buckets, folders and objects, all pages of them. \`svc rm\` deletes objects, with \`-r\` a whole
  folder; \`--dry-run\` shows what it would delete. \`svc presign\` prints a link that anyone may use until it expires.

## Shells on machines

\`svc ssh\`, \`svc scp\` and \`svc ssh-config\` use OpenSSH with the context's own key. If a machine accepts none of your keys,
\`svc ssh\` and \`svc scp\` add the context's key to it, and say so. \`svc ssh-config\` writes an SSH configuration of your
machines, and prints the line that includes it. Each machine is \`svc-<name>\` (\`--prefix\` changes that) and its id; machines
that share a name have only their ids. It changes no machine unless you pass \`--add-key\`, which adds the key. \`svc\` keeps
host keys by the machine's id, never by its address, which machines share. It trusts only the host key that the API names
(\`host_key\` of an instance), and refuses any other, even on the first connection.

\`svc console NAME\` is a terminal over the WebSocket of the API. It needs no SSH, no key and no firewall rule. Ctrl-] hangs
up; every other key goes to the machine. Its exit code is that of the remote shell. Piped input is typed.

On a terminal, tables and messages omit control characters and marks that change the direction of text; every other format
escapes them as \`\\u001b\`. A pipe gets every byte.

## Status and events

\`svc status\` shows what runs, the hourly price, and how long the balance lasts; it omits what your policies hide. On a
laptop whose clock was moved it shows by how much. \`svc watch instances\` keeps a list on the screen; in a pipe it writes one
line of JSON for each change. \`svc activity -f\` follows events. \`svc explain instance\` shows the fields of a noun with
types and units, and \`svc explain instance.plan\` those of one field. \`svc open [NAME]\` opens the web console or a
machine's page in a browser; where there is no browser, it prints the address.

\`svc up\` starts the platform of the current checkout in the background, waits until it answers, and prints its address;
\`svc down\` shuts it down. \`svc account list\` shows the accounts of your teams, and \`svc account use\` switches this
context to another account.
`;

type Nouns = Readonly<Record<string, Noun>>;

/** docs/cli.md: every command with its flags. */
export async function cliPage(table: readonly Entry[], nouns: Nouns): Promise<string> {
  const groups = [...new Set(Object.values(nouns).map(({ group }) => group))];
  const hand = await Promise.all(handCommands.map(handRows));
  return [
    intro,
    head('flag', ''),
    ...globalOptions().map(({ flags, description }) => row(code(flags), description)),
    exitCodes,
    people,
    '\n## Commands of their own\n\n',
    head('command', ''),
    ...hand.flat(),
    ...groups.flatMap((group) => groupLines(group, table, nouns)),
    '\n## Operations without a command\n\n',
    head('operation', ''),
    ...Object.entries(byHand).map(([name, reason]) => row(code(name), reason)),
  ].join('');
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const row = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`;
const head = (...titles: string[]): string => row(...titles) + row(...titles.map(() => '---')).replaceAll(' ', '');

async function handRows(hand: WrittenCommand): Promise<string[]> {
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

function groupLines(group: string, table: readonly Entry[], nouns: Nouns): string[] {
  const own = Object.entries(nouns).filter(([, noun]) => noun.group === group);
  return [`\n## ${group}\n`, ...own.flatMap(([name, noun]) => nounLines(name, noun, table))];
}

function nounLines(name: string, noun: Noun, table: readonly Entry[]): string[] {
  const aliases = aliasesOf(name, noun).map(code).join(', ');
  const entries = table.filter((entry) => entry.noun === name);
  return [
    `\n### ${name}\n\n${noun.about}${aliases && ` (also ${aliases})`}.\n\n`,
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
