import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueries } from './queries.ts';
import { createAppRouter } from './router.tsx';
import { leaveForSignIn } from './session/leave-for-sign-in.ts';
import { colors, theme } from './theme.ts';
import { UploadProvider } from './uploads/upload-context.tsx';

const queries = createQueries(() => leaveForSignIn(router, queries));
const router = createAppRouter(queries);

export const App = () => (
  <MantineProvider theme={theme} cssVariablesResolver={colors} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <UploadProvider>
        <RouterProvider router={router} />
      </UploadProvider>
    </QueryClientProvider>
  </MantineProvider>
);
