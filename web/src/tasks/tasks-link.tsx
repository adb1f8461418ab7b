import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';

/** The way to the tasks of a dataset. */
export const TasksLink = ({ datasetRef }: { readonly datasetRef: DatasetRef }) => (
  <Button
    variant="default"
    leftSection={<IconListCheck size={18} />}
    renderRoot={(props) => <Link to="/r/$org/$ds/tasks" params={datasetRef} {...props} />}
  >
    Tasks
  </Button>
);
