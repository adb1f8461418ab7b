import { describe, expect, it } from 'vitest';
import { mapBackgrounds, sitesOfBackgrounds } from './map-backgrounds.ts';
import { loadSettings } from './load.ts';

const read = (backgrounds: readonly object[], more: Record<string, string> = {}) =>
  loadSettings({ Map__Backgrounds: JSON.stringify(backgrounds), ...more });

describe('backgrounds of the map', () => {
  it('are none unless the settings name some', () => {
    const settings = loadSettings({});
    expect([mapBackgrounds(settings), sitesOfBackgrounds(settings)]).toEqual([[], []]);
  });

  it('are the one of the older settings, and those of the list', () => {
    const settings = read(
      [
        { Name: 'Relief', Url: 'https://tiles.example:8443/{z}/{x}/{y}.png', Attribution: '© Example' },
        { name: 'Ours', url: '/ours/{z}/{x}/{y}.png' },
        { name: 'House', url: 'https://house.example/{z}/{y}/{x}', otherSite: false },
      ],
      { Map__BasemapUrl: 'https://old.example/{z}/{x}/{y}.png', Map__BasemapAttribution: '© Old' },
    );
    expect(
      mapBackgrounds(settings).map(({ name, attribution, isOtherSite }) => [name, attribution, isOtherSite]),
    ).toEqual([
      ['old.example', '© Old', true],
      ['Relief', '© Example', true],
      ['Ours', '', false],
      ['House', '', false],
    ]);
    expect(sitesOfBackgrounds(settings)).toEqual([
      'https://old.example',
      'https://tiles.example:8443',
      'https://house.example',
    ]);
  });

  it.each([
    'https://tiles.example/{z}/{x}.png',
    'https://*/{z}/{x}/{y}.png',
    "https://tiles.example 'unsafe-inline'/{z}/{x}/{y}",
    'https://a.example;script-src/{z}/{x}/{y}',
    'ftp://tiles.example/{z}/{x}/{y}.png',
    '//tiles.example/{z}/{x}/{y}.png',
    '/\\\\tiles.example/{z}/{x}/{y}.png',
    'https://user@tiles.example/{z}/{x}/{y}.png',
    'https://tiles.example:99999/{z}/{x}/{y}.png',
    'https://10.0.0.300/{z}/{x}/{y}.png',
    'https://../{z}/{x}/{y}.png',
  ])('are refused where the address is %s', (url) => {
    expect(() => read([{ name: 'Bad', url }])).toThrow('Map.Backgrounds must be JSON');
  });

  it.each(['https://tiles.example:99999/{z}/{x}/{y}.png', 'https://10.0.0.300/{z}/{x}/{y}.png'])(
    'are refused also where the older setting has the address %s',
    (url) => expect(() => loadSettings({ Map__BasemapUrl: url })).toThrow('Map.BasemapUrl'),
  );
});
