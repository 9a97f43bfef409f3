// biome-ignore-all lint/plugin: the report is of processor time
import { createHash } from 'node:crypto';

/**
 * Milliseconds of processor time that a fixed piece of work takes here: parsing, sorting and hashing, as tests do.
 * What a run costs divided by this is comparable between computers.
 */
export function calibration(): number {
  const before = process.cpuUsage();
  const hash = createHash('sha256');
  for (let round = 0; round < 60; round += 1) {
    const items = Array.from({ length: 3000 }, (_, n) => ({ id: (n * 7919) % 3001, name: `item ${n}` }));
    const read: typeof items = JSON.parse(JSON.stringify(items));
    hash.update(
      read
        .sort((a, b) => a.id - b.id)
        .map(({ name }) => name)
        .join(),
    );
  }
  hash.digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
