import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { attacksIn } from '#test/hostile/support/attacks.ts';
import { type Ground, openGround } from './ground.ts';

const attacks = await attacksIn<Ground>(new URL('./attacks/', import.meta.url));

describe('a machine tries at the way out of its VPC', () => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround();
  });
  afterEach(async () => {
    ground.answerWith(null);
    // Whatever was tried, nothing of the host was reached, and the way out is open.
    expect(ground.reached()).toBe(0);
    expect(await ground.get(`http://public.test:${ground.site}/`)).toBe(200);
    ground.heard();
  });
  afterAll(() => ground.close());

  for (const { tries, by } of attacks) it(tries, () => by(ground));
});
