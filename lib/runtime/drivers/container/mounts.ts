/** One mount of a mount namespace. */
export interface Mounted {
  /** The folder of its file system that is mounted. */
  readonly root: string;
  readonly point: string;
}

/** Parses /proc/self/mountinfo (proc(5)). */
export function parseMountInfo(text: string): Mounted[] {
  return text
    .split('\n')
    .map((line) => line.split(' '))
    .filter((fields) => fields.length > 6)
    .map((fields) => ({
      root: unescapeOctal(fields[3] ?? '/'),
      point: unescapeOctal(fields[4] ?? '/'),
    }));
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
