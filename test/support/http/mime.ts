/** A part of a message, as `cloudinit_config` of Terraform and make-mime of cloud-init write it. */
export interface Part {
  readonly type: string;
  readonly text: string | Buffer;
  readonly name?: string;
  readonly encoding?: '7bit' | 'base64';
  readonly merge?: string | undefined;
}

/** A MIME multipart message of user data (RFC 2046). */
export function messageOf(parts: readonly Part[]): string {
  const boundary = 'MIMEBOUNDARY';
  const lines = parts.flatMap(({ type, text, name, encoding = '7bit', merge }) => [
    `--${boundary}`,
    ...(name === undefined ? [] : [`Content-Disposition: attachment; filename="${name}"`]),
    ...(merge === undefined ? [] : [`X-Merge-Type: ${merge}`]),
    `Content-Transfer-Encoding: ${encoding}`,
    `Content-Type: ${type}`,
    'Mime-Version: 1.0',
    '',
    encoding === 'base64' ? Buffer.from(text).toString('base64') : `${text}`,
  ]);
  const head = [`Content-Type: multipart/mixed; boundary="${boundary}"`, 'MIME-Version: 1.0', ''];
  return [...head, ...lines, `--${boundary}--`, ''].join('\r\n');
}
