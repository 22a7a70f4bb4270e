/**
 * The theme colour in its shades. Those of the product are chosen by hand and stand in web/ui/base.css as well; those of
 * another colour are derived (web/kernel/appearance/derive-palette.ts) and kept with the settings, so that a page can be drawn in them
 * before anything of ours has been loaded.
 */

export interface Shades {
  /** Ground of buttons; white stands on it. */
  readonly primary: string
  readonly primaryHover: string
  readonly primaryActive: string
  /** Text on the page, on its surfaces and on `chosen`. */
  readonly link: string
  readonly linkHover: string
  /** Ground of what is chosen. */
  readonly chosen: string
  readonly chosenText: string
}

export interface Palette {
  readonly light: Shades
  readonly dark: Shades
}

/** Section 9 of the specification, settings defaults. */
export const THEME_COLOUR = '#1890ff'

/** The shades of {@link THEME_COLOUR}. */
export const ownPalette: Palette = {
  light: {
    primary: '#1068c8',
    primaryHover: '#0c57a9',
    primaryActive: '#0a4a91',
    link: '#1068c8',
    linkHover: '#0c57a9',
    chosen: '#e4effc',
    chosenText: '#0c57a9',
  },
  dark: {
    primary: '#1f6fc9',
    primaryHover: '#195fae',
    primaryActive: '#174f8f',
    link: '#74b4ff',
    linkHover: '#9ac9ff',
    chosen: '#17304d',
    chosenText: '#9ac9ff',
  },
}

/** Which variable of web/ui/base.css shows which shade; web/public/appearance.js sets the same ones. */
export const variables: Readonly<Record<string, keyof Shades>> = {
  '--primary': 'primary',
  '--primary-hover': 'primaryHover',
  '--link': 'link',
  '--focus': 'link',
  '--chosen': 'chosen',
  '--chosen-text': 'chosenText',
}

/** Whether the text is a colour as `#rrggbb`. */
export const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** Whether the value is a palette: what a browser has kept may be anything. */
export function isPalette(value: unknown): value is Palette {
  return isShades((value as Partial<Palette> | null | undefined)?.light) && isShades((value as Partial<Palette>).dark)
}

function isShades(value: unknown): value is Shades {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(ownPalette.light).every((name) => isColour((value as Record<string, unknown>)[name]))
  )
}
