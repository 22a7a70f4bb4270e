/** Colours as people see them: OKLCH (lightness, chroma, hue). */
import { contrastOf } from '../../ui/contrast.ts'

export interface Colour {
  /** 0 black, 1 white. */
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

type Three = readonly [number, number, number]

/** The colour in OKLCH. @param hex `#rrggbb` */
export function parseColour(hex: string): Colour {
  const [r, g, b] = linear(hex)
  // Björn Ottosson, "A perceptual color space for image processing" (2020).
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, chroma: Math.hypot(a, bb), hue: Math.atan2(bb, a) }
}

/** The colour a screen can show that is nearest in chroma; lightness and hue stay. */
export function hexOf({ lightness, chroma, hue }: Colour): string {
  let shown = toLinear({ lightness, chroma, hue })
  for (let rest = chroma; !shown.every(isShown) && rest > 0.001; rest *= 0.95) shown = toLinear({ lightness, chroma: rest, hue })
  return `#${shown
    .map((part) =>
      Math.round(curve(Math.min(Math.max(part, 0), 1)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Of two colours as `#rrggbb`; see {@link contrastOf}. */
export function contrast(one: string, other: string): number {
  return contrastOf(bytes(one), bytes(other))
}

const isShown = (part: number) => part >= -0.0001 && part <= 1.0001

function toLinear({ lightness, chroma, hue }: Colour): Three {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** The sRGB transfer curve (IEC 61966-2-1) and its inverse. */
const curve = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
const uncurve = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

function linear(hex: string): Three {
  const [r, g, b] = bytes(hex)
  return [uncurve(r / 255), uncurve(g / 255), uncurve(b / 255)]
}

function bytes(hex: string): Three {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}
