import { beforeEach, describe, expect, test } from 'vitest';
import { hostApi } from '#lib/model/compute/host-api.ts';
import { state } from '#test/support/table/state.ts';
import { type Called, callOf, type Ground, makeGround, outcomeOf } from './ground.ts';
import { attacksWith } from './inputs.ts';

/* A host that was taken over calls every route with the names of what another host has. */

let ground: Ground;
beforeEach(async () => {
  ground = await makeGround();
});

const nothing = '404 not_found';
const told: { readonly [N in Called]: unknown } = {
  startHost: { epoch: 2, state: 'active', settings: expect.anything(), bell: null, console_origins: [] },
  beatHost: expect.objectContaining({ state: 'active', gone: [{ operation: 'op-1', step: 'start' }] }),
  listHostJobs: { jobs: [], refused: [] },
  takeHostJob: nothing,
  reportJobProgress: nothing,
  reportJobResult: nothing,
  listHostMachines: { machines: [] },
  getHostMachine: nothing,
  reportMachine: nothing,
  reportConsoleLog: nothing,
  reportSamples: { unknown: [expect.stringMatching(/^i-/)] },
  listHostBalancers: { balancers: [] },
  reportBalancer: nothing,
  // The owner's own token, which is no ticket, and counts for nothing from a host.
  openHostConsole: { refused: expect.objectContaining({ status: 401, code: 'missing_credentials' }) },
  checkHostConsole: nothing,
  // Closing what is not open does nothing, for anybody.
  closeHostConsole: {},
  // Its own bell.
  connectBell: {},
  rotateHostKey: {},
  leaveHosts: {},
};
const names = Object.keys(told) as Called[];

test('every route is attacked', () => {
  expect([...names, 'joinHosts'].sort()).toEqual(Object.keys(hostApi).sort());
});

/**
 * All that is anybody's but the attacker's own: its record, what it offers, its address (addresses.test.ts), its
 * heartbeat.
 */
async function others() {
  const isItsOwn = /HOST#host-attacker|PLATFORM|BLOCK/;
  return (await state()).filter(({ pk, sk }) => !isItsOwn.test(`${pk} ${sk}`));
}

describe.each(names)('%s with what another host has', (name) => {
  test('is told nothing, and changes nothing', async () => {
    const before = await others();
    expect(before.some(({ pk }) => pk === 'HOST#host-victim')).toBe(true);
    const { input, params } = attacksWith(ground)[name];
    expect(await outcomeOf(callOf(ground.attacker.link, name, input, params))).toEqual(told[name]);
    expect(await others()).toEqual(before);
  });
});

describe('the same names by the host that has them', () => {
  test.each(['takeHostJob', 'getHostMachine', 'reportMachine', 'checkHostConsole'] as const)('%s', async (name) => {
    const { input, params } = attacksWith(ground)[name];
    expect(await outcomeOf(callOf(ground.victim.link, name, input, params))).not.toBe(nothing);
  });
});
