import type { GuestEnd } from '#lib/runtime/backend.ts';
import type { WatchedInit } from '#lib/runtime/holder.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { readLines } from '#lib/runtime/system/streams.ts';

const READY = 'svc: ready';
/** What a kernel prints when it was halted. The guest's power stays on then. */
const HALTED = 'reboot: System halted';
const KEPT_BYTES = 4096;

/** What a QEMU and its guest tell of themselves. */
export interface Life {
  /** Resolves when QEMU has ended, and all that it wrote was read. */
  readonly ended: Promise<GuestEnd>;
  /** Resolves when the guest has begun to shut down, to what for. */
  readonly leaving: Promise<GuestEnd>;
  /** Resolves when the guest has said that it is up. */
  readonly ready: Promise<void>;
  /** The last output of QEMU and of the guest's kernel. */
  words(): string;
}

/** Follows a QEMU; `heard` is how it ends, where an earlier runtime has heard that already. */
export function follow(qemu: WatchedInit, heard?: GuestEnd): Life {
  const [serial, events] = [qemu.console(), qemu.words()];
  const leaving = Promise.withResolvers<GuestEnd>();
  const ready = Promise.withResolvers<void>();
  let end: GuestEnd = 'crash';
  const leave = (how: GuestEnd) => {
    end = how;
    leaving.resolve(how);
  };
  if (heard) leave(heard);
  let said = '';
  serial.setEncoding('utf8').on('error', ignore);
  serial.on('data', (text: string) => {
    said = (said + text).slice(-KEPT_BYTES);
    if (said.includes(READY)) ready.resolve();
    if (!said.includes(HALTED)) return;
    leave('poweroff');
    qemu.signal('kill');
  });
  readLines(events, (line) => {
    const how = shutdownIn(line);
    if (how) leave(how);
  });
  const read = [serial, events].map((stream) => new Promise((resolve) => stream.once('close', resolve)));
  const ended = qemu.ended.then(async () => {
    await Promise.all(read);
    return end;
  });
  return { ended, leaving: leaving.promise, ready: ready.promise, words: () => said };
}

/** How a guest goes down by this event of QEMU's; null where it does not, or the line is half of one. */
function shutdownIn(line: string): GuestEnd | null {
  try {
    const { event, data } = JSON.parse(line);
    if (event !== 'SHUTDOWN' || data?.guest !== true) return null;
    return data.reason === 'guest-reset' ? 'reboot' : 'poweroff';
  } catch {
    return null;
  }
}
