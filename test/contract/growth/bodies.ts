import { PassThrough } from 'node:stream';
import { readMessage } from '#lib/agent/console/messages.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { errorOf } from '#lib/drivers/objects/s3-xml.ts';
import { hashRecoveryCode } from '#lib/drivers/secrets/recovery-codes.ts';
import { urlProblem } from '#lib/drivers/webhooks/url-policy.ts';
import { readJson } from '#lib/edge/json.ts';
import { FrameFollower } from '#lib/local/front/frames.ts';
import { MAX_BODY_BYTES } from '#lib/local/front/refusals.ts';
import { oneLine } from '#lib/local/log.ts';
import { decide, readBucketPolicy } from '#lib/local/s3/auth/bucket-policy.ts';
import { checkPolicy } from '#lib/local/s3/auth/post-policy.ts';
import { ChunkDecoder } from '#lib/local/s3/payload/chunked.ts';
import { readForm } from '#lib/local/s3/payload/form.ts';
import { parseLargeXml } from '#lib/local/s3/xml/parse.ts';
import { parsePublicKey } from '#lib/model/compute/openssh.ts';
import { glob } from '#lib/model/identity/policy/glob.ts';
import { resourceProblem } from '#lib/model/identity/policy/srn.ts';
import { cronProblem } from '#lib/model/platform/cron.ts';
import { completionBytes } from '#lib/model/storage/multipart-upload.ts';
import { parseRelease } from '#lib/runtime/images.ts';
import { followInit } from '#lib/runtime/machines/follow-init.ts';
import { isCommonPassword, isVariantOf } from '#lib/standards/passwords/check.ts';
import type { Reader } from './reader.ts';

const XML = 8 * 1024 * 1024;
const FORM = 20 * 1024;
/** What has been read by then is checked in one go. */
const LONG = 256 * 1024;
/** The reader is the same whatever the document begins with. */
const SOME_XML = LONG;

async function form(text: string, piece: number): Promise<void> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  const { file } = await readForm(pieces() as never, 'multipart/form-data; boundary=b');
  for await (const _ of file);
}

function chunks(text: string, piece: number): void {
  const decoder = new ChunkDecoder({ length: 1, trailer: true, signing: undefined });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) decoder.push(bytes.subarray(at, at + piece));
}

/** Of what is said before it. */
const statement = (resource: string) => ({
  Effect: 'Allow',
  Principal: '*',
  Action: 's3:*',
  Resource: `a/${resource}`,
});

