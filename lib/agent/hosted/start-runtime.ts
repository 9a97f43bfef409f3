import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { volumeDisk } from '#lib/runtime/disks/own-disks.ts';
import type { GroupPlace } from '#lib/runtime/groups/place.ts';
import { HOLDERS } from '#lib/runtime/holders.ts';
import { launcher, launcherMissing } from '#lib/runtime/launcher/launcher.ts';
import { requireFree } from '#lib/runtime/lock.ts';
import { drivers, type HostedKind } from '#lib/runtime/registry.ts';
import { readLines } from '#lib/runtime/system/streams.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { type Channel, type ChannelListener, openChannel } from './channel.ts';
import { groupsFor } from './group-place.ts';
import { type IdRange, tryRange, wordsOf } from './id-range.ts';
import { hostImage, imagesIn } from './image/make.ts';
import { DiskKeeper, type DiskRecord } from './keep-disks.ts';
import { keepRange } from './kept-range.ts';
import { type Lending, lendSockets, TRIAL } from './lend.ts';
import type { MountLender } from './lend-mounts.ts';
import type { MachineIds } from './machine-ids.ts';
import type { RuntimeLoans } from './runtime-loans.ts';
import { shareImage } from './share-image.ts';
import { ownPlace, type RuntimePlace, systemPlace } from './state-folder.ts';
import { type Lack, lackLine } from './sub-ids.ts';

const ENTRY = fileURLToPath(import.meta.resolve('#lib/runtime/main.ts'));

/** Where a runtime is to keep its machines. */
export interface RuntimeOptions {
  readonly kind: HostedKind;
  /** Data folder. An agent that was started as root keeps machines in a system folder instead. */
  readonly dir: string;
  readonly systemDir: string;
  /** Folder of the guest image, for a kind that has one. */
  readonly image: string | null;
  /** The disk scope, where disks are shared with other hosts. */
  readonly diskScope?: string | undefined;
}

/** A started runtime, and its state folder. */
export interface StartedRuntime {
  readonly channel: Channel;
  readonly state: string;
  /** Where machines' folders are on shared disks; null without. */
  readonly shared: string | null;
  /** The guest image, in a folder that the runtime can read. */
  readonly image: string | null;
  /** Why machines have one user although their driver could give them more, for their owners; null where they have. */
  readonly oneUser: string | null;
  /** Whether each machine has ids of its own. */
  readonly ownIds: boolean;
  /** Where it makes control groups of machines; null where it cannot. */
  readonly groups: GroupPlace | 'scope' | null;
  /** Whether disks can be file systems of their own. */
  readonly ownDisks: boolean;
  /** Whether the disks of machines that an earlier agent has left are mounted still. */
  readonly resumes: boolean;
  /** Capabilities that follow from what the agent does. */
  readonly words: readonly string[];
  /** Frees the ids of a machine that is no more. */
  readonly forget: (machine: string) => void;
  /** Removes what earlier runtimes have left of disks. Called once this one has the state folder to itself. */
  readonly sweep: () => Promise<unknown>;
}

/**
 * Starts a runtime process: under a uid of its own when this process is root, otherwise as this user. The runtime ends
 * with this process. `loans` are those of the runtime before it. UNSUPPORTED while another agent has one there.
 */
export async function startRuntime(
  { kind, dir, systemDir, image, diskScope }: RuntimeOptions,
  loans: RuntimeLoans,
  listener: ChannelListener & Lending & { readonly disks: DiskRecord },
): Promise<StartedRuntime> {
  const isRoot = process.getuid?.() === 0;
  const place = isRoot ? await systemPlace(dir, ENTRY, systemDir, diskScope) : await ownPlace(dir, ENTRY, diskScope);
  await requireFree(place.state, process.pid);
  const { image: needed } = drivers[kind];
  const { oneUser, ...root } = await rootOf(place, kind, listener.log);
  const readable = image && needed ? await shareImage(image, needed, place) : (root.image ?? null);
  const program = [place.node, place.entry];
  const groups = await groupsFor(place, listener.log);
  const { ids = null, lender = null, ownDisks = false } = await loans.of(place, root.range, listener.log);
  const keeper =
    lender && ownDisks ? new DiskKeeper(lender.images, listener.disks, (words) => lender.disk(words)) : null;
  const around = root.range
    ? wordsOf({ ...root.range, ...holdersOf(place, kind), ...(ids && lender && poolOf(ids, lender)) })
    : [...wrapper(place), ...ownSession()];
  const [file = '', ...args] = [...groups.words, ...around, ...program];
  const nothing = openSync('/dev/null', 'r');
  try {
    const child = spawn(file, args, {
      cwd: '/',
      env: HOST_ENV,
      // In a session of its own: Ctrl-C in the terminal reaches only the agent, which then closes the runtime in order.
      detached: true,
      stdio: withoutInherited(['ignore', 'pipe', 'pipe', 'ipc'], nothing),
    });
    relay(child, listener.log);
    lendSockets(child, listener, lender && lending(lender, keeper), keeper?.change);
    groups.take(child);
    return {
      channel: openChannel(child, listener),
      state: place.state,
      shared: place.shared,
      image: readable,
      oneUser,
      ownIds: ids !== null,
      groups: groups.place,
      ownDisks,
      resumes: lender?.isAgain ?? true,
      words: lender?.words ?? [],
      forget: (machine) => ids?.forget(machine),
      sweep: async () => keeper?.sweep(),
    };
  } finally {
    closeSync(nothing);
  }
}

