import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launcher, launcherMissing } from '#lib/agent/launcher/launcher.ts';
import { type Channel, type ChannelListener, openChannel } from './channel.ts';
import { inheritedDescriptors } from './inherited.ts';
import { lendSockets } from './lend.ts';
import type { HostedKind } from './protocol.ts';
import { shareImage } from './share-image.ts';
import { ownPlace, type RuntimePlace, systemPlace } from './state-folder.ts';
import { findTool, HOST_ENV } from './tools.ts';

const ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url));

/** A started runtime and the folder it may write. */
export interface StartedRuntime {
  readonly channel: Channel;
  readonly state: string;
  /** The guest image, where the runtime may read it. */
  readonly image: string | null;
}

/** Starts a runtime process: as root under a uid of its own, else as this user. It ends with this process. */
export async function startRuntime(
  {
    kind,
    dir,
    systemDir,
    image,
  }: { readonly kind: HostedKind; readonly dir: string; readonly systemDir: string; readonly image: string | null },
  listener: ChannelListener & { isGiven(address: string): boolean },
): Promise<StartedRuntime> {
  const place = process.getuid?.() === 0 ? await systemPlace(dir, ENTRY, systemDir) : await ownPlace(dir, ENTRY);
  const [file = '', ...args] = [...wrapper(place, kind), ...ownSession(), place.node, place.entry];
  const readable = image && (await shareImage(image, place));
  const nothing = openSync('/dev/null', 'r');
  try {
    const child = spawn(file, args, {
      cwd: '/',
      env: HOST_ENV,
      // A session of its own: Ctrl-C in the terminal reaches the agent alone, which then closes in order.
      detached: true,
      stdio: withoutInherited(['ignore', 'pipe', 'pipe', 'ipc'], nothing),
    });
    relay(child, listener.log);
    lendSockets(child, listener.isGiven);
    return { channel: openChannel(child, listener), state: place.state, image: readable };
  } finally {
    closeSync(nothing);
  }
}

/** What somebody left open around us must not be open in a machine, whose root could leave it by a folder: it gets nothing instead. */
function withoutInherited(own: Stdio[], nothing: number): Stdio[] {
  const inherited = inheritedDescriptors();
  const length = Math.max(own.length, ...inherited.map((descriptor) => descriptor + 1));
  return Array.from({ length }, (_, at) => own[at] ?? (inherited.includes(at) ? nothing : 'ignore'));
}

type Stdio = 'ignore' | 'pipe' | 'ipc' | number;

/**
 * `--pdeathsig` covers a runtime that is too busy to see that its channel broke; its network host processes die with it. Processes of the
 * process driver do not, so there the runtime must live on to end them.
 */
function wrapper({ uid }: RuntimePlace, kind: HostedKind): string[] {
  const death = kind !== 'process' ? ['--pdeathsig', 'KILL'] : [];
  if (uid !== null) {
    const identity = ['--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups'];
    return ['setpriv', ...identity, '--inh-caps=-all', '--no-new-privs', ...death, '--'];
  }
  return death.length > 0 && findTool('setpriv') ? ['setpriv', ...death, '--'] : [];
}

/** Keys of the person who started the platform must not be a machine's. */
function ownSession(): string[] {
  if (launcherMissing) return [];
  const { file, args } = launcher('session', {});
  return [file, ...args];
}

function relay(child: ChildProcess, log: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => log(`runtime: ${line}`));
  }
}
