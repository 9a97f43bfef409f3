import { describe, expect, test } from 'vitest';
import { childrenOf, elementsOf, parseXml, XmlError, xmlReader } from '#lib/standards/xml/parse.ts';

const limits = { depth: 3, nodes: 8 };
const parse = (text: string) => parseXml(text, limits);

test('gives names without prefixes, texts and children, and nothing of attributes', () => {
  const text =
    '<?xml version="1.0"?>\n<s3:a xmlns:s3="urn:s3"><b xsi:type="c">x<!-- no --><![CDATA[<y>&amp;]]></b> <d/></s3:a>\n';
  expect(parse(text)).toEqual({
    name: 'a',
    text: ' ',
    children: [
      { name: 'b', text: 'x<y>&amp;', children: [] },
      { name: 'd', text: '', children: [] },
    ],
  });
});

test('keeps blanks, and reads line breaks as XML does', () => {
  expect(parse('<a> b \r\n c&#13;&#xA;</a>').text).toBe(' b \n c\r\n');
});

test('reads XML’s own entities and numeric ones, once', () => {
  expect(parse('<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&amp;lt;</a>').text).toBe('<>&"\'A😀&lt;');
});

test('takes a byte order mark, and 1.1 for 1.0', () => {
  expect(parse('\uFEFF<a>b</a>').text).toBe('b');
  expect(parse('<?xml version="1.1"?><a>\u0085\u2028</a>').text).toBe('\u0085\u2028');
});

test('a document in pieces is the same, wherever it is cut', () => {
  const text = '<a>x&amp;y<b c="d">😀\r\n</b><![CDATA[]]]]></a>';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const reader = xmlReader(limits);
    reader.write(text.slice(0, cut));
    reader.write(text.slice(cut));
    expect([cut, reader.end()]).toEqual([cut, parse(text)]);
  }
});

describe('refuses', () => {
  test.each([
    ['nothing', ''],
    ['text alone', 'a'],
    ['an open element', '<a>'],
    ['another end', '<a></b>'],
    ['another prefix at the end', '<p:a></q:a>'],
    ['two roots', '<a/><b/>'],
    ['text behind the root', '<a/>b'],
    ['a bare ampersand', '<a>&</a>'],
    ['an entity that XML does not have', '<a>&nbsp;</a>'],
    ['a character that XML does not have', '<a>&#x1;</a>'],
    ['such a character as it is', '<a>\u0001</a>'],
    ['a number beyond Unicode', '<a>&#x110000;</a>'],
    ['an attribute without quotes', '<a b=c/>'],
    ['an attribute twice', '<a b="c" b="d"/>'],
    ['the end of CDATA in text', '<a>]]></a>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['entities of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a file of the host', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['depth', '<a><b><c><d/></c></b></a>'],
    ['elements', `<a>${'<b/>'.repeat(8)}</a>`],
    ['attributes', `<a ${Array.from({ length: 8 }, (_, at) => `b${at}=""`).join(' ')}/>`],
  ])('%s', (_, text) => {
    expect(() => parse(text)).toThrow(XmlError);
  });

  test('what is at its limits is taken', () => {
    expect(parse('<a><b><c/></b></a>').name).toBe('a');
    expect(parse(`<a c="">${'<b/>'.repeat(6)}</a>`).children).toHaveLength(6);
  });

  test('what is too large is refused before it has ended', () => {
    const reader = xmlReader(limits);
    expect(() => reader.write('<a>'.repeat(4))).toThrow('more than 3 elements deep');
  });
});

test('finds children, and elements wherever they stand', () => {
  const root = parse('<a><b>1<b>2</b></b><c/></a>');
  expect(childrenOf(root, 'b').map(({ text }) => text)).toEqual(['1']);
  expect(elementsOf(root, 'b').map(({ text }) => text)).toEqual(['1', '2']);
  expect(elementsOf(root, 'a')).toEqual([]);
});
