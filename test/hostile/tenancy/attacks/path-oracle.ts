import { expect } from 'vitest';
import type { Aimed, Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'to learn from a refusal whether an id is the victim’s or nobody’s',
  async by({ aims, theirs, ask }) {
    const told = async ({ route, params }: Aimed, change: (id: string) => string) => {
      const changed = Object.fromEntries(
        Object.entries(params).map(([name, id]) => [name, Object.values(theirs).includes(id) ? change(id) : id]),
      );
      const { status, headers, body } = await ask(route, { params: changed });
      const text = Object.values(changed).reduce((all, id) => all.replaceAll(id, '…'), JSON.stringify(body));
      // Several hands ask, each with a name of its own.
      const said = text.replace(/user alice-\w+ acts/, 'user … acts');
      return { key: route.key, status, code: headers['x-error-code'], said };
    };
    const nobodys = (id: string) => `${id.slice(0, -4)}${/^[A-Z]/.test(id) ? 'QQQQ' : '0000'}`;
    const pairs = await Promise.all(aims.map(async (aim) => [await told(aim, (id) => id), await told(aim, nobodys)]));
    expect(pairs.filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other))).toEqual([]);
  },
};
