import { expect, test } from 'vitest';
import { BootReporter } from '#lib/agent/boots.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import type { OutOfMemory } from '#lib/model/compute/out-of-memory.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { BootsDriver } from '#lib/runtime/driver.ts';

const news: ServiceFailure = { unit: 'web.service', result: 'exit-code', lines: ['oops'] };

test('eight failures of a kind are reported of a machine in an hour, whatever its boots; another machine has its own', async () => {
  const calls: unknown[] = [];
  let lack: (id: string, news: OutOfMemory) => void = () => undefined;
  let fail: (id: string, news: ServiceFailure) => void = () => undefined;
  const boots: Partial<BootsDriver> = {
    onWrote: () => undefined,
    onFirstBoot: () => undefined,
    onServiceFailed: (listener) => {
      fail = listener;
    },
    onOutOfMemory: (listener) => {
      lack = listener;
    },
  };
  const link = { call: async (...call: unknown[]) => void calls.push(call) };
  const log = () => undefined;
  const reporter = new BootReporter({
    link: link as unknown as HostLink,
    driver: { boots: boots as BootsDriver },
    log,
  });
  for (let i = 0; i < 1000; i++) fail('i-one', news);
  fail('i-two', news);
  for (let i = 0; i < 1000; i++) lack('i-three', { killed: 1, programs: [] });
  lack('i-two', { killed: 2, programs: ['perl'] });
  await reporter.close();
  const report = (id: string) => ['reportMachine', { event: 'service_failed', news }, { id }];
  expect(calls.filter((call) => JSON.stringify(call).includes('i-one'))).toEqual(Array(8).fill(report('i-one')));
  expect(calls.filter((call) => JSON.stringify(call).includes('i-two'))).toEqual([
    report('i-two'),
    ['reportMachine', { event: 'out_of_memory', news: { killed: 2, programs: ['perl'] } }, { id: 'i-two' }],
  ]);
  expect(calls.filter((call) => JSON.stringify(call).includes('i-three'))).toHaveLength(8);
});
