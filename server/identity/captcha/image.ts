/** Draws a word so that people read it and programs have to work for it: every stroke turned, bent and crossed by others. */
import { randomInt } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Point } from './glyphs.ts'
import { linesOf } from './glyphs.ts'

const WIDTH = 200
const HEIGHT = 64
/** Pixels of a unit of the glyphs' box, and the half width of a stroke. */
const UNIT = 6.2
const PEN = 1.5
const NOISE_LINES = 3
const SPECKS = 240
const INK = 40
const PAPER = 246

/** A grey PNG of the word, distorted. */
export function drawWord(word: string): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER)
  const bend = bending()
  const step = (WIDTH - 24) / word.length
  for (const [at, character] of [...word].entries()) {
    const place = placing(12 + step * (at + 0.5) + between(-4, 4), HEIGHT / 2 + between(-7, 7))
    for (const line of linesOf(character)) drawLine(pixels, line.map(place), bend)
  }
  for (let at = 0; at < NOISE_LINES; at += 1)
    drawLine(
      pixels,
      [
        [between(0, 40), between(0, HEIGHT)],
        [between(60, 140), between(0, HEIGHT)],
        [between(160, WIDTH), between(0, HEIGHT)],
      ],
      bend,
      0.6,
    )
  for (let at = 0; at < SPECKS; at += 1) pixels[randomInt(pixels.length)] = randomInt(INK, PAPER)
  return png(pixels)
}

/** A number between two, with three digits behind the point. */
function between(least: number, most: number): number {
  return least + randomInt(Math.round((most - least) * 1000) + 1) / 1000
}

/** Turns, leans and scales a glyph around its middle, and sets it down. */
function placing(x: number, y: number): (point: Point) => Point {
  const angle = between(-0.35, 0.35)
  const lean = between(-0.25, 0.25)
  const size = UNIT * between(0.85, 1.15)
  return ([px, py]) => {
    const [cx, cy] = [(px - 2 + lean * (py - 3)) * size, (py - 3) * size]
    return [x + cx * Math.cos(angle) - cy * Math.sin(angle), y + cx * Math.sin(angle) + cy * Math.cos(angle)]
  }
}

/** Waves along both directions, alike for the whole image. */
function bending(): (point: Point) => Point {
  const [a, b, c, d] = [between(2, 3.5), between(0, 6.283), between(1.5, 3), between(0, 6.283)]
  return ([x, y]) => [x + c * Math.sin(y / 9 + d), y + a * Math.sin(x / 17 + b)]
}

function drawLine(pixels: Uint8Array, line: readonly Point[], bend: (point: Point) => Point, pen = PEN): void {
  for (const [at, end] of line.entries()) {
    const start = line[at - 1]
    if (!start) continue
    // In short pieces, so that a straight stroke follows the waves.
    const pieces = Math.max(1, Math.ceil(Math.hypot(end[0] - start[0], end[1] - start[1]) / 5))
    const between = (share: number): Point => bend([start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share])
    for (let piece = 0; piece < pieces; piece += 1) drawSegment(pixels, between(piece / pieces), between((piece + 1) / pieces), pen)
  }
}

/** Every pixel as dark as it is near; only those around the segment are looked at. */
function drawSegment(pixels: Uint8Array, [ax, ay]: Point, [bx, by]: Point, pen: number): void {
  const [dx, dy] = [bx - ax, by - ay]
  const long = dx * dx + dy * dy || 1
  for (
    let y = Math.max(0, Math.floor(Math.min(ay, by) - pen - 1));
    y <= Math.min(HEIGHT - 1, Math.ceil(Math.max(ay, by) + pen + 1));
    y += 1
  ) {
    for (
      let x = Math.max(0, Math.floor(Math.min(ax, bx) - pen - 1));
      x <= Math.min(WIDTH - 1, Math.ceil(Math.max(ax, bx) + pen + 1));
      x += 1
    ) {
      const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long))
      const far = Math.hypot(x - ax - share * dx, y - ay - share * dy)
      const dark = Math.min(1, Math.max(0, pen + 0.5 - far))
      const at = y * WIDTH + x
      pixels[at] = Math.min(pixels[at] as number, Math.round(PAPER - dark * (PAPER - INK)))
    }
  }
}

/** PNG (ISO/IEC 15948): 8 bits of grey, no filter. */
function png(pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header[8] = 8
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y += 1) rows.set(pixels.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
