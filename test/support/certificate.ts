import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/**
 * A certificate and its key for 127.0.0.1 and localhost, as PEM. Only clients that are given the certificate trust it.
 */
export function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = list(set(list(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const algorithm = list(oid('2a8648ce3d040302'));
  const names = list(
    der(0x82, Buffer.from('localhost')),
    der(0x82, Buffer.from('*.localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const extensions = list(
    list(oid('551d11'), der(0x04, names)),
    list(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, list(der(0x01, Buffer.from([0xff]))))),
  );
  const body = list(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    list(time(Date.now() - 3_600_000), time(Date.now() + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = list(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const list = (...items: Buffer[]): Buffer => der(0x30, Buffer.concat(items));
const set = (...items: Buffer[]): Buffer => der(0x31, Buffer.concat(items));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

/** UTCTime. */
const time = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
