import { describe, it } from 'vitest';
import { giveRange } from '#test/support/hosts/own-range.ts';
import { describeImageMachines } from './image-machines-suite.ts';
import { busyboxMissing } from './support/busybox.ts';
import { whereContainersWork } from './support/container-works.ts';
import { pullRange } from './support/puller.ts';

const lacking = busyboxMissing ?? ('missing' in pullRange ? pullRange.missing : null);
await whereContainersWork(() => {
  if (lacking !== null) {
    process.stderr.write(`machines of images are not tried: ${lacking}\n`);
    describe.skipIf(true)(`machines of images (${lacking})`, () => it('boot', () => undefined));
    return;
  }
  describeImageMachines(null);
  const given = giveRange('nobody');
  if ('words' in given) describeImageMachines(given.words);
});
