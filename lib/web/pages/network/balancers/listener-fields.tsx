import type { SvcError } from '#lib/client/error.ts';
import { Check, Field, faultOf } from '#lib/web/parts/field.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { Rows } from '#lib/web/parts/rows.tsx';
import { ChoiceField, PortField } from '#lib/web/parts/text-field.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { type BackendProtocol, type ListenerDraft, newListener, type Protocol, type ProxyProtocol } from './draft.ts';

const protocols = [
  ['http', 'http'],
  ['https', 'https'],
  ['tcp', 'tcp'],
] as const satisfies readonly (readonly [Protocol, string])[];

const proxyProtocols = [
  ['none', 'not at all'],
  ['v1', 'by the PROXY protocol, version 1'],
  ['v2', 'by the PROXY protocol, version 2'],
] as const satisfies readonly (readonly [ProxyProtocol, string])[];

const backendProtocols = [
  ['http', 'HTTP/1.1'],
  ['grpc', 'HTTP/2, for gRPC'],
] as const satisfies readonly (readonly [BackendProtocol, string])[];

/** The most certificates of a listener. */
const mostCertificates = 10;

interface ListenersProps {
  readonly rows: readonly ListenerDraft[];
  readonly onChange: (rows: readonly ListenerDraft[]) => void;
  readonly error: SvcError | undefined;
}

/** What clients connect to. */
export function ListenerRows({ rows, onChange, error }: ListenersProps) {
  const hasSecure = rows.some(({ protocol }) => protocol === 'https');
  return (
    <Rows
      title="Listeners"
      noun="listener"
      rows={rows}
      onChange={onChange}
      blank={newListener}
      least={1}
      most={10}
      fault={faultOf(error, 'listeners')}
      about="The port that clients connect to, and the port of the backends. The load balancer reaches the backends of https without TLS."
    >
      {(row, set, place) => (
        <ListenerFields
          row={row}
          set={set}
          name={`listeners[${place}]`}
          // One that was asked for can be taken back.
          canRedirect={hasSecure || row.redirect}
          error={error}
        />
      )}
    </Rows>
  );
}

interface FieldsProps {
  readonly row: ListenerDraft;
  readonly set: (part: Partial<ListenerDraft>) => void;
  readonly name: string;
  readonly canRedirect: boolean;
  readonly error: SvcError | undefined;
}

function ListenerFields({ row, set, name, canRedirect, error }: FieldsProps) {
  return (
    <>
      <ChoiceField
        label="Protocol"
        name={`${name}.protocol`}
        value={row.protocol}
        options={protocols}
        onChange={(protocol) => set({ protocol })}
        error={error}
      />
      <PortField
        label="Port"
        name={`${name}.port`}
        required
        value={row.port}
        onChange={(port) => set({ port })}
        error={error}
      />
      <PortField
        label="Backends’ port"
        name={`${name}.target_port`}
        placeholder="the same"
        value={row.target}
        onChange={(target) => set({ target })}
        error={error}
      />
      <ProtocolFields row={row} set={set} name={name} error={error} />
      {row.protocol === 'http' && canRedirect && (
        <Check label="Redirect to https" checked={row.redirect} onChange={(redirect) => set({ redirect })} />
      )}
    </>
  );
}

/** What only tcp and https have. */
function ProtocolFields({ row, set, name, error }: Omit<FieldsProps, 'canRedirect'>) {
  if (row.protocol === 'tcp') {
    return (
      <ChoiceField
        label="Pass the client’s address"
        name={`${name}.proxy_protocol`}
        value={row.proxy}
        options={proxyProtocols}
        onChange={(proxy) => set({ proxy })}
        error={error}
      />
    );
  }
  if (row.protocol !== 'https') return null;
  return (
    <>
      <Certificates row={row} set={set} name={name} error={error} />
      <ChoiceField
        label="Protocol of the backends"
        name={`${name}.backend_protocol`}
        value={row.backend}
        options={backendProtocols}
        onChange={(backend) => set({ backend })}
        error={error}
      />
    </>
  );
}

/** The certificates of a listener: a choice for each, and one more for another. */
function Certificates({ row, set, name, error }: Omit<FieldsProps, 'canRedirect'>) {
  const { certificates } = row;
  const change = (place: number, id: string) => {
    const next = certificates.map((one, at) => (at === place ? id : one)).filter((one) => one !== '');
    set({ certificates: next.length < mostCertificates ? [...next, ''] : next });
  };
  const choices = certificates.map((id, place) => {
    const isMore = id === '' && place > 0;
    return (
      <Field
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a choice is
        key={place}
        label={place === 0 ? 'Certificate' : isMore ? 'Another certificate' : `Certificate ${place + 1}`}
        name={`${name}.certificate_ids[${place}]`}
        error={error}
        hint={place === 0 ? hint : undefined}
      >
        <Pick
          operation="listCertificates"
          value={id}
          onChange={(chosen) => change(place, chosen)}
          {...(place > 0 && { none: 'None' })}
        />
      </Field>
    );
  });
  return <div className="more">{choices}</div>;
}

const hint = (
  <>
    For clients that ask for a name that no other certificate has. <a href={hrefOf('/certificates/new')}>Import one</a>.
  </>
);
