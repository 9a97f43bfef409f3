import './core.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/query.ts';
import { App } from './shell/app.tsx';
import { applyFold } from './shell/fold.ts';
import { takeLinks } from './shell/router.ts';
import { applyTheme } from './shell/theme.ts';

applyTheme();
applyFold();
takeLinks();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
