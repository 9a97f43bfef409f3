import { Copy } from '#lib/web/parts/copy.tsx';

/** What S3 clients are told. */
export interface Given {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly id: string;
  readonly secret: string;
}

const awsLines = ({ bucket, endpoint, region, id, secret }: Given): string =>
  [
    `export AWS_ACCESS_KEY_ID=${id} AWS_SECRET_ACCESS_KEY=${secret}`,
    `export AWS_DEFAULT_REGION=${region} AWS_ENDPOINT_URL=${endpoint}`,
    `aws s3 ls s3://${bucket}`,
  ].join('\n');

const rcloneLines = ({ bucket, endpoint, region, id, secret }: Given): string =>
  [
    `[${bucket}]`,
    'type = s3',
    'provider = Other',
    `access_key_id = ${id}`,
    `secret_access_key = ${secret}`,
    `endpoint = ${endpoint}`,
    `region = ${region}`,
    'force_path_style = true',
  ].join('\n');

/** How the usual S3 clients are told of a key. */
export function Clients({ given }: { given: Given }) {
  const texts = [
    ['aws, and what uses its SDKs', 'the lines for aws', awsLines(given)],
    ['rclone, in rclone.conf', 'the lines for rclone', rcloneLines(given)],
  ] as const;
  return (
    <div className="stack">
      {texts.map(([title, label, text]) => (
        <div key={title} className="as-command">
          <strong>{title}</strong>
          <Copy text={text} label={label}>
            <pre>{text}</pre>
          </Copy>
        </div>
      ))}
    </div>
  );
}
