import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { call } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { attacksIn } from '#test/hostile/support/attacks.ts';
import { type Ground, openGround } from './ground.ts';

const attacks = await attacksIn<Ground>(new URL('./attacks/', import.meta.url));

describe('somebody tries to be another by', () => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround();
  });
  afterEach(async () => {
    resetClock();
    // What is genuine still is.
    const replies = [ground.attacker, ground.victim].map(({ bearer }) => call(me, { bearer }));
    expect((await Promise.all(replies)).map(({ body }) => body.account_id)).toEqual([
      ground.attacker.account_id,
      ground.victim.account_id,
    ]);
  });

  for (const { tries, by } of attacks) it(tries, () => by(ground));
});
