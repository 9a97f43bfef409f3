/**
 * Why the platform cannot start: one sentence that names what to change. Any other error is a defect of the platform.
 */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartError';
  }
}

/** A system error in words for people, where there are any; otherwise its code. Any other error's message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const isOfSystem = code !== undefined && /^E[A-Z0-9]+$/.test(code);
  return (code && reasons[code]) ?? (isOfSystem ? code : message);
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
