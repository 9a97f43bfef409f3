import { readFileSync } from 'node:fs';
import { openBrowser } from '#test/support/browser/browser.ts';

const part = (path: string): string => readFileSync(new URL(import.meta.resolve(path)), 'utf8');
const page = (columns: number): string => `<!doctype html>
<style>${part('@xterm/xterm/css/xterm.css')}
body { margin: 0; background: #11151c; }
#screen { display: inline-block; padding: 14px 18px; }</style>
<div id="screen"></div>
<script>${part('@xterm/xterm/lib/xterm.js')}</script>
<script>
const terminal = new Terminal({ cols: ${columns}, rows: 60, fontSize: 14, convertEol: false, cursorInactiveStyle: 'none',
  theme: { background: '#11151c', foreground: '#d7dde8' } });
terminal.open(document.getElementById('screen'));
window.draw = (text) => new Promise((resolve) => terminal.write(text, () => {
  terminal.resize(${columns}, terminal.buffer.active.cursorY + 1);
  requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
}));
</script>`;

/** A picture (WebP) of a terminal that has got these bytes. */
export async function drawn(text: string, columns: number): Promise<Uint8Array> {
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage();
    await tab.setViewport({ width: 1200, height: 1200, deviceScaleFactor: 1.5 });
    await tab.setContent(page(columns));
    await tab.evaluate((bytes) => (globalThis as unknown as { draw(text: string): Promise<void> }).draw(bytes), text);
    const screen = await tab.$('#screen');
    if (!screen) throw new Error('the page has no terminal');
    return await screen.screenshot({ type: 'webp', quality: 75 });
  } finally {
    await browser.close();
  }
}
