import { expect, test } from 'vitest';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';

const failedLambda = JSON.stringify({ errorType: 'Error', errorMessage: 'the table is away', trace: [] });

test.each([
  ['States.Timeout', '', 'stop failed: it did not finish in time'],
  ['States.HeartbeatTimeout', '', 'stop failed: its host does not answer'],
  ['PORT_IN_USE', 'port 20001 is held by another program', 'stop failed: port 20001 is held by another program'],
  ['Error', failedLambda, 'stop failed: the table is away'],
  ['States.TaskFailed', '', 'stop failed: States.TaskFailed'],
  ['Error', '{"not": "a message"}', 'stop failed: {"not": "a message"}'],
  ['Error', 'null', 'stop failed: null'],
  ['FAILED', 'x'.repeat(1000), `stop failed: ${'x'.repeat(287)}`],
])('%s, %s', (error, cause, reason) => {
  expect(reasonOf('stop', { error, cause })).toBe(reason);
});
