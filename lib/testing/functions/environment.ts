/** The settings that handlers find in this process: here alone the functions of this folder read and set them. */
export const settingOf = (name: string): string | undefined => process.env[name];

/** Sets some settings; undefined removes one. */
export function give(settings: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
