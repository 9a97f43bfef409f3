import { expect, test } from 'vitest';
import { LoadsReport } from '#lib/agent/loads-report.ts';
import type { MachineLoads } from '#lib/model/compute/host-usage.ts';

const at = (minute: number): MachineLoads => [{ instance_id: 'i-1', minutes: [{ at: minute * 60, cpu: 50, ram: 25 }] }];

/** What a heartbeat says about loads; the control plane wants them or not from then on, or refuses the heartbeat. */
async function said(report: LoadsReport, answer: boolean | 'refused'): Promise<MachineLoads | undefined> {
  const heard: (MachineLoads | undefined)[] = [];
  const beat = report.along(async (loads) => {
    heard.push(loads);
    if (answer === 'refused') throw new Error('validation_failed');
    return { loads_wanted: answer };
  });
  await beat.catch(() => undefined);
  return heard[0];
}

test('loads are sent where they are wanted, and each minute once', async () => {
  let minute = 1;
  const report = new LoadsReport(() => at(minute));
  expect(await said(report, true)).toBeUndefined();
  expect(await said(report, true)).toEqual(at(1));
  expect(await said(report, true)).toBeUndefined();
  minute = 2;
  expect(await said(report, false)).toEqual(at(2));
  minute = 3;
  expect(await said(report, false)).toBeUndefined();
});

test('a control plane of an earlier version, which refuses them, gets the next heartbeat without', async () => {
  let minute = 1;
  const report = new LoadsReport(() => at(minute));
  await said(report, true);
  expect(await said(report, 'refused')).toEqual(at(1));
  minute = 2;
  expect(await said(report, false)).toBeUndefined();
  expect(await said(report, true)).toBeUndefined();
  expect(await said(report, true)).toEqual(at(2));
});
