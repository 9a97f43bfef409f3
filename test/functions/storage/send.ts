import { AwsClient } from 'aws4fetch';

/** A key's id and secret, as its creation answers them. */
export interface Credentials {
  access_key_id: string;
  secret_key: string;
}

/** Sends a signed request to an S3 endpoint; its status and S3's error code, "" where it has none. */
export async function send(
  { access_key_id: accessKeyId, secret_key: secretAccessKey }: Credentials,
  url: string,
  init: RequestInit = {},
): Promise<[status: number, code: string]> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'in-mum', retries: 0 });
  const reply = await client.fetch(url, init);
  return [reply.status, /<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1] ?? ''];
}
