import { SvcError } from '#lib/client/error.ts';
import { s3Refusal } from '#lib/web/api/s3-refusal.ts';

/** What a PUT sends, and who is told how far it is. */
export interface Put {
  readonly url: string;
  readonly body: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** Is told how many bytes of the body are sent, and 0 when an attempt begins anew. */
  readonly told: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** How often bytes are sent before an upload is said to have failed; the waits between are half a minute in all. */
const attempts = 7;
/** Milliseconds that the first wait takes; each is twice as long as the one before. */
const firstWait = 500;

/** Sends bytes to the object storage, again and again while the connection is broken. Rejects with SvcError. */
export async function put(given: Put): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(given);
    } catch (failure) {
      given.told(0);
      if (given.signal.aborted || attempt === attempts || !mayPass(failure)) throw failure;
      await pause(firstWait * 2 ** (attempt - 1), given.signal);
    }
  }
}

/** What may be better at the next attempt: a lost connection, and a storage that is busy. */
const mayPass = (failure: unknown): boolean =>
  failure instanceof SvcError && (failure.status === 0 || failure.status >= 500 || failure.status === 429);

/** Waits, but no longer than until the device is online again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, milliseconds);
    function end(): void {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** One attempt. `fetch` cannot tell how far a body is sent, XMLHttpRequest can. */
function once({ url, body, headers = {}, told, signal }: Put): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded }) => told(loaded);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(lost());
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(s3Refusal(request.status, request.responseText, `the object storage answered ${request.status}`));
    };
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

const lost = () =>
  new SvcError('The connection to the object storage broke, or the bucket does not allow this page (see its CORS).', {
    code: 'connection_failed',
  });
