import type { IncomingMessage } from 'node:http';
import { S3Error } from '#lib/local/s3/errors.ts';

/** A form's head: what stands before its file. */
export interface Form {
  /** Names in lower case. */
  fields: ReadonlyMap<string, string>;
  fileName: string;
  fileType: string | undefined;
  /** The file's bytes; what follows it in the form is not read. */
  file: AsyncIterable<Buffer>;
}

const MAX_FIELDS = 20 * 1024;
const MAX_COUNT = 100;

/** Reads a multipart/form-data body up to its file; throws MalformedPOSTRequest and what is too big. */
export async function readForm(body: IncomingMessage, contentType: string): Promise<Form> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw new S3Error('MalformedPOSTRequest');
  const source = new Source(body);
  const fields = new Map<string, string>();
  const mark = Buffer.from(`\r\n--${name}`);
  // The first boundary has no line break before it.
  source.unshift(Buffer.from('\r\n'));
  await source.until(mark, MAX_FIELDS);
  for (let count = 0; count <= MAX_COUNT; count += 1) {
    const after = (await source.until(Buffer.from('\r\n'), 80)).toString('latin1').trim();
    if (after === '--')
      throw new S3Error('InvalidArgument', { message: 'POST requires exactly one file upload per request.' });
    if (after !== '') throw new S3Error('MalformedPOSTRequest');
    const head = await readHead(source);
    if (head.field === 'file') return { fields, fileName: head.fileName, fileType: head.type, file: source.rest(mark) };
    const value = await source.until(mark, MAX_FIELDS);
    fields.set(head.field, value.toString('utf8'));
  }
  throw new S3Error('MaxMessageLengthExceeded');
}

async function readHead(source: Source): Promise<{ field: string; fileName: string; type: string | undefined }> {
  const lines: string[] = [];
  for (let line = await readLine(source); line !== ''; line = await readLine(source)) {
    lines.push(line);
    if (lines.length > 10) throw new S3Error('MalformedPOSTRequest');
  }
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? '';
  const field = /[;\s]name="([^"]*)"/i.exec(disposition)?.[1];
  if (!field) throw new S3Error('MalformedPOSTRequest');
  const fileName = /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
  const type = lines
    .find((line) => /^content-type:/i.test(line))
    ?.slice('content-type:'.length)
    .trim();
  return { field: field.toLowerCase(), fileName: fileName.split(/[\\/]/).at(-1) ?? '', type };
}

async function readLine(source: Source): Promise<string> {
  return (await source.until(Buffer.from('\r\n'), 4096)).toString('utf8');
}

/** Bytes that can be read up to a mark. */
class Source {
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(body: IncomingMessage) {
    this.#pieces = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  unshift(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }

  /** Bytes before the mark, which is taken too. */
  async until(mark: Buffer, most: number): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0 && at <= most) {
        const bytes = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + mark.length);
        return bytes;
      }
      if (this.#held.length > most + mark.length) throw new S3Error('MaxMessageLengthExceeded');
      if (!(await this.#more())) throw new S3Error('MalformedPOSTRequest');
    }
  }

  /** All bytes before the mark, as they come. */
  async *rest(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0) {
        if (at > 0) yield this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at);
        return;
      }
      // What may be the beginning of the mark is kept until more has come.
      const safe = this.#held.length - mark.length + 1;
      if (safe > 0) {
        yield this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
      }
      if (!(await this.#more())) throw new S3Error('IncompleteBody');
    }
  }

  async #more(): Promise<boolean> {
    try {
      const { done, value } = await this.#pieces.next();
      if (!done) this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
      return !done;
    } catch {
      throw new S3Error('IncompleteBody');
    }
  }
}
