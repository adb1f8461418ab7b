/** A value of EXIF as it is told to others: clean text, or finite numbers. */
export type ExifValue = string | readonly number[];

/** What is asked for, by exifr's names, with the numbers of EXIF 2.32; everything else is not even decoded. */
export const EXIF_TAGS = {
  ifd0: { Make: 0x010f, Model: 0x0110, Orientation: 0x0112, ModifyDate: 0x0132 },
  exif: {
    ExifVersion: 0x9000,
    DateTimeOriginal: 0x9003,
    CreateDate: 0x9004,
    OffsetTime: 0x9010,
    OffsetTimeOriginal: 0x9011,
    OffsetTimeDigitized: 0x9012,
    SubSecTime: 0x9290,
    SubSecTimeOriginal: 0x9291,
    SubSecTimeDigitized: 0x9292,
    FocalLength: 0x920a,
    FocalLengthIn35mmFormat: 0xa405,
    FocalPlaneXResolution: 0xa20e,
    FocalPlaneYResolution: 0xa20f,
    FocalPlaneResolutionUnit: 0xa210,
    ExifImageWidth: 0xa002,
    ExifImageHeight: 0xa003,
  },
  gps: {
    GPSLatitudeRef: 0x01,
    GPSLatitude: 0x02,
    GPSLongitudeRef: 0x03,
    GPSLongitude: 0x04,
    GPSAltitudeRef: 0x05,
    GPSAltitude: 0x06,
    GPSTimeStamp: 0x07,
    GPSDOP: 0x0b,
    GPSSpeedRef: 0x0c,
    GPSSpeed: 0x0d,
    GPSTrackRef: 0x0e,
    GPSTrack: 0x0f,
    GPSImgDirectionRef: 0x10,
    GPSImgDirection: 0x11,
    GPSDateStamp: 0x1d,
    GPSHPositioningError: 0x1f,
  },
} as const;

/** Longest text of a field, in UTF-16 units: makes and models have some twenty. */
export const MAX_TEXT = 128;
/** Positions and times of day have three numbers, nothing that is asked for has more. */
export const MAX_NUMBERS = 4;
