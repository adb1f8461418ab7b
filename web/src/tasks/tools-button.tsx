import { Button } from '@mantine/core';
import { IconTools } from '@tabler/icons-react';
import type { OfferedTool } from './offered.ts';

type ToolsButtonProps = {
  readonly offered: readonly OfferedTool[];
  readonly onOpen: (offered: readonly OfferedTool[]) => void;
};

/** Opens the choice of tools; nothing where there is none that the person may start. */
export const ToolsButton = ({ offered, onOpen }: ToolsButtonProps) =>
  offered.length > 0 && (
    <Button variant="default" leftSection={<IconTools size={18} aria-hidden />} onClick={() => onOpen(offered)}>
      Tools
    </Button>
  );
