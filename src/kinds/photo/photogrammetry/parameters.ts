import Type, { type Static } from 'typebox';
import { EntryType } from '../../../inspection/index.ts';
import { fileNameField, orNull, pathsField, rare, withWords } from '../../../tasks/tool-kit/index.ts';

/** Types of what is a photo. */
export const PHOTOS = [EntryType.Image, EntryType.GeoImage];

/** Options of the engine; nodes know some two hundred. */
const MAX_OPTIONS = 500;

const optionsField = Type.Array(
  Type.Object(
    {
      name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,99}$' }),
      value: Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 4096 }), Type.Null()]),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: MAX_OPTIONS,
    description: 'Options of the engine of the node, by their names; the node tells which there are.',
    'x-input': 'node-options',
  },
);

const common = {
  folder: orNull(
    Type.String({
      maxLength: 8192,
      description: 'Folder with the photos, those in folders below it as well; the whole dataset unless told.',
      'x-input': 'folder',
    }),
  ),
  images: orNull(pathsField('The photos, where not all of a folder are meant.', PHOTOS)),
  nodeId: orNull(
    Type.String({ minLength: 1, maxLength: 100, description: 'The node; the first unless told.', 'x-input': 'node' }),
  ),
  name: orNull(Type.String({ maxLength: 200, description: 'Name of the task at the node.' })),
  options: orNull(optionsField),
};

/** What forms call the parameters of both versions. */
const COMMON_WORDS = {
  folder: 'Folder with photos',
  images: 'Photos',
  nodeId: 'Node',
  name: 'Name at the node',
  options: 'Options of the engine',
};

/** By their numbers. */
export const VISIBILITIES = ['PRIVATE', 'UNLISTED', 'PUBLIC'] as const;

export const ToDownload = withWords(
  Type.Object(
    { ...common, fileName: orNull(fileNameField('Name of the archive; `.zip` is added where it is missing.')) },
    { additionalProperties: false },
  ),
  { ...COMMON_WORDS, fileName: 'Archive name' },
);

const NEW_DATASET = { parameter: 'createNewDataset', is: [true] } as const;

export const ToDataset = withWords(
  Type.Object(
    {
      ...common,
      destPath: orNull(
        Type.String({
          maxLength: 8192,
          description: 'Folder that the results come to; the root of the dataset unless told.',
          'x-input': 'folder',
        }),
      ),
      createNewDataset: orNull(
        Type.Boolean({ description: 'Whether results come into a new dataset, instead of that of the photos.' }),
      ),
      newDatasetName: orNull(
        Type.String({ maxLength: 128, description: 'Its slug: lower-case letters, digits and single hyphens.' }),
      ),
      newDatasetOrgSlug: orNull(
        rare(Type.String({ maxLength: 128, description: 'Slug of its organization; that of the photos unless told.' })),
      ),
      newDatasetVisibility: orNull(
        rare(Type.Enum(VISIBILITIES, { description: 'Who may read it; those of its organization only unless told.' })),
      ),
    },
    { additionalProperties: false },
  ),
  {
    ...COMMON_WORDS,
    destPath: 'Into folder',
    createNewDataset: 'Into a new dataset',
    newDatasetName: { title: 'Short name of the new dataset', when: NEW_DATASET },
    newDatasetOrgSlug: { title: 'Organization of the new dataset', when: NEW_DATASET },
    newDatasetVisibility: {
      title: 'Who may read the new dataset',
      choices: { PRIVATE: 'Its organization', UNLISTED: 'Everybody who has its address', PUBLIC: 'Everybody' },
      when: NEW_DATASET,
    },
  },
);

/** What both versions take. */
export type Wish = Pick<Static<typeof ToDownload>, 'folder' | 'images' | 'nodeId' | 'name' | 'options'>;
