import { describe, it } from 'vitest';
import { giveRange } from '#test/support/hosts/own-range.ts';
import { describeImagePrograms } from './image-programs-suite.ts';
import { busyboxMissing } from './support/busybox.ts';
import { whereContainersWork } from './support/container-works.ts';
import { pullRange } from './support/puller.ts';

const lacking = busyboxMissing ?? ('missing' in pullRange ? pullRange.missing : null);
await whereContainersWork(() => {
  if (lacking !== null) {
    process.stderr.write(`programs of images are not tried: ${lacking}\n`);
    describe.skipIf(true)(`programs of images (${lacking})`, () => it('run', () => undefined));
    return;
  }
  describeImagePrograms(null);
  const given = giveRange('nobody');
  if ('words' in given) describeImagePrograms(given.words);
});
