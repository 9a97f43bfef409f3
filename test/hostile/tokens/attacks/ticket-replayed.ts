import { expect } from 'vitest';
import { handler as create } from '#functions/compute/instances/console-ticket.ts';
import { consoleGrant } from '#lib/domain/compute/console/credentials.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { ApiError } from '#lib/model/platform/errors.ts';
import { call } from '#lib/testing/functions/call.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

export const attack: Attack = {
  tries: 'the ticket of a console twice, for another machine, or past its minute',
  async by({ attacker, refuses }) {
    await standInHost();
    const [one, two] = [await launched(attacker), await launched(attacker)];
    for (const instance of [one, two]) await putInto(instance, up);
    const ticket = async () =>
      (await expectStatus(201, call(create, { bearer: attacker.bearer, params: { id: one.id } }))).ticket as string;
    const open = (text: string, id: string) =>
      consoleGrant({}, text, id, civilNow()).then(
        () => 'open',
        (error: ApiError) => error.code,
      );
    const first = await ticket();
    expect([await open(first, one.id), await open(first, one.id)]).toEqual(['open', 'invalid_token']);
    expect(await open(await ticket(), two.id)).toBe('invalid_token');
    const late = await ticket();
    const [left, right] = [await ticket(), ''];
    const both = await Promise.all([open(left, one.id), open(left, one.id), open(right, one.id)]);
    expect(both.filter((answer) => answer === 'open')).toHaveLength(1);
    advanceClock(61);
    expect(await open(late, one.id)).toBe('invalid_token');
    await refuses(late);
  },
};
