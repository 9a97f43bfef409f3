import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/generate/routes.ts';

/* There is one commit protocol: lib/domain/platform/commit.ts writes, starts and wakes, and no other file does. */

const protocol = 'lib/domain/platform/commit.ts';

/** The parts of the protocol, each with the files besides it that may name them, and why. */
const parts: Record<string, Record<string, string>> = {
  putIntent: { 'lib/store/platform/outbox.ts': 'makes the write' },
  startWorkflow: {
    'lib/drivers/workflows/start.ts': 'is the call',
    'lib/domain/storage/buckets/emptying.ts':
      'goes on with a workflow, in a task of it that is tried until it has started',
    'lib/local/dev/faults/stand-ins/workflows.ts': 'is the same call on a laptop, without the layers of the SDK',
  },
  postLetters: { 'lib/domain/platform/mail/post.ts': 'makes the writes' },
  ringHosts: { 'lib/domain/platform/ring-hosts.ts': 'is the call' },
  ringStream: {
    'lib/drivers/wakeup/ring.ts': 'is the call',
    'lib/domain/platform/wire.ts': 'passes it to the store, whose transactions leave events',
    'lib/domain/billing/invoices/show.ts': 'waits for a document that another request has left to be made',
  },
};

test.each(Object.entries(parts))('%s is named in the commit protocol, and where it is made, alone', (name, others) => {
  const files = globSync('{functions,lib,statemachines}/**/*.{ts,mjs}', { cwd: root });
  const naming = files.filter((file) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8')));
  expect(naming.sort()).toEqual([protocol, ...Object.keys(others)].sort());
});
