import { type ErrorExtras, S3Error } from '#lib/local/s3/errors.ts';
import { bareDocument } from '#lib/local/s3/xml/write.ts';

/** The reply of an operation. */
export interface Reply {
  /** 200 by default. */
  status?: number;
  headers?: Readonly<Record<string, string | number | undefined>>;
  /** The body as an XML document. */
  xml?: string;
  bytes?: Buffer;
  /** Opens a body of `content-length` bytes; not called for HEAD. */
  stream?: () => AsyncIterable<Buffer>;
  /** The connection breaks in place of the reply. */
  lost?: boolean;
  /** Called when the reply was sent, or will not be sent. */
  done?: () => void;
}

/** The reply to an error: S3's error document. Unexpected errors are InternalError without details. */
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
