/** Which part of a picture is cut out: pure geometry, in the picture's own pixels. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** `zoom` 1 is as much of the picture as fits; `x` and `y` are the middle of the cut. */
export interface Cut {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export const MAX_ZOOM = 4

/** All that fits, around the middle. */
export function wholeOf({ width, height }: Size): Cut {
  return { zoom: 1, x: width / 2, y: height / 2 }
}

/** The rectangle of a cut, which never reaches beyond the picture. */
export function rectangleOf(picture: Size, aspect: number, { zoom, x, y }: Cut): Size & { readonly left: number; readonly top: number } {
  const width = Math.min(picture.width, picture.height * aspect) / within(zoom, 1, MAX_ZOOM)
  const height = width / aspect
  return { width, height, left: within(x - width / 2, 0, picture.width - width), top: within(y - height / 2, 0, picture.height - height) }
}

/** Moves or zooms a cut; what would leave the picture stops at its edge. */
export function changed(picture: Size, aspect: number, cut: Cut): Cut {
  const { left, top, width, height } = rectangleOf(picture, aspect, cut)
  return { zoom: within(cut.zoom, 1, MAX_ZOOM), x: left + width / 2, y: top + height / 2 }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)))
}
