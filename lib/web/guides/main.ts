import { applyTheme } from '#lib/web/shell/theme.ts';

/* What the pages of guides do in a browser: the reader's addresses in examples, buttons that copy, and the search. */

applyTheme();
fill('http://localhost:3000', location.origin);
addCopying();
offerSearch();
void nameStorage();

/** Has the examples name an address of this platform. A part of a longer host or port is left alone. */
function fill(printed: string, own: string): void {
  const bare = printed.replace('http://', '');
  const address = new RegExp(`(?:http://)?(?<![\\w.:-])${bare}(?!\\d)`, 'g');
  for (const code of document.querySelectorAll('pre code, #s3 code')) {
    if (code.textContent.includes(bare)) code.textContent = code.textContent.replaceAll(address, () => own);
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`main a[href^="${printed}"]`)) {
    link.href = own + link.getAttribute('href')?.slice(printed.length);
    link.textContent = link.textContent.replace(printed, () => own);
  }
  const here = document.getElementById('here');
  if (here) here.hidden = false;
}

/** Has the examples name the S3 endpoint of this platform, where it has one. */
async function nameStorage(): Promise<void> {
  const reply = await fetch('/healthz').catch(() => undefined);
  const { s3_url: url } = reply?.ok ? await reply.json() : {};
  if (typeof url !== 'string') return;
  fill('http://localhost:9000', url);
  const named = document.getElementById('s3');
  if (named) named.hidden = false;
}

/** Gives every example that is to be typed a button that copies it. */
function addCopying(): void {
  for (const block of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(block, button));
    block.append(button);
  }
}

async function copy(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const code = block.querySelector('code');
  try {
    await navigator.clipboard.writeText(code?.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    // Without permission the reader copies what is selected.
    if (code) getSelection()?.selectAllChildren(code);
    button.textContent = 'Selected: press Ctrl-C';
  }
  button.addEventListener('blur', () => (button.textContent = 'Copy'), { once: true });
}

/** Shows the field of the search. What it needs is loaded when the field first has the focus. */
function offerSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#find');
  const around = document.querySelector<HTMLElement>('search');
  if (!field || !around) return;
  around.hidden = false;
  field.addEventListener(
    'focus',
    () => {
      const begin = async () => (await import('./search.ts')).search(field);
      begin().catch(() => {
        const count = document.getElementById('count');
        if (count) count.textContent = 'The search cannot be loaded. Reload the page.';
      });
    },
    { once: true },
  );
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}
