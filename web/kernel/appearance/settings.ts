/** How this browser's person wants the console (sections 3 and 9 of the specification). Kept in this browser, and followed by its other tabs. */
import { create } from 'zustand'
import type { Palette } from './palette.ts'
import { THEME_COLOUR, isColour, isPalette } from './palette.ts'

export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

export interface Settings {
  readonly themeColour: string
  /** The shades of a theme colour that is not the product's own. */
  readonly palette: Palette | undefined
  readonly tagsView: boolean
  readonly fixedHeader: boolean
  readonly sidebarLogo: boolean
  readonly supportPinyinSearch: boolean
  /** The sidebar stands at the side; otherwise it lies across the top. */
  readonly vertical: boolean
  readonly size: Size
  readonly device: 'desktop' | 'mobile'
}

export const defaultSettings: Settings = {
  themeColour: THEME_COLOUR,
  palette: undefined,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: true,
  supportPinyinSearch: true,
  vertical: true,
  size: 'small',
  device: 'desktop',
}

const KEY = 'settings'

/** What was kept, as far as it still makes sense. */
export function parseSettings(kept: string | null): Settings {
  let found: unknown
  try {
    found = JSON.parse(kept ?? 'null')
  } catch {
    found = undefined
  }
  if (typeof found !== 'object' || found === null) return defaultSettings
  const { themeColour, palette, size, device, ...rest } = found as Record<string, unknown>
  const flags = Object.fromEntries(
    FLAGS.map((flag) => [flag, typeof rest[flag] === 'boolean' ? rest[flag] : defaultSettings[flag]]),
  ) as Pick<Settings, (typeof FLAGS)[number]>
  // Another colour counts only with its shades.
  const ownColour = isColour(themeColour) && isPalette(palette)
  return {
    ...flags,
    themeColour: ownColour ? themeColour : defaultSettings.themeColour,
    palette: ownColour ? palette : undefined,
    size: oneOf(sizes, size, defaultSettings.size),
    device: oneOf(['desktop', 'mobile'], device, defaultSettings.device),
  }
}

const FLAGS = ['tagsView', 'fixedHeader', 'sidebarLogo', 'supportPinyinSearch', 'vertical'] as const

function oneOf<Value>(values: readonly Value[], kept: unknown, otherwise: Value): Value {
  return values.find((value) => value === kept) ?? otherwise
}

export const useSettings = create<Settings>(() => parseSettings(read()))

addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) useSettings.setState(parseSettings(newValue))
})

/** Changes settings of the appearance, and keeps them in this browser. */
export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change)
  try {
    localStorage.setItem(KEY, JSON.stringify(useSettings.getState()))
  } catch {
    // A browser that keeps nothing still shows the settings until it is closed.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
