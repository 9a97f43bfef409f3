import { signText, stamp } from './sign.ts';

/** A browser's form; all but its key has a value that is right. */
export interface Form {
  key: string;
  keyId?: string;
  secret?: string;
  fields?: Record<string, string>;
  /** Conditions of the policy that is signed. */
  conditions?: unknown[];
  /** Seconds for which the policy is good. */
  expires?: number;
  bucket?: string;
  fileName?: string;
  /** What is done to the fields after they were signed. */
  alter?: (fields: Record<string, string>) => Record<string, string>;
}

const boundary = 'attack';

/** The request that sends a form to a bucket. */
export function formRequest(to: string, form: Form): string {
  const { key, keyId = 'BOTH', secret = `${keyId}-secret`, fields = {}, bucket = 'mine', fileName = 'a.txt' } = form;
  const { conditions = [['starts-with', '$key', 'in/']], expires = 60, alter = (all) => all } = form;
  const scope = `${stamp().slice(0, 8)}/in-mum/s3/aws4_request`;
  const proof = {
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${keyId}/${scope}`,
    'x-amz-date': stamp(),
  };
  const stated = [{ bucket }, ...Object.entries(proof).map(([name, value]) => ({ [name]: value })), ...conditions];
  const document = { expiration: new Date(Date.now() + expires * 1000).toISOString(), conditions: stated };
  const policy = Buffer.from(JSON.stringify(document)).toString('base64');
  const signature = signText(secret, scope, policy);
  const all = alter({ key, ...proof, policy, 'x-amz-signature': signature, ...fields });
  const parts = Object.entries(all).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\nforged\r\n`;
  const body = `${parts.join('')}${file}--${boundary}--\r\n`;
  const head = [
    `POST ${to} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
