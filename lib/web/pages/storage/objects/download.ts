import { asSvcError } from '#lib/web/api/act.ts';
import { client } from '#lib/web/api/client.ts';
import { openElsewhere } from '#lib/web/parts/open-elsewhere.ts';
import { sayProblem } from '#lib/web/parts/toasts.tsx';

/** Seconds for which a download can begin. */
const lifetime = 300;

/** The name under which a browser saves an object, as a header says it. */
function attachment(key: string): string {
  const name = key.split('/').at(-1) || 'object';
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Has the browser save an object. It comes from the storage's origin, and is never shown on the console's own. */
export async function download(bucket: string, key: string): Promise<void> {
  try {
    const { url } = await client.createPresignedUrl({
      name: bucket,
      body: { operation: 'get', key, expires_in: lifetime, response_content_disposition: attachment(key) },
    });
    openElsewhere(url);
  } catch (failure) {
    sayProblem(`${key} could not be downloaded.`, asSvcError(failure));
  }
}
