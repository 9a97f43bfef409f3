import type { ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { partitionOf } from '#lib/drivers/objects/partitions.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type ObjectSettings, ObjectSettingsError } from '#lib/model/storage/object-settings.ts';
import { awsS3Engine } from './engine.ts';

/** Amazon S3, called with the current credentials of the function's own role. */
export function openAwsS3(settings: Extract<ObjectSettings, { engine: 'aws-s3' }>): ObjectEngine {
  const { url: s3Url, region, bucketPrefix, userPath, boundary } = settings;
  const [id, secret] = [setting('AWS_ACCESS_KEY_ID'), setting('AWS_SECRET_ACCESS_KEY')];
  if (!id || !secret) {
    throw new ObjectSettingsError('AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set, and aws-s3 needs both');
  }
  const token = setting('AWS_SESSION_TOKEN');
  return awsS3Engine({
    s3Url,
    iamUrl: setting('AWS_ENDPOINT_URL_IAM') || partitionOf(region).iamUrl,
    region,
    credentials: { accessKeyId: id, secretKey: secret, ...(token && { sessionToken: token }) },
    bucketPrefix,
    userPath,
    boundary,
  });
}
