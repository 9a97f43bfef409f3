import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LinkError } from '#lib/agent/link/link-error.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { endMachinesLeft, leaveAsHost, rotateHostKey, showDrain } from './commands.ts';
import { defaultFolder, HostFiles } from './files.ts';
import { HostError } from './host-error.ts';
import { joinAsHost } from './join.ts';
import { joinOptions } from './join-plan.ts';
import { runHost } from './run.ts';
import { showStatus } from './status.ts';

/* `svc-host`: makes a Linux machine a host of a platform, and runs its agent. */

const usage = `svc-host join --url <https://…> --token <svcj_…>   makes this machine a host
    --driver <container|qemu>        how machines run                     (container)
    --public-ip <address>            where their SSH ports are            (that of the default route)
    --listen-ip <address>            its own, where a router translates   (the public one)
    --capacity <vcpus>,<MiB of RAM>  what it offers                       (all that it has)
    --address-pool <block>           for elastic IPs and load balancers   (none)
    --disk-scope <name>              disks that other hosts reach, too    (its own)
    --reserved-ports <20000-20099,…> ports that no machine gets           (those in use)
    --console-url <wss://name:port>  where browsers reach consoles        (none)
    --console-port <port>            what it listens on for them          (that of the address)
    --console-cert <file>            the certificate for that name
    --console-key <file>             and its key
    --yes                            does not ask
svc-host run          serves its machines, as systemd has it
svc-host status       how it is (-o json: for programs)
svc-host drain        how an operator takes it out of placement
svc-host rotate-key   has it sign with a new key
svc-host end          ends machines that an agent which was killed has left
svc-host leave        stops it, and forgets the key (--force: whatever is on it)
    --state-dir <folder>             of every command                     (${defaultFolder})`;

const options = {
  ...joinOptions,
  force: { type: 'boolean' },
  help: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
} as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command, ...more] = positionals;
  if (values.help || command === undefined) return say(usage);
  if (more.length > 0) throw new HostError(`${more[0]} is one word too many\n${usage}`);
  // Files of machines must be readable for every user of a machine. The folders around them are closed.
  process.umask(0o022);
  const files = new HostFiles(resolve(values['state-dir'] ?? defaultFolder));
  const commands: Readonly<Record<string, () => Promise<void>>> = {
    join: () => joinAsHost(values, say),
    run: () => runHost(files),
    status: () => status(files, values.output),
    drain: () => showDrain(files, say),
    'rotate-key': () => rotateHostKey(files, say),
    end: () => endMachinesLeft(files, say),
    leave: () => leaveAsHost(files, values.force ?? false, say),
  };
  const act = Object.hasOwn(commands, command) && commands[command];
  if (!act) throw new HostError(`there is no command ${command}\n${usage}`);
  await act();
}

async function status(files: HostFiles, output: string | undefined): Promise<void> {
  if (output !== undefined && output !== 'json') throw new HostError('-o takes json');
  if (!(await showStatus(files, say, output))) process.exitCode = 1;
}

/** Whether an error is a sentence for the user, and not a fault of the program. */
const isTold = (error: Error): boolean =>
  error instanceof HostError ||
  error instanceof LinkError ||
  error instanceof DriverError ||
  hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC') ||
  String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');

main().catch((error: Error) => {
  process.stderr.write(`svc-host: ${isTold(error) ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
