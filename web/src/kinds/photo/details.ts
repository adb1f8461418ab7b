import { formatAmount } from '../../format/value.ts';
import { CAPTURED, DIMENSIONS } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

export const photoDetails: KindDetails = {
  facts: [
    CAPTURED,
    DIMENSIONS,
    { group: i18n.t('Picture'), name: i18n.t('Projection'), text: (of) => of.text('projectionType') },
    {
      group: i18n.t('Camera'),
      name: i18n.t('Camera'),
      text: (of) => [of.text('make'), of.text('model')].filter((it) => it !== null).join(' '),
    },
    {
      group: i18n.t('Camera'),
      name: i18n.t('Sensor'),
      text: (of) => {
        const [width, height] = [of.number('sensorWidth'), of.number('sensorHeight')];
        if (!isPositive(width) || !isPositive(height)) return null;
        return i18n.t('{width} × {height} mm', { width: formatAmount(width, 2), height: formatAmount(height, 2) });
      },
    },
    { group: i18n.t('Camera'), name: i18n.t('Kind of sensor'), text: (of) => of.text('sensorCategory') },
    {
      group: i18n.t('Camera'),
      name: i18n.t('Focal length'),
      text: (of) => {
        const [focal, focal35] = [of.number('focalLength'), of.number('focalLength35')];
        if (!isPositive(focal)) return null;
        const values = { focal: formatAmount(focal, 1), focal35: formatAmount(focal35 ?? 0, 0) };
        return isPositive(focal35)
          ? i18n.t('{focal} mm (as {focal35} mm on 35 mm film)', values)
          : i18n.t('{focal} mm', values);
      },
    },
    {
      group: i18n.t('Camera'),
      name: i18n.t('Looks to'),
      text: (of) => {
        const [yaw, pitch, roll] = [of.number('cameraYaw'), of.number('cameraPitch'), of.number('cameraRoll')].map(
          degrees,
        );
        // The service sends usual angles for cameras that told none.
        return of.value('hasCameraOrientation') === true
          ? i18n.t('yaw {yaw}, pitch {pitch}, roll {roll}', { yaw, pitch, roll })
          : null;
      },
    },
    {
      group: i18n.t('Camera'),
      name: i18n.t('Speed'),
      text: (of) => {
        const speed = of.number('flightSpeed');
        return speed === null ? null : `${formatAmount(speed, 1)} m/s`;
      },
    },
    {
      group: i18n.t('Place'),
      name: i18n.t('Altitude is above'),
      text: (of) => {
        const reference = of.text('altitudeReference');
        return reference === 'sea' ? i18n.t('The sea') : reference === 'ellipsoid' ? i18n.t('The ellipsoid') : null;
      },
    },
    {
      group: i18n.t('Place'),
      name: i18n.t('Accuracy'),
      text: (of) => {
        const [across, up] = [of.number('gpsXYAccuracy'), of.number('gpsZAccuracy')];
        if (across === null) return null;
        const values = { across: formatAmount(across, 2), up: formatAmount(up ?? 0, 2) };
        return up === null ? `${values.across} m` : i18n.t('{across} m, height {up} m', values);
      },
    },
  ],
  hidden: ['orientation', 'gpsImgDirectionRef', 'gpsTrackRef', 'sensor'],
};

const isPositive = (value: number | null): value is number => value !== null && value > 0;

const degrees = (value: number | null): string => (value === null ? '–' : `${formatAmount(value, 1)}°`);
