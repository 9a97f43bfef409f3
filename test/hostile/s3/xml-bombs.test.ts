import { expect, test } from 'vitest';
import { sha256 } from './support/sign.ts';
import { stage } from './support/stage.ts';

const { attack } = stage();
const MIB = 1024 * 1024;

const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
const bombs: Record<string, string> = {
  'entities of entities': `<!DOCTYPE a [<!ENTITY l0 "lol">${lol}]><Delete><Object><Key>&l9;</Key></Object></Delete>`,
  'a file of the host':
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Delete><Object><Key>&b;</Key></Object></Delete>',
  'an address of the host': '<!DOCTYPE a SYSTEM "http://127.0.0.1/"><Delete><Object><Key>a</Key></Object></Delete>',
  'an entity that nobody declared': '<Delete><Object><Key>&b;</Key></Object></Delete>',
  'a name without an end': `<${'a'.repeat(4 * MIB)}`,
  'a tag without an end': `<a ${'b'.repeat(4 * MIB)}`,
  depth: '<a>'.repeat(MIB),
  'a million elements': `<Delete>${'<a/>'.repeat(MIB)}</Delete>`,
  'a million attributes': `<Delete ${Array.from({ length: MIB / 2 }, (_, at) => `a${at}=""`).join(' ')}/>`,
  'comments that begin': '<!--'.repeat(MIB),
  'CDATA that does not end': `<Delete><![CDATA[${']]'.repeat(2 * MIB)}`,
  'another text encoding': `<?xml version="1.0" encoding="UTF-16"?>${Buffer.from('<Delete/>', 'utf16le').toString('latin1')}`,
};

test.each(Object.entries(bombs))('a document holds %s, and others are answered as ever', async (_, body) => {
  const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256(body), 'hex').toString('base64') };
  const [bomb, other] = await Promise.all([
    attack('/mine?delete', { method: 'POST', body, headers }),
    attack('/mine/key'),
  ]);
  expect(bomb).toMatchObject({ status: 400, code: 'MalformedXML' });
  expect(other).toMatchObject({ status: 200 });
});

test('a document says that it is longer than any may be', async () => {
  const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256(''), 'hex').toString('base64') };
  const sent = { headers: { 'content-length': String(9 * MIB) } };
  expect(await attack('/mine?delete', { method: 'POST', headers, sent })).toMatchObject({
    status: 400,
    code: 'MaxMessageLengthExceeded',
  });
});
