/** Why the platform cannot start: one sentence for a person, which names what to change. Anything else that is thrown is a fault of ours. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartError';
  }
}

/** The words of a system error that a person can act on; else its code. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && reasons[code]) ?? code ?? message;
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'already in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists and is not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};
