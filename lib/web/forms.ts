/*
 * What most forms and questions are made of: one file, which comes with the first page that has any of it. Each of
 * these files imports this one (`withForms` in bundle/slim.ts), for the same reason as in core.ts.
 */
import './core.ts';

import './api/preview.ts';
import './parts/as-command.tsx';
import './parts/confirm.tsx';
import './parts/field.tsx';
import './parts/operation-form.tsx';
import './parts/price.tsx';
import './parts/refusal.tsx';
import './parts/text-field.tsx';
