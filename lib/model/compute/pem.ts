/** A part of a text in PEM (RFC 7468). */
export interface PemBlock {
  /** What it is: `CERTIFICATE`. */
  readonly label: string;
  /** All of it, with its first and its last line. */
  readonly text: string;
}

/** The parts of a text in PEM, in their order. What stands between them is left out. */
export function pemBlocks(text: string): PemBlock[] {
  const parts = text.split('-----');
  const blocks: PemBlock[] = [];
  for (const [at, part] of parts.entries()) {
    const label = part.slice('BEGIN '.length);
    if (part !== `BEGIN ${label}` || parts[at + 2] !== `END ${label}`) continue;
    blocks.push({ label, text: `-----${part}-----${parts[at + 1]}-----END ${label}-----\n` });
  }
  return blocks;
}
