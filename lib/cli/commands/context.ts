import type { Command } from 'commander';
import {
  type Context,
  contextNames,
  currentContext,
  readContext,
  removeContext,
  unknownContext,
  useContext,
  writeContext,
} from '#lib/cli/config/contexts.ts';
import { checkedEndpoint, formatOf } from '#lib/cli/config/settings.ts';
import { Failure, usage } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import { agreed } from '#lib/cli/run/ask.ts';
import { fromFile } from '#lib/cli/run/values.ts';
import type { Runners } from './command.ts';
import { passwordOf } from './logins.ts';

interface AddFlags {
  readonly at: string;
  readonly auth?: string;
  readonly accessKeyId?: string;
  readonly secretKey?: string;
  readonly credentialCommand?: string;
  readonly format?: string;
}

/** `svc context add|list|use|show|remove`: platforms and logins by name. */
export function add(command: Command, { bare }: Runners): void {
  command
    .command('add <name>')
    .description('Add a context. If you give no access key or command, log in with svc login --context NAME.')
    .requiredOption('--at <url>', 'the address of the platform')
    .option(
      '--auth <way>',
      'how to use the key: sigv4 signs each request, token exchanges the key for a token',
      'sigv4',
    )
    .option('--access-key-id <id>', 'an access key of an IAM user; svc asks for its secret')
    .option('--secret-key <@file>', 'the secret of the access key: @file, or @- for standard input')
    .option('--credential-command <command>', 'a command that prints {"access_key_id", "secret_key"} or {"token"}')
    .option('--format <format>', 'the default output format')
    .action(bare(async (_globals, name: string, flags: AddFlags) => addContext(name, flags)));
  command
    .command('list')
    .description('List contexts.')
    .action(
      bare((globals) => {
        const rows = contextNames().map((name) => ({ current: name === currentContext(), name, ...toldOf(name) }));
        return show({ contexts: rows }, { items: 'contexts', columns: Object.keys(rows[0] ?? {}) }, globals);
      }),
    );
  command
    .command('use <name>')
    .description('Switch to a context.')
    .action(bare((_globals, name: string) => useContext(name)));
  command
    .command('show [name]')
    .description('Show a context, without its secrets.')
    .action(
      bare((globals, given: string | undefined) => {
        const name = given ?? globals.context ?? currentContext() ?? 'default';
        return show({ name, ...toldOf(name) }, { columns: [] }, globals, formatOf(globals));
      }),
    );
  command
    .command('remove <name>')
    .description('Remove a context with its credentials. Its session stays valid; to end it, run svc logout first.')
    .action(
      bare(async (globals, name: string) => {
        const { endpoint, user } = readContext(name) ?? missing(name);
        await agreed(globals, `Remove context ${name} (${user ?? 'nobody'} at ${endpoint})?`, 'svc context remove');
        removeContext(name);
      }),
    );
}

function missing(name: string): never {
  throw unknownContext(name);
}

/** What of a context may be seen. */
function toldOf(name: string): object {
  const { endpoint, auth, user, access_key_id, credential_command, output } = readContext(name) ?? missing(name);
  const who = user ?? access_key_id ?? (credential_command === undefined ? null : `by ${credential_command}`);
  return { endpoint, auth, who, output: output ?? null };
}

async function addContext(name: string, flags: AddFlags): Promise<void> {
  const { auth, accessKeyId, credentialCommand, format } = flags;
  if (readContext(name)) throw new Failure(`there is a context "${name}"`, { exit: 6, code: 'already_exists' });
  if (auth !== 'sigv4' && auth !== 'token') throw usage(`auth: "${auth}" is not allowed (sigv4, token)`);
  const context: Context = {
    endpoint: checkedEndpoint(flags.at),
    auth: accessKeyId !== undefined || credentialCommand !== undefined ? auth : 'session',
    ...(accessKeyId !== undefined && { access_key_id: accessKeyId, secret_key: await secretOf(flags) }),
    ...(credentialCommand !== undefined && { credential_command: credentialCommand }),
    ...(format !== undefined && { output: formatOf({ output: format }) }),
  };
  writeContext(name, context);
  if (currentContext() === undefined) useContext(name);
  if (context.secret_key)
    tell('The secret key is stored in a file that only you can read. To keep it elsewhere, use --credential-command.');
}

async function secretOf({ secretKey }: AddFlags): Promise<string> {
  if (secretKey === undefined) return passwordOf({}, 'Secret key: ');
  if (!secretKey.startsWith('@'))
    throw usage('--secret-key: other users could see it on the command line (@file, or @- for standard input)');
  return fromFile(secretKey).trim();
}
