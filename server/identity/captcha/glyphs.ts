/** Letters and digits as strokes, so that an image needs no font. Without look-alikes: neither 0 and O nor 1, I and L. */

/** Polylines in a box of 4 by 6, from the top left. Curves are drawn by their corners: the image bends them anyway. */
const strokes: Readonly<Record<string, string>> = {
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,0 4,0 2,2 4,3.5 4,5 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 0,0 0,2.5 3,2.5 4,3.5 4,5 3,6 0,6',
  '6': '4,0 1,1.5 0,4 1,6 3,6 4,5 3,3 0,4',
  '7': '0,0 4,0 1.5,6',
  '8': '1,2.8 0,1.5 1,0 3,0 4,1.5 3,2.8 1,2.8 0,4.5 1,6 3,6 4,4.5 3,2.8',
  '9': '4,2 3,3 1,3 0,2 1,0 3,0 4,2 3,5 1,6',
  A: '0,6 2,0 4,6|1,4 3,4',
  C: '4,1 3,0 1,0 0,1.5 0,4.5 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  J: '1,0 4,0|3,0 3,5 2,6 0,5',
  K: '0,0 0,6|4,0 0,3.5 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1.5 3,3 0,3',
  R: '0,6 0,0 3,0 4,1.5 3,3 0,3|2,3 4,6',
  T: '0,0 4,0|2,0 2,6',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
}

export const ALPHABET = Object.keys(strokes).join('')

export type Point = readonly [x: number, y: number]

/** The lines a character is drawn by. */
export function linesOf(character: string): Point[][] {
  return (strokes[character] ?? '').split('|').map((line) => line.split(' ').map((pair) => pair.split(',').map(Number) as unknown as Point))
}
