import { checkConfig, readMapping } from './cloud-config.ts';
import { type InstanceData, rendered } from './jinja.ts';
import { type Form, formOf, refusalOf } from './kind.ts';
import { type Mapping, merged } from './merge.ts';
import { type MimePart, readMime } from './mime.ts';
import type { Work } from './script.ts';
import { MOST_UNPACKED, tooMuch, unpacked } from './unpack.ts';

/** Parsed user data: the work of a first boot, which is undefined for other text, or why it cannot be run. */
export type ReadUserData = { readonly work: Work | undefined } | { readonly problem: string };

/** A placeholder for the machine while user data is checked at launch. */
export const anyMachine: InstanceData = {
  instance_id: 'i-00000000000000000000000000',
  hostname: 'name',
  region: 'region',
  account_id: '000000000000',
  image_id: 'image',
  instance_type: 'type',
  private_ip: '10.0.0.2',
};

/** Types of MIME parts, and their forms. The form of any other text part follows from its first characters. */
const typed: Readonly<Record<string, Form>> = {
  'text/x-shellscript': 'script',
  'text/x-shellscript-per-instance': 'script',
  'text/x-shellscript-per-once': 'script',
  'text/x-shellscript-per-boot': 'boothook',
  'text/cloud-boothook': 'boothook',
  'text/cloud-config': 'config',
  'text/jinja2': 'jinja',
  'text/x-include-url': 'include',
  'text/x-include-once-url': 'include',
};

/** The maximum size of all cloud-config in bytes. YAML with many small values takes a second per megabyte to read. */
const MOST_YAML = 256 * 1024;

/** Collects the work from the parts of user data. A refusal ends it. */
class Reading {
  readonly boothooks: string[] = [];
  readonly includes: string[] = [];
  readonly scripts: { name: string; text: string }[] = [];
  #mapping: Mapping | undefined;
  #yaml = 0;
  readonly #data: InstanceData;

  constructor(data: InstanceData) {
    this.#data = data;
  }

  /** Adds a text of a form. Returns the problem with it, if any. */
  take(form: Form, text: string, part?: Pick<MimePart, 'name' | 'merge'>): string | undefined {
    const takers: Record<Form, () => string | undefined> = {
      script: () => void this.scripts.push({ name: part?.name ?? this.#number(), text: unixLines(text) }),
      boothook: () => void this.boothooks.push(executable(text)),
      config: () => this.#join(text, part?.merge),
      include: () => this.#include(text),
      jinja: () => this.#render(text, part),
      multipart: () => this.#open(text),
    };
    return takers[form]();
  }

  /** The work, or the problem with the cloud-config. */
  end(): ReadUserData {
    const { boothooks, includes, scripts } = this;
    if (!this.#mapping) return { work: { boothooks, includes, scripts, config: undefined } };
    const read = checkConfig(this.#mapping);
    if ('problem' in read) return { problem: `#cloud-config ${read.problem}` };
    return { work: { boothooks, includes, scripts, config: read.config } };
  }

  /** cloud-init's name for a part without a name. */
  #number = (): string => `part-${String(this.scripts.length + 1).padStart(3, '0')}`;

  #join(text: string, merge: string | undefined): string | undefined {
    this.#yaml += Buffer.byteLength(text);
    if (this.#yaml > MOST_YAML) return '#cloud-config is longer than 256 KiB (scripts may have 1 MiB)';
    const read = readMapping(text);
    if ('problem' in read) return `#cloud-config ${read.problem}`;
    const way = merge ?? wordOf(read.mapping.merge_how) ?? wordOf(read.mapping.merge_type);
    const both = merged(this.#mapping ?? {}, read.mapping, way);
    if ('problem' in both) return `#cloud-config ${both.problem}`;
    this.#mapping = both.mapping;
    return undefined;
  }

  #include(text: string): string | undefined {
    const lines = text.split(/\r?\n/v).map((line) => line.trim());
    const addresses = lines.filter((line) => line !== '' && !line.startsWith('#'));
    const wrong = addresses.find((address) => !/^https?:\/\/\S+$/v.test(address) || address.length > 2048);
    if (wrong !== undefined) return `#include ${JSON.stringify(wrong.slice(0, 64))}: must be an http or https URL`;
    if (addresses.length > 16) return '#include has more than 16 addresses';
    this.includes.push(...addresses);
    return undefined;
  }

  #render(text: string, part?: Pick<MimePart, 'name' | 'merge'>): string | undefined {
    const read = rendered(text, this.#data);
    if ('problem' in read) return read.problem;
    const form = formOf(read.text);
    if (form !== 'script' && form !== 'config') return 'jinja must be of #! or #cloud-config';
    return this.take(form, read.text, part);
  }

  #open(text: string): string | undefined {
    const read = readMime(text);
    if ('problem' in read) return read.problem;
    const size = read.parts.reduce((sum, part) => sum + Buffer.byteLength(part.text), 0);
    if (size > MOST_UNPACKED) return tooMuch;
    for (const part of read.parts) {
      const form = formOf(part.text) === 'jinja' ? 'jinja' : (typed[part.type] ?? formOf(part.text));
      const problem = form && form !== 'multipart' ? this.take(form, part.text, clean(part)) : unknownPart(part);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
}

/** Reads user data of any form. `data` fills in templates. Never throws. */
export function readUserData(given: string, data: InstanceData): ReadUserData {
  const plain = unpacked(given);
  if ('problem' in plain) return plain;
  const form = formOf(plain.text);
  if (!form) {
    const problem = refusalOf(plain.text);
    return problem === undefined ? { work: undefined } : { problem };
  }
  const reading = new Reading(data);
  const problem = reading.take(form, plain.text);
  return problem === undefined ? reading.end() : { problem };
}

const wordOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const unknownPart = ({ type, text }: MimePart): string =>
  refusalOf(text) ?? `multipart has a part of type ${type.slice(0, 64)}, which is not supported`;

/** A part whose name is usable as a file name. */
const clean = ({ name, merge }: MimePart): Pick<MimePart, 'name' | 'merge'> => ({
  name: name?.replaceAll(/[^\w.\-]/gv, '_').slice(0, 64) || undefined,
  merge,
});

/** Converts the line endings of a script from a Windows editor. */
const unixLines = (text: string): string => (/^.*\r\n/v.test(text) ? text.replaceAll('\r\n', '\n') : text);

/** A boothook contains a script below its first line, or is a script itself. */
const executable = (text: string): string => {
  const below = unixLines(text).replace(/^#cloud-boothook[ \t]*\r?\n/v, '');
  return below.startsWith('#!') ? below : `#!/bin/sh\n${below}`;
};
