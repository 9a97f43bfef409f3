import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Certificate } from '#lib/local/s3/http/server.ts';
import type { Settings } from '#lib/local/settings.ts';
import { reasonOf, StartError } from '#lib/local/start-error.ts';

/**
 * The certificate of SVC_S3_TLS_CERT and SVC_S3_TLS_KEY. Throws StartError, which names the setting, unless both are
 * valid and belong together.
 */
export async function readCertificate(files: NonNullable<Settings['s3Tls']>): Promise<Certificate> {
  const cert = await read('SVC_S3_TLS_CERT', files.cert);
  const key = await read('SVC_S3_TLS_KEY', files.key);
  const certificate = parsed(
    () => new X509Certificate(cert),
    `SVC_S3_TLS_CERT ${files.cert} is not a certificate (PEM)`,
  );
  const own = parsed(
    () => createPrivateKey(key),
    `SVC_S3_TLS_KEY ${files.key} is not a private key (PEM, not encrypted)`,
  );
  if (!certificate.checkPrivateKey(own)) {
    throw new StartError(`SVC_S3_TLS_KEY ${files.key} is not the key of the certificate SVC_S3_TLS_CERT ${files.cert}`);
  }
  parsed(() => createSecureContext({ cert, key }), `SVC_S3_TLS_CERT ${files.cert} cannot serve`);
  return { cert, key };
}

async function read(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new StartError(`${name} ${path} cannot be read: ${reasonOf(error)}`);
  }
}

function parsed<T>(parse: () => T, fault: string): T {
  try {
    return parse();
  } catch (cause) {
    throw new StartError(`${fault}: ${(cause as Error).message}`, { cause });
  }
}
