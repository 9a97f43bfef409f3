import type { IncomingMessage } from 'node:http';
import { S3Error } from '#lib/local/s3/errors.ts';

/** The fields of a form before its file. */
export interface Form {
  /** Names in lower case. */
  fields: ReadonlyMap<string, string>;
  fileName: string;
  fileType: string | undefined;
  /** The file's bytes. What follows the file in the form is not read. */
  file: AsyncIterable<Buffer>;
}

const MAX_FIELDS = 20 * 1024;
const MAX_COUNT = 100;

/**
 * Reads a multipart/form-data body up to its file. Throws MalformedPOSTRequest, and errors for parts that are too
 * large.
 */
export async function readForm(body: IncomingMessage, contentType: string): Promise<Form> {
  const name = boundaryOf(contentType);
  if (name === undefined) throw new S3Error('MalformedPOSTRequest');
  // A line break is added, since the first boundary has none before it.
  const source = new Source(body, '\r\n');
  const fields = new Map<string, string>();
  const mark = Buffer.from(`\r\n--${name}`);
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

function boundaryOf(contentType: string): string | undefined {
  const [, ...parameters] = contentType.split(';').map((each) => each.trim());
  const found = parameters
    .map((each) => /^boundary=(?:"([^"]{1,70})"|([^\s"]{1,70}))/i.exec(each))
    .find((each) => each !== null);
  return found?.[1] ?? found?.[2];
}

async function readHead(source: Source): Promise<{ field: string; fileName: string; type: string | undefined }> {
  const lines: string[] = [];
  for (let line = await readLine(source); line !== ''; line = await readLine(source)) {
    lines.push(line);
    if (lines.length > 10) throw new S3Error('MalformedPOSTRequest');
  }
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? '';
  const field = quotedAfter(/[;\s]name="/i, disposition);
  if (!field) throw new S3Error('MalformedPOSTRequest');
  const fileName = quotedAfter(/filename="/i, disposition) ?? '';
  const type = lines
    .find((line) => /^content-type:/i.test(line))
    ?.slice('content-type:'.length)
    .trim();
  return { field: field.toLowerCase(), fileName: fileName.split(/[\\/]/).at(-1) ?? '', type };
}

/** The text after an opening quote, up to the closing one. */
function quotedAfter(opening: RegExp, text: string): string | undefined {
  const found = opening.exec(text);
  if (!found) return undefined;
  const from = found.index + found[0].length;
  const end = text.indexOf('"', from);
  return end < 0 ? undefined : text.slice(from, end);
}

async function readLine(source: Source): Promise<string> {
  return (await source.until(Buffer.from('\r\n'), 4096)).toString('utf8');
}

/** Reads bytes up to a mark, in linear time whatever the size of the pieces. */
class Source {
  readonly #pieces: AsyncIterator<Buffer>;
  /** Bytes that have arrived and were not read are between `#start` and `#end`. */
  #room: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  constructor(body: IncomingMessage, before: string) {
    this.#pieces = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#append(Buffer.from(before));
  }

  /** The bytes before the mark. The mark is consumed too. */
  async until(mark: Buffer, most: number): Promise<Buffer> {
    for (let sought = 0; ; ) {
      const at = this.#find(mark, sought);
      if (at >= 0 && at <= most) {
        const bytes = this.#take(at);
        this.#start += mark.length;
        return bytes;
      }
      const held = this.#end - this.#start;
      if (held > most + mark.length) throw new S3Error('MaxMessageLengthExceeded');
      sought = Math.max(held - mark.length + 1, 0);
      if (!(await this.#more())) throw new S3Error('MalformedPOSTRequest');
    }
  }

  /** All bytes before the mark, as they arrive. */
  async *rest(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#find(mark, 0);
      if (at >= 0) {
        if (at > 0) yield this.#take(at);
        return;
      }
      // Bytes that may begin the mark are kept until more arrive.
      const safe = this.#end - this.#start - mark.length + 1;
      if (safe > 0) yield this.#take(safe);
      if (!(await this.#more())) throw new S3Error('IncompleteBody');
    }
  }

  #find(mark: Buffer, from: number): number {
    return this.#room.subarray(this.#start, this.#end).indexOf(mark, from);
  }

  #take(length: number): Buffer {
    const bytes = this.#room.subarray(this.#start, this.#start + length);
    this.#start += length;
    return bytes;
  }

  /** The room doubles, so that each byte is moved only a few times. Parts that were returned are not changed. */
  #append(bytes: Buffer): void {
    if (this.#end + bytes.length > this.#room.length) {
      const held = this.#room.subarray(this.#start, this.#end);
      const room = Buffer.allocUnsafe(Math.max(2 * (held.length + bytes.length), 4096));
      held.copy(room);
      this.#room = room;
      this.#end = held.length;
      this.#start = 0;
    }
    bytes.copy(this.#room, this.#end);
    this.#end += bytes.length;
  }

  async #more(): Promise<boolean> {
    try {
      const { done, value } = await this.#pieces.next();
      if (!done) this.#append(value);
      return !done;
    } catch {
      throw new S3Error('IncompleteBody');
    }
  }
}
