import { expect, test } from 'vitest';
import { readMessage } from '#lib/agent/console/messages.ts';

test.each([
  ['{"type":"resize","cols":80,"rows":24}', { type: 'resize', cols: 80, rows: 24 }],
  ['{"type":"ping"}', { type: 'ping' }],
  ['', { code: 1003 }],
  ['[]', { code: 1003 }],
  ['null', { code: 1003 }],
  ['{"cols":80}', { code: 1003 }],
  ['{"type":"resize"}', { code: 1008, reason: 'cols: cols and rows are integers from 1 to 1000' }],
  ['{"type":"resize","cols":80.5,"rows":24}', { code: 1008 }],
  [
    '{"type":"resize","cols":80,"rows":1001}',
    { code: 1008, reason: 'rows: cols and rows are integers from 1 to 1000' },
  ],
  ['{"type":"resize","cols":80,"rows":24,"x":1}', { code: 1008 }],
])('%s', (text, meaning) => {
  expect(readMessage(text)).toMatchObject(meaning);
});
