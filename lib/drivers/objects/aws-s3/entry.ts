import type { EngineEntry } from '#lib/drivers/objects/entry.ts';
import { awsS3Capabilities } from './capabilities.ts';

/** Amazon S3. */
export const awsS3: EngineEntry<'aws-s3'> = {
  capabilities: awsS3Capabilities,
  addressing: () => ['path', 'virtual'],
  bucketPrefix: ({ bucketPrefix }) => bucketPrefix,
  load: async (settings) => {
    const { openAwsS3 } = await import('./open.ts');
    return { open: () => openAwsS3(settings), authority: async () => undefined };
  },
};
