import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate of this process's own, with its key. */
export interface Certificate {
  readonly der: Buffer;
  readonly certPem: string;
  readonly keyPem: string;
}

const tlv = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
};
const sequence = (...contents: Buffer[]) => tlv(0x30, ...contents);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const time = (at: Date) => tlv(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`));
const extension = (id: string, value: Buffer) => sequence(oid(id), tlv(0x01, Buffer.from([0xff])), tlv(0x04, value));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from('localhost')))));
const extensions = [
  extension('551d13', sequence(tlv(0x01, Buffer.from([0xff])))),
  extension('551d0f', tlv(0x03, Buffer.from([0x02, 0x84]))),
  extension('551d25', sequence(oid('2b06010505070301'), oid('2b06010505070302'))),
  extension('551d11', sequence(tlv(0x82, Buffer.from('localhost')))),
];

/**
 * A self-signed certificate for `localhost`, as Terraform accepts one of a plugin: ECDSA on P-256, its own authority,
 * for servers and clients, good from an hour ago on for a year.
 */
export function selfSigned(now: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hour = 3_600_000;
  const signed = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now.getTime() - hour)), time(new Date(now.getTime() + 8760 * hour))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  const der = sequence(signed, ecdsaWithSha256, signature);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    der,
    certPem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
