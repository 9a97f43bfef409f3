import { afterAll, describe, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { attacksIn } from '#test/hostile/support/attacks.ts';
import { giveRange } from '#test/support/hosts/own-range.ts';
import { type Attack, type Ground, openGround } from './ground.ts';

/** Every attack of a folder on the machines of a driver that promises isolation; says why where there are none here. */
export async function describeHostileMachines(kind: DriverKind, folder: string): Promise<void> {
  const attacks = await attacksIn<Ground>(new URL(`./${folder}/`, import.meta.url));
  const ground = await openGround(kind);
  if ('reason' in ground) {
    if (process.env.SVC_EXPECT_COMPUTE === kind) throw new Error(`${kind}: ${ground.reason}`);
    return skip(kind, ground.reason);
  }
  attack(`somebody in a ${kind} machine tries`, ground, attacks);
}

/**
 * Attacks that only machines with users of their own see, on the platform of an ordinary user that has ids for them.
 */
export async function describeUsersOfOrdinaryUser(): Promise<void> {
  const given = giveRange('nobody');
  if ('reason' in given) return skip('users of machines of an ordinary user', given.reason);
  const folders = ['boots', 'inside'].map((folder) => new URL(`./${folder}/`, import.meta.url));
  const all = (await Promise.all(folders.map((folder) => attacksIn<Ground>(folder)))).flat();
  const ground = await openGround('container', given);
  if ('reason' in ground) return skip('users of machines of an ordinary user', ground.reason);
  afterAll(given.remove);
  const attacks = all.filter(({ needs = [] }) => needs.some((word) => word === 'users' || word === 'packages'));
  attack("somebody in a machine of an ordinary user's platform tries", ground, attacks);
}

function skip(what: string, reason: string): void {
  process.stderr.write(`${what}: not attacked: ${reason}\n`);
  describe.skipIf(true)(`${what} (${reason})`, () => it('is attacked', () => undefined));
}

function attack(title: string, ground: Ground, attacks: readonly Attack[]): void {
  describe(title, () => {
    afterAll(() => ground.close());

    for (const { tries, needs = [], by } of attacks) {
      const lacking = needs.filter((word) => !ground.words.includes(word));
      it.skipIf(lacking.length > 0)(`${tries}${lacking.map((word) => ` (no ${word})`).join('')}`, () => by(ground));
    }
  });
}
