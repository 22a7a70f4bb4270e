import { beforeAll, expect, test, vi } from 'vitest'
import { derivePalette } from './derive-palette.ts'
import type { Settings } from './settings.ts'

let parse: (kept: string | null) => Settings
let defaults: Settings

beforeAll(async () => {
  // The store listens to other tabs as soon as it is loaded.
  vi.stubGlobal('addEventListener', () => undefined)
  const settings = await import('./settings.ts')
  parse = settings.parseSettings
  defaults = settings.defaultSettings
})

test('the defaults are those of the specification', () => {
  expect(defaults).toMatchObject({
    themeColour: '#1890ff',
    tagsView: true,
    fixedHeader: false,
    sidebarLogo: true,
    supportPinyinSearch: true,
    size: 'small',
    vertical: true,
  })
  expect(parse(null)).toEqual(defaults)
})

test('what is kept comes back', () => {
  const kept: Settings = {
    ...defaults,
    themeColour: '#13a86b',
    palette: derivePalette('#13a86b'),
    tagsView: false,
    vertical: false,
    size: 'mini',
    device: 'mobile',
  }
  expect(parse(JSON.stringify(kept))).toEqual(kept)
})

test.each([
  '',
  '{',
  '7',
  '[]',
  '{"size":"huge","density":"compact","tagsView":"no","device":"watch"}',
  '{"themeColour":"red"}',
  '{"themeColour":"#ff0000","palette":{"light":{}}}',
])('%s is no setting and breaks nothing', (kept) => {
  expect(parse(kept)).toEqual(defaults)
})
