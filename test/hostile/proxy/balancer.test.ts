import { describe, expect, it } from 'vitest';
import { attacksIn } from '#test/hostile/support/attacks.ts';
import { type Ground, openGround } from './balancer-ground.ts';

const attacks = await attacksIn<Ground>(new URL('./balancer/', import.meta.url));

describe('a client of a load balancer tries', () => {
  for (const { tries, by } of attacks) {
    it(tries, async () => {
      const ground = await openGround();
      await by(ground);
      // Whatever was tried, others are served.
      expect(await ground.neighbour()).toBe(200);
    });
  }
});
