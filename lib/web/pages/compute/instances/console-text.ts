/**
 * Lines of a machine as text that can be shown: control characters and marks that turn the direction of writing are
 * shown by signs for them.
 */
export const textOf = (lines: readonly string[]): string => lines.map(signed).join('\n');

const signed = (line: string): string =>
  line.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gv, (mark) => {
    const code = mark.charCodeAt(0);
    if (mark === '\t') return mark;
    // U+2400 and on are signs for the first control characters.
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
