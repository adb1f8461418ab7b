import { followAbsence } from './files/absent-thumbnails.ts';
import './mantine-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');
followAbsence();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
