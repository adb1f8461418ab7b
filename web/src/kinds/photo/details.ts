import { formatAmount } from '../../format/value.ts';
import { CAPTURED, DIMENSIONS } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';

export const photoDetails: KindDetails = {
  facts: [
    CAPTURED,
    DIMENSIONS,
    { group: 'Picture', name: 'Projection', text: (of) => of.text('projectionType') },
    {
      group: 'Camera',
      name: 'Camera',
      text: (of) => [of.text('make'), of.text('model')].filter((it) => it !== null).join(' '),
    },
    {
      group: 'Camera',
      name: 'Sensor',
      text: (of) => {
        const [width, height] = [of.number('sensorWidth'), of.number('sensorHeight')];
        if (!isPositive(width) || !isPositive(height)) return null;
        return `${formatAmount(width, 2)} × ${formatAmount(height, 2)} mm`;
      },
    },
    { group: 'Camera', name: 'Kind of sensor', text: (of) => of.text('sensorCategory') },
    {
      group: 'Camera',
      name: 'Focal length',
      text: (of) => {
        const [focal, focal35] = [of.number('focalLength'), of.number('focalLength35')];
        if (!isPositive(focal)) return null;
        return `${formatAmount(focal, 1)} mm${isPositive(focal35) ? ` (as ${formatAmount(focal35, 0)} mm on 35 mm film)` : ''}`;
      },
    },
    {
      group: 'Camera',
      name: 'Looks to',
      text: (of) => {
        const [yaw, pitch, roll] = [of.number('cameraYaw'), of.number('cameraPitch'), of.number('cameraRoll')].map(
          degrees,
        );
        // The service sends usual angles for cameras that told none.
        return of.value('hasCameraOrientation') === true ? `yaw ${yaw}, pitch ${pitch}, roll ${roll}` : null;
      },
    },
    {
      group: 'Camera',
      name: 'Speed',
      text: (of) => {
        const speed = of.number('flightSpeed');
        return speed === null ? null : `${formatAmount(speed, 1)} m/s`;
      },
    },
    {
      group: 'Place',
      name: 'Accuracy',
      text: (of) => {
        const [across, up] = [of.number('gpsXYAccuracy'), of.number('gpsZAccuracy')];
        if (across === null) return null;
        return `${formatAmount(across, 2)} m${up === null ? '' : `, height ${formatAmount(up, 2)} m`}`;
      },
    },
  ],
  hidden: ['orientation', 'gpsImgDirectionRef', 'gpsTrackRef', 'sensor'],
};

const isPositive = (value: number | null): value is number => value !== null && value > 0;

const degrees = (value: number | null): string => (value === null ? '–' : `${formatAmount(value, 1)}°`);
