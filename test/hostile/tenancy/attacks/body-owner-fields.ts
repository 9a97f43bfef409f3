import { expect } from 'vitest';
import { bodyOf } from '#test/contract/samples.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'to make or change a thing in the victim’s account by a field that says so',
  async by({ victim, routes, ownParams, ask }) {
    const fields = {
      account_id: victim.account_id,
      user_id: victim.user.id,
      owner: victim.account_id,
      owner_id: victim.account_id,
      tenant: victim.account_id,
      pk: `A#${victim.account_id}`,
      principal: { account_id: victim.account_id },
    };
    const changing = routes.filter(
      ({ method, route, key }) => method !== 'GET' && !route.public && key !== 'switchAccount',
    );
    const answers = await Promise.all(
      changing.flatMap((route) =>
        Object.entries(fields).map(async ([name, value]) => {
          const reply = await ask(route, { params: ownParams(route), body: { ...bodyOf(route), [name]: value } });
          return { key: route.key, name, status: reply.status, code: reply.headers['x-error-code'] };
        }),
      ),
    );
    expect(answers.length).toBeGreaterThan(300);
    expect(answers.filter(({ status, code }) => status !== 400 || code !== 'unknown_field')).toEqual([]);
  },
};
