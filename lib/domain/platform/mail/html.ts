interface Page {
  subject: string;
  before: readonly string[];
  /** The code, or the address behind `label`. */
  line: string;
  label: string | undefined;
  after: readonly string[];
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] as string);
const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escaped(text)}</p>`).join('\n');

/** A mail's HTML: nothing in it is fetched from anywhere, and every text is escaped. */
export function html({ subject, before, line, label, after }: Page): string {
  const act =
    label === undefined
      ? `<p style="font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.15em">${escaped(line)}</p>`
      : `<p><a href="${escaped(line)}">${escaped(label)}</a></p>\n<p style="color:#555;word-break:break-all">${escaped(line)}</p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#111;max-width:36em;margin:2em auto;padding:0 1em">
${paragraphs(before)}
${act}
${paragraphs(after)}
</body>
</html>
`;
}
