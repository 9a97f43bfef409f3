import { readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Answers the descriptors beyond 0 to 2 that a program started by this process would inherit. Node marks its own as
 * close-on-exec, so these were left open by the process that started this one: a shell, an editor's terminal, make.
 * Empty on a system without /proc.
 */
export function inheritedDescriptors(): number[] {
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
