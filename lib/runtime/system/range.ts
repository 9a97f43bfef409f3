import { readFileSync } from 'node:fs';

/**
 * Whether this process is root of a user namespace that the agent gave a range of ids (`range.pl` of the launcher).
 * Then every machine has 65,536 ids, and this process is still an ordinary user to the host.
 */
export const inRange: boolean = process.getuid?.() === 0 && hasMap(65_535);

/** Whether root here is one user of the system outside, and the next `count` ids are others. */
function hasMap(count: number): boolean {
  try {
    const lines = readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n');
    const [root, others] = lines.map((line) => line.trim().split(/\s+/).map(Number));
    return root?.[0] === 0 && root[1] !== 0 && root[2] === 1 && others?.[0] === 1 && (others[2] ?? 0) >= count;
  } catch {
    return false;
  }
}
