import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type NodeRegistry, nodeRegistry } from '#test/lib/runtime/support/node-registry.ts';
import { openPuller, type Puller, pullRange } from '#test/lib/runtime/support/puller.ts';

/** The program that pulls, with a registry that belongs to the attacker. */
export interface ImagesGround {
  readonly registry: NodeRegistry;
  readonly puller: Puller;
}

/** Describes attacks by who makes an image, where ids can be mapped. Each of them leaves nothing in the store. */
export function describeHostileImages(what: string, attacks: (ground: () => ImagesGround) => void): void {
  if ('missing' in pullRange) {
    process.stderr.write(`attacks by images are skipped: ${pullRange.missing}\n`);
    describe.skipIf(true)(what, () => it('is tried', () => undefined));
    return;
  }
  describe(what, () => {
    let ground: ImagesGround;
    beforeAll(async () => {
      ground = { registry: await nodeRegistry(), puller: await openPuller() };
    });
    afterEach(() => expect(ground.puller.left().filter((name) => !/^[0-9a-f]{64}$/.test(name))).toEqual([]));
    afterAll(async () => {
      await ground.registry.close();
      await ground.puller.remove();
    });
    attacks(() => ground);
  });
}
