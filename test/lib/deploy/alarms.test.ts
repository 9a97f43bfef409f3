import { expect, test } from 'vitest';
import { alarmResource } from '#lib/deploy/operations/alarm.ts';
import { accessMetrics, loggedMetrics } from '#lib/deploy/operations/alarms.ts';
import { schedulesOf } from '#lib/deploy/schedules.ts';
import { type AlarmProperties, isRaised } from '#test/rehearse/stage/alarms.ts';
import { fits, Metrics } from '#test/rehearse/stage/metrics.ts';
import { everyAlarm } from './every-alarm.ts';

const now = 1_800_000_000_000;
const nameOf = (value: unknown) => JSON.stringify(value);
const minute = 60_000;

const propertiesOf = (alarm: (typeof everyAlarm)[number]) =>
  alarmResource(alarm, 'svc-test').Properties as unknown as AlarmProperties;

test.each(everyAlarm)('$name is raised by its threshold in each of its periods, and by nothing less', (alarm) => {
  const { metrics: watched, threshold, below, always = below, minutes, periods = 1 } = alarm;
  const raised = (value: number | undefined, count = periods) => {
    const metrics = new Metrics();
    for (let at = 0; at < count && value !== undefined; at++)
      for (const { namespace, name, dimensions: named = {} } of watched.slice(0, 1)) {
        const dimensions = Object.fromEntries(Object.entries(named).map(([key, one]) => [key, nameOf(one)]));
        metrics.put({ namespace, name, dimensions, value, at: now - at * minutes * minute - 1 });
      }
    return isRaised(propertiesOf(alarm), metrics, nameOf, now);
  };
  expect(raised(threshold)).toBe(below !== true);
  expect(raised(threshold * 0.99)).toBe(below === true);
  expect(raised(undefined)).toBe(always === true);
  if (periods > 1) expect(raised(threshold, periods - 1)).toBe(false);
});

test('of several metrics the sum counts, or the greatest', () => {
  const put = (name: string, values: readonly number[]) => {
    const alarm = everyAlarm.find((one) => one.name === name);
    const metrics = new Metrics();
    for (const [at, value] of values.entries()) {
      const { namespace = '', name: metric = '', dimensions: named = {} } = alarm?.metrics[at] ?? {};
      const dimensions = Object.fromEntries(Object.entries(named).map(([key, one]) => [key, nameOf(one)]));
      metrics.put({ namespace, name: metric, dimensions, value, at: now });
    }
    return alarm && isRaised(propertiesOf(alarm), metrics, nameOf, now);
  };
  expect(put('workflows-failed', [6, 4])).toBe(true);
  expect(put('stream-behind', [200_000, 200_000])).toBe(false);
  expect(put('stream-behind', [200_000, 300_000])).toBe(true);
});

test('a line counts where it is that of a filter, and of the API of hosts', () => {
  const pattern = accessMetrics.HostApiThrottled['Fn::Sub'].replace('${HostApi}', 'h1');
  expect(fits(pattern, { api: 'h1', status: '429' })).toBe(true);
  expect(fits(pattern, { api: 'c1', status: '429' })).toBe(false);
  expect(fits(pattern, { api: 'h1', status: '200' })).toBe(false);
  expect(fits(loggedMetrics.LoggedErrors, { level: 'error' })).toBe(true);
});

test('the hosts schedule is told how often each schedule runs; other expressions are refused', () => {
  const scheduled = (rate: string) => ({ handler: 'a.handler', events: [{ schedule: { rate: [rate] } }] });
  const functions = [
    ['a', scheduled('rate(1 minute)')],
    ['b', { handler: 'b.handler', events: [{ httpApi: 'GET /b' }] }],
    ['c', scheduled('rate(6 hours)')],
    ['d', scheduled('rate(1 day)')],
  ] as const;
  expect(schedulesOf(functions.map(([key, { handler, events }]) => [key, { handler, events: [...events] }]))).toBe(
    'a=60,c=21600,d=86400',
  );
  expect(schedulesOf([['a', { ...scheduled('rate(1 minute)'), runs: 3 }]])).toBe('a*3=60');
  expect(() => schedulesOf([['e', scheduled('cron(0 2 * * ? *)')]])).toThrow(
    'function e: schedule: say rate(<n> minutes|hours|days)',
  );
});
