/** Makes the shades of a theme colour from the one that a person chose: its hue, and as much of its lightness as can be read. */
import type { Colour } from './colours.ts'
import { contrast, hexOf, parseColour } from './colours.ts'
import type { Palette, Shades } from './palette.ts'
import { THEME_COLOUR, ownPalette } from './palette.ts'

/** WCAG 2.2, 1.4.3, and a little more: what is mixed and rounded on the way. */
const READABLE = 4.6
/** The dark theme of the component library dims the links it is given; what is left has to be readable. */
const READABLE_WHEN_DIMMED = 6.4

/** The grounds of web/ui/base.css on which links stand. */
const grounds = { light: ['#ffffff', '#f3f5f9', '#f5f8ff', '#edf2f9'], dark: ['#0e1319', '#161c25', '#1d2530', '#222c39'] } as const

/** Lightness of a dark button: less would not be seen on the dark ground. */
const DARKEST_BUTTON = 0.44

/** The shades of the light and of the dark theme for a colour (`#rrggbb`); texts on them have the contrast of WCAG 2.2 AA. */
export function derivePalette(chosen: string): Palette {
  if (chosen.toLowerCase() === THEME_COLOUR) return ownPalette
  const colour = parseColour(chosen)
  return { light: lightShades(colour), dark: darkShades(colour) }
}

function lightShades(colour: Colour): Shades {
  const chosen = hexOf({ ...colour, lightness: 0.95, chroma: Math.min(colour.chroma, 0.026) })
  // One colour for buttons and links, as in the shades made by hand.
  const primary = darkened(colour, [...grounds.light, chosen])
  const deeper = (by: number) => ({ ...primary, lightness: Math.max(primary.lightness - by, 0) })
  return {
    primary: hexOf(primary),
    primaryHover: hexOf(deeper(0.06)),
    primaryActive: hexOf(deeper(0.1)),
    link: hexOf(primary),
    linkHover: hexOf(deeper(0.06)),
    chosen,
    chosenText: hexOf(deeper(0.06)),
  }
}

function darkShades(colour: Colour): Shades {
  const chosen = hexOf({ ...colour, lightness: 0.3, chroma: Math.min(colour.chroma, 0.06) })
  const primary = darkened({ ...colour, lightness: Math.max(colour.lightness, DARKEST_BUTTON) }, ['#ffffff'])
  const deeper = (by: number) => ({ ...primary, lightness: primary.lightness - by })
  const link = until({ ...colour, lightness: Math.max(colour.lightness, 0.7) }, [...grounds.dark, chosen], 0.005, READABLE_WHEN_DIMMED)
  const linkHover = { ...link, lightness: Math.min(link.lightness + 0.06, 1) }
  return {
    primary: hexOf(primary),
    primaryHover: hexOf(deeper(0.05)),
    primaryActive: hexOf(deeper(0.09)),
    link: hexOf(link),
    linkHover: hexOf(linkHover),
    chosen,
    chosenText: hexOf(linkHover),
  }
}

const darkened = (colour: Colour, on: readonly string[]) => until(colour, on, -0.005, READABLE)

/** Moves the lightness until the colour can be read on all of these grounds. */
function until(colour: Colour, on: readonly string[], step: number, wanted: number): Colour {
  let now = colour
  while (now.lightness > 0 && now.lightness < 1 && !on.every((ground) => contrast(hexOf(now), ground) >= wanted))
    now = { ...now, lightness: now.lightness + step }
  return { ...now, lightness: Math.min(Math.max(now.lightness, 0), 1) }
}
