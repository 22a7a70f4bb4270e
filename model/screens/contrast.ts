/** How well a text stands out from its ground (WCAG 2.2, relative luminance). Colours are `#rrggbb`, or `#rrggbbaa` with a share of opacity. */

type Parts = readonly [red: number, green: number, blue: number]

const partsOf = (colour: string): Parts => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Parts
const opacityOf = (colour: string): number => (colour.length === 9 ? Number.parseInt(colour.slice(7), 16) / 255 : 1)

/** The colour as it is seen before another one: `#rrggbb`. */
export function over(colour: string, ground: string): string {
  const share = opacityOf(colour)
  const below = partsOf(ground)
  const mixed = partsOf(colour).map((part, at) => Math.round(part * share + (below[at] ?? 0) * (1 - share)))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** From 1 for the same colour to 21 for black on white. */
export function contrastOf(colour: string, ground: string): number {
  const [one, other] = [luminanceOf(colour), luminanceOf(ground)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Parts
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
