import { readdirSync, readFileSync } from 'node:fs';

/** A machine's init as root of the host sees it: its pid, and the first id on the host of the machine's 65,536. */
export interface OnHost {
  readonly pid: number;
  readonly first: number;
}

/** Finds the machine of this name; null where this process may not look, or the machine shares its range. */
export function onHost(name: string): OnHost | null {
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    if (!/^NSpid:.*\t1$/m.test(text(`/proc/${pid}/status`))) continue;
    if (text(`/proc/${pid}/root/etc/hostname`) !== `${name}\n`) continue;
    // Root and the 65,535 others, as its namespaces were given them.
    const [, first = 0, , , others] = text(`/proc/${pid}/uid_map`).trim().split(/\s+/).map(Number);
    return others === first + 1 ? { pid: Number(pid), first } : null;
  }
  return null;
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
