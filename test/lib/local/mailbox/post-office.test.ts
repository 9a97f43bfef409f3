import { expect, test } from 'vitest';
import { postOffice } from '#lib/local/mailbox/post-office.ts';
import { parseSchedule } from '#lib/local/schedules/schedule.ts';
import { oneAtATime } from '#lib/local/schedules/scheduled-task.ts';

const log = { info: () => undefined, warn: () => undefined };

test('who asks for the mail waits also for what a scheduled run had taken up before', async () => {
  const held = Promise.withResolvers<void>();
  const seen: string[] = [];
  const mail = oneAtATime({
    name: 'mailSchedule',
    schedule: parseSchedule('rate(1 minute)'),
    async run() {
      seen.push('begun');
      await held.promise;
      seen.push('sent');
    },
  });
  const scheduled = mail.run(new Date());
  const asked = postOffice(
    [mail],
    () => new Date(),
    log,
    (work) => work(),
  )
    .send()
    .then(() => seen.push('answered'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual(['begun']);
  held.resolve();
  await Promise.all([scheduled, asked]);
  expect(seen).toEqual(['begun', 'sent', 'begun', 'sent', 'answered']);
});

test('a run that fails holds up no other', async () => {
  let runs = 0;
  const failing = oneAtATime({
    name: 'mailSchedule',
    schedule: parseSchedule('rate(1 minute)'),
    run: async () => {
      runs += 1;
      throw new Error('no mail today');
    },
  });
  const both = await Promise.allSettled([failing.run(new Date()), failing.run(new Date())]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(runs).toBe(2);
});