/** Ids for machines with many users, and the image on which new ones lie; without one of these the reason. */
interface ManyUsers extends Pick<StartedRuntime, 'image' | 'oneUser'> {
  readonly range: IdRange | null;
}

/** Root's runtimes have ranges that follow from their uids; an ordinary user's may change. */
async function rangeOf({ state, uid }: RuntimePlace): Promise<IdRange | Lack> {
  const range = await tryRange(uid);
  return uid === null ? keepRange(state, range) : range;
}

/** Where what holds machines is asked, for a driver whose machines outlive a runtime. */
const holdersOf = ({ state }: RuntimePlace, kind: HostedKind) =>
  drivers[kind].lasts ? { holders: join(state, HOLDERS) } : {};

/** The ids of machines, and the mounts in which their disks are, for a runtime in a range. */
const poolOf = ({ pool, count }: MachineIds, { mounts }: MountLender) => ({ pool, count, within_mounts: mounts });

/** A volume's files are where they are lent from. */
function lending(lender: MountLender, keeper: DiskKeeper | null): NonNullable<Parameters<typeof lendSockets>[2]> {
  return async (machine, folders) => {
    if ('volume' in folders && machine !== TRIAL)
      await keeper?.change({ act: 'open', disk: volumeDisk(folders.volume) });
    return lender.lend(machine, folders);
  };
}

/** Where machines have one user, the log has the whole reason. */
async function rootOf(place: RuntimePlace, kind: HostedKind, log: (line: string) => void): Promise<ManyUsers> {
  if (!drivers[kind].users) return { range: null, image: null, oneUser: null };
  // An overlay's upper folder cannot be on a network file system.
  const range =
    place.shared === null
      ? await rangeOf(place)
      : { missing: 'their disks are shared with other hosts', command: null };
  if ('missing' in range) {
    const oneUser = lackLine(range);
    log(`machines have one user: ${oneUser}`);
    return { range: null, image: null, oneUser };
  }
  try {
    return { range, image: await hostImage(place.state, range, log), oneUser: null };
  } catch (error) {
    const { message } = error as Error;
    log(`new machines have one user: ${message}`);
    // Machines that were made before lie on an image of then. What follows a colon is the operator's.
    const oneUser =
      'code' in (error as Error) ? 'the image of this host could not be made' : (message.split(':')[0] ?? '');
    return { range: existsSync(imagesIn(place.state)) ? range : null, image: null, oneUser };
  }
}

/**
 * Replaces descriptors that the agent inherited with /dev/null. Through an open folder, root in a machine could leave
 * the machine.
 */
function withoutInherited(stdio: Stdio[], nothing: number): Stdio[] {
  const inherited = inheritedDescriptors();
  const length = Math.max(stdio.length, ...inherited.map((descriptor) => descriptor + 1));
  return Array.from({ length }, (_, at) => stdio[at] ?? (inherited.includes(at) ? nothing : 'ignore'));
}

type Stdio = 'ignore' | 'pipe' | 'ipc' | number;

/** A runtime has no parent-death signal: it lives on to end what does not outlive it. */
function wrapper({ uid }: RuntimePlace): string[] {
  if (uid === null) return [];
  const identity = ['--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups'];
  return ['setpriv', ...identity, '--inh-caps=-all', '--no-new-privs', '--'];
}

/**
 * Gives the runtime a session keyring of its own: machines must not have the kernel keys of the user who started the
 * platform.
 */
function ownSession(): string[] {
  if (launcherMissing) return [];
  const { file, args } = launcher('session', {});
  return [file, ...args];
}

function relay(child: ChildProcess, log: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) readLines(stream, (line) => log(`runtime: ${line}`));
  }
}

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Answers the descriptors beyond 0 to 2 that a program started by this process would inherit. Node marks its own as
 * close-on-exec, so these were left open by the process that started this one: a shell, an editor's terminal, make.
 * Empty on a system without /proc.
 */
function inheritedDescriptors(): number[] {
  return list()
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInherited(descriptor));
}

function list(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return flags !== '' && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor that was open for this listing.
    return false;
  }
}
