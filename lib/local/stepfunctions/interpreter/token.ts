/** The contents of a token: the execution that waits for it. */
export interface TokenOwner {
  machine: string;
  name: string;
}

/** A token for one attempt: the execution it belongs to and a secret of its own. */
export function sealToken({ machine, name }: TokenOwner, secret: Buffer): string {
  return Buffer.from(JSON.stringify([machine, name, secret.toString('base64url')])).toString('base64url');
}

/** The execution that a token names; undefined where the text is not a token. */
export function openToken(token: string): TokenOwner | undefined {
  try {
    const parts = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as unknown;
    if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((part) => typeof part === 'string'))
      return undefined;
    return { machine: parts[0] as string, name: parts[1] as string };
  } catch {
    return undefined;
  }
}