/** What reads bodies, fields of bodies, and the words of guests. */
export const bodyReaders: readonly Reader[] = [
  { name: 'JSON', full: completionBytes, read: (text) => readJson(Buffer.from(JSON.stringify([text]))) },
  { name: 'what is no JSON', full: MAX_BODY_BYTES, read: (text) => readJson(Buffer.from(text)) },
  { name: 'an SSH key', full: MAX_BODY_BYTES, read: parsePublicKey },
  {
    name: 'an SSH key and what follows it',
    full: MAX_BODY_BYTES,
    read: (text) => parsePublicKey(`ssh-ed25519 AAAA ${text}x`),
  },
  { name: 'a webhook’s URL', full: MAX_BODY_BYTES, read: (text) => urlProblem(`https://${text}`) },
  { name: 'a schedule', full: MAX_BODY_BYTES, read: (text) => cronProblem(`${text} * * * *`) },
  { name: 'a recovery code', full: MAX_BODY_BYTES, read: (text) => hashRecoveryCode('a', text) },
  { name: 'a password', full: 128, read: (text) => isCommonPassword(text) },
  { name: 'a password like a name', full: 128, read: (text) => isVariantOf(text, 'name') },
  { name: 'a resource of a policy', full: LONG, read: resourceProblem },
  { name: 'a pattern of a policy', full: 6144, read: (text) => glob(text)('a'.repeat(text.length)) },
  { name: 'what such a pattern is held against', full: 6144, read: (text) => glob(`*${'?a'.repeat(32)}*`)(text) },
  {
    name: 'the reason of a failed job',
    full: LONG,
    read: (text) => reasonOf('boot', { error: text, cause: text }),
  },
  { name: 'a line of the log', full: LONG, read: oneLine },
  { name: 'XML', full: XML, read: parseLargeXml },
  { name: 'text in XML', full: SOME_XML, read: (text) => parseLargeXml(`<a>${text}</a>`) },
  { name: 'a tag of XML', full: SOME_XML, read: (text) => parseLargeXml(`<${text}`) },
  { name: 'the inside of a tag of XML', full: SOME_XML, read: (text) => parseLargeXml(`<a ${text}`) },
  { name: 'an attribute of XML', full: SOME_XML, read: (text) => parseLargeXml(`<a b="${text}`) },
  { name: 'a declaration of XML', full: SOME_XML, read: (text) => parseLargeXml(`<!${text}`) },
  { name: 'a document type of XML', full: SOME_XML, read: (text) => parseLargeXml(`<!DOCTYPE ${text}`) },
  { name: 'a comment of XML', full: SOME_XML, read: (text) => parseLargeXml(`<!--${text}`) },
  { name: 'CDATA of XML', full: SOME_XML, read: (text) => parseLargeXml(`<a><![CDATA[${text}`) },
  { name: 'an instruction of XML', full: SOME_XML, read: (text) => parseLargeXml(`<?a ${text}`) },
  {
    name: 'elements of XML',
    once: true,
    full: XML,
    read: (text) => parseLargeXml(`<a>${'<b/>x'.repeat(text.length / 5)}</a>`),
  },
  {
    name: 'an answer of S3',
    full: LONG,
    read: (text) => errorOf({ text: `<Error><Code>${text}</Code></Error>` }),
  },
  {
    name: 'a bucket’s policy',
    full: FORM,
    read: (text) => readBucketPolicy(JSON.stringify({ Statement: statement(text) }), 'a'),
  },
  {
    name: 'a key held against a bucket’s policy',
    full: 1024,
    read: (resource) =>
      decide(readBucketPolicy(JSON.stringify({ Statement: statement('*?a*?a*?b') }), 'a'), {
        names: [],
        action: 'GetObject',
        resource: `a/${resource}`,
        facts: () => undefined,
      }),
  },
  {
    name: 'a value held against a condition of a bucket’s policy',
    full: FORM,
    read: (text) =>
      decide(
        readBucketPolicy(
          JSON.stringify({
            Statement: { ...statement('*'), Condition: { StringLike: { 'aws:Referer': '*?a*?a*?b' } } },
          }),
          'a',
        ),
        { names: [], action: 'GetObject', resource: 'a/b', facts: () => [text] },
      ),
  },
  {
    name: 'the policy of a form',
    full: FORM,
    read: (text) => checkPolicy(Buffer.from(text).toString('base64'), new Map(), { bucket: 'a', key: 'a' }, new Date()),
  },
  { name: 'a form', full: FORM, read: (text) => form(`--b\r\n${text}`, 65_536) },
  {
    name: 'a form in small pieces',
    full: FORM,
    read: (text) => form(`--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}`, 1),
  },
  {
    name: 'the head of a field',
    full: 4096,
    read: (text) => form(`--b\r\ncontent-disposition: form-data; name="${text}\r\n\r\n`, 65_536),
  },
  {
    name: 'a form’s file',
    full: LONG,
    read: (text) => form(`--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n${text}\r\n-`, 1024),
  },
  {
    name: 'a form’s Content-Type',
    full: 16_384,
    read: (text) => readForm(new PassThrough().end() as never, `multipart/form-data; ${text}`),
  },
  { name: 'chunks', full: LONG, read: (text) => chunks(text, 1) },
  {
    name: 'many chunks',
    once: true,
    full: LONG,
    read: (text) => chunks('1\r\na\r\n'.repeat(text.length / 6), 65_536),
  },
  { name: 'a chunk’s trailer', full: 8192, read: (text) => chunks(`0\r\n${text}`, 1) },
  { name: 'a console’s message', full: 65_536, read: readMessage },
  { name: 'frames of a console', full: LONG, read: (text) => new FrameFollower().pass(Buffer.from(text)) },
  { name: 'the words of an init', full: LONG, read: (text) => initWords(text) },
  { name: 'os-release', full: LONG, read: (text) => parseRelease(`NAME="${text}`) },
];

function initWords(text: string): void {
  const words = new PassThrough();
  followInit(words);
  for (let at = 0; at < text.length; at += 4096) words.emit('data', text.slice(at, at + 4096));
}
