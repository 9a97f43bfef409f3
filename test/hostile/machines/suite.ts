import { afterAll, describe, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { attacksIn } from '#test/hostile/support/attacks.ts';
import { type Ground, openGround } from './ground.ts';

/** Every attack of a folder on the machines of a driver that promises isolation; says why where there are none here. */
export async function describeHostileMachines(kind: DriverKind, folder: string): Promise<void> {
  const attacks = await attacksIn<Ground>(new URL(`./${folder}/`, import.meta.url));
  const ground = await openGround(kind);
  if ('reason' in ground) {
    if (process.env.SVC_EXPECT_COMPUTE === kind) throw new Error(`${kind}: ${ground.reason}`);
    process.stderr.write(`no ${kind} machines are attacked: ${ground.reason}\n`);
    describe.skipIf(true)(`${kind} (${ground.reason})`, () => it('is attacked', () => undefined));
    return;
  }
  describe(`somebody in a ${kind} machine tries`, () => {
    afterAll(() => ground.close());

    for (const { tries, needs = [], by } of attacks) {
      const lacking = needs.filter((word) => !ground.words.includes(word));
      it.skipIf(lacking.length > 0)(`${tries}${lacking.map((word) => ` (no ${word})`).join('')}`, () => by(ground));
    }
  });
}
