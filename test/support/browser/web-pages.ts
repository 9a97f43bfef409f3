/** A page of the console, as its own table names it. */
export interface ConsolePage {
  /** `/instances/:id`. */
  readonly path: string;
  /** Whether it is shown without a login. */
  readonly bare?: true;
}

/** Every page of the console, from the application's own table: a new page is tested by itself. */
export async function consolePages(): Promise<readonly ConsolePage[]> {
  // By a variable, so that the compiler does not follow the table into pages, which are written for browsers.
  const table = '#lib/web/pages/map.ts';
  return (await import(table)).pages;
}

/** The path with its parameters given: `/instances/i-1`. Throws where one has no value. */
export function pathOf(page: ConsolePage, values: Readonly<Record<string, string>>): string {
  const value = values[page.path];
  if (page.path.includes(':') && value === undefined) throw new Error(`the test has no example of ${page.path}`);
  return page.path.replace(/:\w+/, encodeURIComponent(value ?? ''));
}
