/** How well a text can be read on its ground: the contrast ratio of WCAG 2.2, from 1 to 21. */

export type Colour = readonly [red: number, green: number, blue: number]

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: Colour, other: Colour): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** What a browser says a colour is: `rgb(16, 104, 200)`. */
export function colourOf(computed: string): Colour | undefined {
  const [red, green, blue] = computed.match(/[\d.]+/g)?.map(Number) ?? []
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue]
}
