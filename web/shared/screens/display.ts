/** What a screen is shown on, and boxes on it. */

/** Width and height in CSS pixels, and how many pixels of the display one of these is. */
export interface Display {
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

/** Left, top, right and bottom. */
export type Box = readonly [number, number, number, number]
