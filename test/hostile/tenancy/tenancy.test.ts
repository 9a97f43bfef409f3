import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#lib/store/platform/read.ts';
import { attacksIn } from '#test/hostile/support/attacks.ts';
import { type Ground, openGround } from './ground.ts';

const attacks = await attacksIn<Ground>(new URL('./attacks/', import.meta.url));

describe('the administrator of one account tries, at another’s', () => {
  let ground: Ground;
  let before: Record<string, Item>;
  beforeAll(async () => {
    ground = await openGround();
    before = await ground.standing();
  });
  afterEach(async () => {
    // What the victim has themselves done since is in no attack's way: those say so by leaving things as they were.
    expect(await ground.standing()).toEqual(before);
  });

  for (const { tries, by } of attacks) it(tries, () => by(ground));
});
