import { expect, test } from 'vitest';
import { shippedSources } from './syntax.ts';

/* There is one commit protocol: lib/domain/platform/commit.ts writes, starts and wakes, and no other file does. */

const protocol = 'lib/domain/platform/commit.ts';

/** The parts of the protocol, each with the files besides it that may name them, and why. */
const parts: Record<string, Record<string, string>> = {
  putIntent: { 'lib/store/platform/outbox.ts': 'makes the write' },
  startWorkflow: { 'lib/drivers/workflows/start.ts': 'is the call' },
  postLetters: { 'lib/domain/platform/mail/post.ts': 'makes the writes' },
  wakeUp: { 'lib/drivers/wakeup/ring.ts': 'is the call' },
  ringMail: { 'lib/drivers/wakeup/ring.ts': 'is the call' },
  ringDocuments: {
    'lib/drivers/wakeup/ring.ts': 'is the call',
    'lib/domain/billing/invoices/show.ts': 'waits for a document that another request has left to be made',
  },
};

test('the parts of the commit protocol are named in one place', () => {
  const sources = shippedSources();
  for (const [name, others] of Object.entries(parts)) {
    const naming = sources.filter(({ nodes }) =>
      nodes.some((node) => node.type === 'Identifier' && node.name === name),
    );
    expect(naming.map(({ file }) => file).sort(), name).toEqual([protocol, ...Object.keys(others)].sort());
  }
});
