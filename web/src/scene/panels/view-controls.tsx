import { ActionIcon } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconCompass,
  IconCube,
  IconFocusCentered,
  IconMinus,
  IconPlus,
  IconSquareArrowDown,
  IconWalk,
} from '@tabler/icons-react';
import type { ComponentType, RefObject } from 'react';
import { type CameraMode, faceNorth, fromTop, zoomIn, zoomOut } from '../camera/scene-keys.ts';
import type { Pose } from '../camera/pose.ts';
import type { SceneOwner } from '../core/scene-owner.ts';
import { i18n } from '../../languages/i18n.ts';

type ViewControlsProps = {
  readonly owner: SceneOwner;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly mode: CameraMode;
  readonly onMode: (mode: CameraMode) => void;
};

/** Buttons on the picture that move the camera. */
export function ViewControls({ owner, frame, mode, onMode }: ViewControlsProps) {
  const move = (change: (pose: Pose) => Pose) => () => owner.setPose(change(owner.pose()));
  return (
    <div className="al-scene-controls" role="group" aria-label={i18n.t('View')}>
      <Control label={i18n.t('Zoom in')} Icon={IconPlus} onClick={move(zoomIn)} />
      <Control label={i18n.t('Zoom out')} Icon={IconMinus} onClick={move(zoomOut)} />
      <Control label={i18n.t('Show everything')} Icon={IconFocusCentered} onClick={owner.showAll} />
      <Control label={i18n.t('View from the top')} Icon={IconSquareArrowDown} onClick={move(fromTop)} />
      <Control label={i18n.t('Face north')} Icon={IconCompass} onClick={move(faceNorth)} />
      <Control label={i18n.t('Orbit')} Icon={IconCube} isPressed={mode === 'orbit'} onClick={() => onMode('orbit')} />
      <Control label={i18n.t('Walk')} Icon={IconWalk} isPressed={mode === 'walk'} onClick={() => onMode('walk')} />
      {/* Phones of some makers have none. */}
      {document.fullscreenEnabled && (
        <Control
          label={i18n.t('Full screen')}
          Icon={IconArrowsMaximize}
          onClick={() => toggleFullScreen(frame.current)}
        />
      )}
    </div>
  );
}

type ControlProps = {
  readonly label: string;
  readonly Icon: ComponentType<{ size: number }>;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
};

const Control = ({ label, Icon, isPressed, onClick }: ControlProps) => (
  <ActionIcon
    variant={isPressed === true ? 'filled' : 'default'}
    size="lg"
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    onClick={onClick}
  >
    <Icon size={18} />
  </ActionIcon>
);

function toggleFullScreen(element: HTMLElement | null): void {
  // A browser that refuses says so itself; nothing else changes.
  const ignore = (): void => undefined;
  if (document.fullscreenElement === null) element?.requestFullscreen().catch(ignore);
  else document.exitFullscreen().catch(ignore);
}
