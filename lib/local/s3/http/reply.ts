import { type ErrorExtras, S3Error } from '#lib/local/s3/errors.ts';
import { bareDocument } from '#lib/local/s3/xml/write.ts';

/** What an operation answers. */
export interface Reply {
  /** 200 where not given. */
  status?: number;
  headers?: Readonly<Record<string, string | number | undefined>>;
  /** An XML document. */
  xml?: string;
  bytes?: Buffer;
  /** Opens a body of `content-length` bytes; not called for HEAD. */
  stream?: () => AsyncIterable<Buffer>;
  /** Called when the reply was sent, or was not to be. */
  done?: () => void;
}

/** The answer to what went wrong: S3's error document. Anything unforeseen is InternalError and tells nothing. */
export function errorReply(error: unknown, { id, resource }: { id: string; resource: string }): Reply {
  const known = error instanceof S3Error ? error : new S3Error('InternalError');
  const { code, status, message, details, headers } = known;
  if (status === 304) return { status, headers };
  const xml = bareDocument('Error', {
    Code: code,
    Message: message,
    ...details,
    Resource: resource,
    RequestId: id,
    HostId: id,
  });
  return { status, headers, xml };
}

/** InvalidArgument for one named argument. */
export function invalidArgument(message: string, name: string, value: string, extras: ErrorExtras = {}): S3Error {
  const details = { ArgumentName: name, ArgumentValue: value.slice(0, 256), ...extras.details };
  return new S3Error('InvalidArgument', { ...extras, message, details });
}
