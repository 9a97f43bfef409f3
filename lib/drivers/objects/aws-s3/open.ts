import type { ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { partitionOf } from '#lib/drivers/objects/partitions.ts';
import { type ObjectSettings, ObjectSettingsError } from '#lib/model/storage/object-settings.ts';
import { awsS3Engine } from './engine.ts';

/** Amazon S3, called under the function's own role as its credentials are now. */
export function openAwsS3(settings: Extract<ObjectSettings, { engine: 'aws-s3' }>): ObjectEngine {
  const { url: s3Url, region, bucketPrefix, userPath, boundary } = settings;
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_ENDPOINT_URL_IAM } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new ObjectSettingsError('AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set, and aws-s3 needs both');
  }
  const token = AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN };
  return awsS3Engine({
    s3Url,
    iamUrl: AWS_ENDPOINT_URL_IAM || partitionOf(region).iamUrl,
    region,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretKey: AWS_SECRET_ACCESS_KEY, ...token },
    bucketPrefix,
    userPath,
    boundary,
  });
}
