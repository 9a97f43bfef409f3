import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCertificate } from '#lib/local/objects/certificate.ts';
import { StartError } from '#lib/local/start-error.ts';
import { selfSigned } from '#test/support/http/certificate.ts';

const dir = mkdtempSync(join(tmpdir(), 'svc-certificate-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function file(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

const { cert: certificate, key: privateKey } = selfSigned();
const own = { cert: certificate, key: privateKey };
const cert = file('cert.pem', own.cert);
const key = file('key.pem', own.key);

/** The sentence that a start ends with; fails where these would do. */
async function refusal(files: { cert: string; key: string }): Promise<string> {
  const error = await readCertificate(files).then(
    () => new Error('it was taken'),
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(StartError);
  return error.message;
}

it('reads a certificate with its chain, and its key', async () => {
  expect(await readCertificate({ cert, key })).toEqual(own);
  const chained = own.cert + selfSigned().cert;
  expect(await readCertificate({ cert: file('chain.pem', chained), key })).toEqual({ cert: chained, key: own.key });
});

it('names the setting of a file that is not there or cannot be read', async () => {
  const none = join(dir, 'none.pem');
  expect(await refusal({ cert: none, key })).toBe(`SVC_S3_TLS_CERT ${none} cannot be read: there is no such file`);
  expect(await refusal({ cert, key: dir })).toBe(`SVC_S3_TLS_KEY ${dir} cannot be read: it is a folder`);
});

it('names the setting of a file that holds something else', async () => {
  const other = file('other.pem', 'hello');
  expect(await refusal({ cert: key, key })).toMatch(`SVC_S3_TLS_CERT ${key} is not a certificate (PEM): `);
  expect(await refusal({ cert: other, key })).toMatch(`SVC_S3_TLS_CERT ${other} is not a certificate (PEM): `);
  expect(await refusal({ cert, key: cert })).toMatch(
    `SVC_S3_TLS_KEY ${cert} is not a private key (PEM, not encrypted)`,
  );
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  const locked = generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding, publicKeyEncoding });
  const lockedFile = file('locked.pem', locked.privateKey);
  expect(await refusal({ cert, key: lockedFile })).toMatch(`SVC_S3_TLS_KEY ${lockedFile} is not a private key`);
});

it('refuses the key of another certificate', async () => {
  const others = file('others.pem', selfSigned().key);
  expect(await refusal({ cert, key: others })).toBe(
    `SVC_S3_TLS_KEY ${others} is not the key of the certificate SVC_S3_TLS_CERT ${cert}`,
  );
});
