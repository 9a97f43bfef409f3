import { createSign, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** What a certificate is to be like; by default for 127.0.0.1 and localhost, valid today, with a key on P-256. */
export interface Wish {
  readonly names?: readonly string[];
  /** The common name. */
  readonly common?: string;
  /** Epoch milliseconds. */
  readonly from?: number;
  readonly to?: number;
  readonly pair?: { publicKey: KeyObject; privateKey: KeyObject };
  /** Who signs it; by default it signs itself. */
  readonly issuer?: Made;
  readonly digest?: 'sha1' | 'sha256';
}

/** A certificate and its key, as PEM. */
export interface Made {
  readonly cert: string;
  readonly key: string;
  readonly common: string;
  readonly privateKey: KeyObject;
}

/** A new key on a curve. */
const onCurve = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve });

/**
 * A certificate and its key for 127.0.0.1 and localhost, as PEM. Only clients that are given the certificate trust it.
 */
export const selfSigned = (): Made => makeCertificate();

/** Makes a certificate, which may sign others. */
export function makeCertificate(wish: Wish = {}): Made {
  const { names = ['localhost', '*.localhost', '127.0.0.1'], common = names[0] ?? 'localhost' } = wish;
  const { publicKey, privateKey } = wish.pair ?? onCurve();
  const issuer = wish.issuer ?? { common, privateKey };
  const algorithm = algorithmOf(issuer.privateKey, wish.digest ?? 'sha256');
  const body = list(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm.identifier,
    nameOf(issuer.common),
    list(time(wish.from ?? Date.now() - 3_600_000), time(wish.to ?? Date.now() + 86_400_000)),
    nameOf(common),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensionsOf(names)),
  );
  const signature = algorithm.sign(body);
  const certificate = list(body, algorithm.identifier, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    common,
    privateKey,
  };
}

function extensionsOf(names: readonly string[]): Buffer {
  const alternatives = names.map((name) =>
    isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  );
  return list(
    ...(names.length > 0 ? [list(oid('551d11'), der(0x04, list(...alternatives)))] : []),
    list(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, list(der(0x01, Buffer.from([0xff]))))),
  );
}

const nameOf = (common: string) => list(set(list(oid('550403'), der(0x0c, Buffer.from(common)))));

/** How a key signs: what stands in the certificate, and the signature. */
function algorithmOf(key: KeyObject, digest: 'sha1' | 'sha256'): { identifier: Buffer; sign(body: Buffer): Buffer } {
  if (key.asymmetricKeyType === 'ed25519') {
    return { identifier: list(oid('2b6570')), sign: (body) => sign(null, body, key) };
  }
  const ofRsa = { sha1: '2a864886f70d010105', sha256: '2a864886f70d01010b' };
  const ofEc = { sha1: '2a8648ce3d0401', sha256: '2a8648ce3d040302' };
  const isRsa = key.asymmetricKeyType === 'rsa';
  const identifier = isRsa ? list(oid(ofRsa[digest]), Buffer.from([5, 0])) : list(oid(ofEc[digest]));
  return { identifier, sign: (body) => createSign(digest).update(body).sign(key) };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const list = (...items: Buffer[]): Buffer => der(0x30, Buffer.concat(items));
const set = (...items: Buffer[]): Buffer => der(0x31, Buffer.concat(items));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

/** UTCTime, which ends with the year 2049. */
const time = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
