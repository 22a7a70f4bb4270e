/** Images to copy: what they are, and how often one is good. */
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captchaOf } from '../../../tests/support/captcha.ts'
import { call } from '../../../tests/support/client.ts'
import { dump } from '../../../tests/support/rows.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { newToken } from '../secrets.ts'
import { ALPHABET } from './glyphs.ts'
import { drawWord } from './image.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ trustProxy: 1 })
})
afterAll(() => server.stop())

const compare = (body: object) => call(server.url, 'POST', '/api/account/sysuserdetail/compareCaptcha', { body })
const RETRIEVE = '/api/account/sysuserdetail/retrievePassword'
let addresses = 0
/** From an address of its own each time: how often one may ask is another test's question. */
const retrieve = (body: object) =>
  call(server.url, 'POST', RETRIEVE, {
    body: { email: `nobody-${(addresses += 1)}@example.com`, ...body },
    headers: { 'x-forwarded-for': `10.1.0.${addresses}` },
  })

/** Grey values of a PNG without filters. */
function pixelsOf(image: Buffer): { width: number; height: number; rows: Buffer[] } {
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)]
  const at = image.indexOf('IDAT')
  const data = inflateSync(image.subarray(at + 4, at + 4 + image.readUInt32BE(at - 4)))
  return { width, height, rows: Array.from({ length: height }, (_, y) => data.subarray(y * (width + 1) + 1, (y + 1) * (width + 1))) }
}

describe('an image', () => {
  it('is a PNG with something to read in it, and never twice the same', () => {
    const [one, two] = [drawWord('ABC23'), drawWord('ABC23')]
    const { width, height, rows } = pixelsOf(one)
    expect(one.subarray(1, 4).toString()).toBe('PNG')
    expect([width, height, rows.length]).toEqual([200, 64, 64])
    const dark = (from: number, to: number) =>
      rows.reduce((sum, row) => sum + [...row.subarray(from, to)].filter((grey) => grey < 120).length, 0)
    for (let letter = 0; letter < 5; letter += 1) expect(dark(12 + letter * 35, 47 + letter * 35), `letter ${letter}`).toBeGreaterThan(60)
    expect(one.equals(two)).toBe(false)
  })

  it('has no characters that are taken for one another', () => {
    expect(ALPHABET).not.toMatch(/[01OILSBZVUQDG]/)
    expect(new Set(ALPHABET).size).toBe(ALPHABET.length)
    expect(ALPHABET.length).toBeGreaterThan(20)
  })

  it('comes for a key that is long enough, is kept by nobody on the way, and its answer stands nowhere', async () => {
    const key = newToken()
    const response = await fetch(`${server.url}/api/account/captcha/generateImageCaptcha?key=${key}`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'no-store',
    ])
    expect(await dump(server)).not.toContain(key)
    expect(await call(server.url, 'GET', '/api/account/captcha/generateImageCaptcha', { query: { key: 'short' } })).toMatchObject({
      http: 422,
      errors: [{ field: 'key' }],
    })
  })
})

describe('what was copied', () => {
  it('is good in small letters and with blanks, and once', async () => {
    const { key } = await captchaOf(server)
    expect((await retrieve({ key, charCaptcha: ' a7k2x ' })).http).toBe(200)
    expect(await retrieve({ key, charCaptcha: 'A7K2X' })).toMatchObject({ http: 422, errors: [{ field: 'charCaptcha' }] })
  })

  it('is guessed at once', async () => {
    const { key, charCaptcha } = await captchaOf(server)
    expect((await retrieve({ key, charCaptcha: 'WRONG' })).http).toBe(422)
    expect((await retrieve({ key, charCaptcha })).http, 'the image is gone').toBe(422)
    const another = await captchaOf(server)
    const answers = await Promise.all(Array.from({ length: 10 }, () => retrieve({ ...another })))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  })

  it('can be compared first, once, and is then still good for the call it is for', async () => {
    const captcha = await captchaOf(server)
    expect((await compare(captcha)).http).toBe(200)
    expect((await retrieve(captcha)).http).toBe(200)
    const twice = await captchaOf(server)
    await compare(twice)
    expect((await compare(twice)).http, 'no oracle').toBe(422)
    expect((await retrieve(twice)).http).toBe(422)
    const wrong = await captchaOf(server)
    expect((await compare({ key: wrong.key, charCaptcha: 'WRONG' })).http).toBe(422)
    expect((await compare(wrong)).http).toBe(422)
  })

  it('is not needed of somebody who waits, and is too old after ten minutes', async () => {
    const soon = await captchaOf(server, { secondsAgo: 20 })
    expect((await retrieve({ key: soon.key })).http).toBe(422)
    const waited = await captchaOf(server, { secondsAgo: 31 })
    expect((await retrieve({ key: waited.key, charCaptcha: '' })).http).toBe(200)
    const wrong = await captchaOf(server, { secondsAgo: 31 })
    expect((await retrieve({ key: wrong.key, charCaptcha: 'WRONG' })).http, 'whoever types is judged').toBe(422)
    const often = await Promise.all(Array.from({ length: 30 }, () => captchaOf(server, { secondsAgo: 31 })))
    const answers = await Promise.all(often.map(({ key }) => compare({ key, charCaptcha: '' })))
    expect(answers.filter(({ http }) => http === 200).length, 'from one network within an hour').toBeLessThanOrEqual(20)
    expect(answers.filter(({ http }) => http === 429).length).toBeGreaterThanOrEqual(10)
    expect((await retrieve({ ...(await captchaOf(server)) })).http, 'reading goes on').toBe(200)
    await server.database.asOwner((owner) => owner.query('delete from attempts'))
    const old = await captchaOf(server, { secondsAgo: 601 })
    expect((await retrieve(old)).http).toBe(422)
    expect((await retrieve({ key: newToken(), charCaptcha: '' })).http).toBe(422)
    expect((await retrieve({})).http).toBe(422)
  })
})
