import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { firstBootPlan } from '#lib/model/compute/user-data/first-boot.ts';
import { anyMachine, readUserData } from '#lib/model/compute/user-data/read.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { snippets } from './public-snippets.ts';

const whole = (text: string) => `#cloud-config\n${text.replace('KEY', newPublicKey())}`;

/** The steps of a script, in their order, as plain words. */
const steps = (script: string) =>
  [...script.matchAll(/^'step' (.+)/gmv)].map(([, words = '']) => words.replaceAll("'", ''));

describe('what public guides give a machine', () => {
  test.each(snippets.filter(({ does }) => does))('$about: is run', async ({ text, does = [] }) => {
    const { first_boot } = await firstBootPlan(whole(text), anyMachine);
    expect(steps(first_boot ?? '').map((step, at) => step.slice(0, does[at]?.length))).toEqual(does);
    expect(spawnSync('sh', ['-n'], { input: first_boot ?? '' }).status).toBe(0);
  });

  test.each(snippets.filter(({ refused }) => refused))('$about: is refused', ({ text, refused = '' }) => {
    const read = readUserData(whole(text), anyMachine);
    const begin = `#cloud-config ${refused}`;
    expect('problem' in read ? read.problem.slice(0, begin.length) : read).toBe(begin);
  });

  test('the last words say how long the machine has been up', async () => {
    const { first_boot } = await firstBootPlan(whole('final_message: a'), anyMachine);
    const [helper = ''] = first_boot?.match(/^last_words\(\) \{.+?^\}/msv) ?? [];
    const said = spawnSync('sh', ['-c', `${helper}\nlast_words 'up $UPTIME on $DATASOURCE: $HOME'`]);
    expect(said.stdout.toString()).toMatch(/^up \d+\.\d+ on svc: \$HOME\n$/v);
  });

  test('each is run or refused', () => {
    expect(snippets.filter(({ does, refused }) => (does === undefined) === (refused === undefined))).toEqual([]);
    expect(snippets.length).toBeGreaterThanOrEqual(20);
  });
});
