import { describe, expect, it } from 'vitest';
import { driverWords, insideWords } from '#test/support/compute/driver-words.ts';
import { driverHome } from './support/driver-home.ts';
import { whereQemuWorks } from './support/qemu-works.ts';

const ofTheHost = ['low_ports', 'sftp', 'hardware_acceleration', 'memory_limit', 'cpu_limit', 'process_limit'];

/** A driver names what it has on this host, and no more. */
function namesItsWords(kind: keyof typeof driverWords): void {
  it(`${kind} names what it has, and nothing of what only containers have`, async () => {
    const home = await driverHome();
    try {
      const driver = await home.open(kind);
      const words = driver.capabilities();
      await driver.close();
      const always: readonly string[] = driverWords[kind];
      const found = words.filter((word) => always.includes(word) || !ofTheHost.includes(word));
      expect(found.toSorted()).toEqual(always.toSorted());
      expect(words.filter((word) => (insideWords as readonly string[]).includes(word))).toEqual([]);
    } finally {
      await home.remove();
    }
  });
}

describe('the capabilities of drivers', () => {
  namesItsWords('process');
  namesItsWords('simulated');
});

await whereQemuWorks(() => describe('the capabilities of guests with a kernel', () => namesItsWords('qemu')));
