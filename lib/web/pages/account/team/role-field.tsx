import type { SvcError } from '#lib/client/error.ts';
import { faultOf } from '#lib/web/parts/field.tsx';
import { type Role, roleNames, roles } from './roles.ts';

/** Chooses a role, with what it may do beside it. */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const fault = faultOf(error, 'role');
  return (
    <fieldset>
      <legend>Role</legend>
      <div className="choices">
        {roleNames.map((role) => (
          <label key={role} className="choice">
            <input type="radio" name="role" value={role} checked={role === value} onChange={() => onChange(role)} />
            <span>{role}</span>
            <span className="about">{roles[role]}</span>
          </label>
        ))}
      </div>
      {fault && <span className="fault">{fault}</span>}
    </fieldset>
  );
}

interface RoleFieldProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  readonly error: SvcError | undefined;
}
