import type { ChartColours } from './chart-options.ts'

/** The colours that an element inside of a `.chart` has in the theme of now. */
export function coloursOf(element: HTMLElement): ChartColours {
  const colour = colourIn(element)
  return {
    series: ['1', '2', '3', '4', '5', '6', '7', '8'].map((at) => colour(`--chart-${at}`)),
    text: colour('--text-quiet'),
    line: colour('--line'),
    surface: colour('--raised'),
  }
}

/** A function that gives the value of a custom property (`--name`) as it stands at the element. */
export function colourIn(element: HTMLElement): (name: string) => string {
  const style = getComputedStyle(element)
  return (name) => style.getPropertyValue(name).trim()
}
