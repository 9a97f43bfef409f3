/** OCI's names of architectures, in the words of the platform. */
const architectures: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

/** An architecture, named by OCI, as replies name it. */
export const architectureOf = (name: string): string => architectures[name] ?? name;
