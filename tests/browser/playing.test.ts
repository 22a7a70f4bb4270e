/** Sound and video are played part by part: what is jumped to is fetched, and what was taken from somebody stops. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tone } from '../support/media.ts'
import { tusAt } from '../support/tus.ts'
import { DISK, entry, openDisk } from './disk.ts'
import { eventually, openSite, t } from './support.ts'

const site = openSite()
const FILE = '/api/file/file'
/** 24 MB, six of the parts that the server sends at once. */
const SECONDS = 3000

interface Part {
  readonly status: number
  readonly from: number
  readonly bytes: number
}

/** What the player is answered. */
function partsOf(page: Page): Part[] {
  const parts: Part[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== `${FILE}/play`) return
    const [, from = '0', to = '-1'] = /^bytes (\d+)-(\d+)/.exec(response.headers()['content-range'] ?? '') ?? []
    parts.push({ status: response.status(), from: Number(from), bytes: Number(to) - Number(from) + 1 })
  })
  return parts
}
const player = <Value>(page: Page, what: string) => page.evaluate<Value>(`document.querySelector('audio')?.${what}`)
const jump = (page: Page, seconds: number) =>
  page.evaluate(
    `(() => { const player = document.querySelector('audio'); if (!player) return; player.currentTime = ${seconds}; player.playbackRate = 4; player.muted = true; player.play().catch(() => undefined) })()`,
  )

test('a long sound plays from where somebody jumps to, across parts, without the rest being fetched', async () => {
  const admin = await site.client()
  await tusAt(site.url, admin).upload(tone(SECONDS), { filename: 'a long shift.wav' })
  const page = await openDisk(site)
  const parts = partsOf(page)
  const whole: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`${FILE}/content`)) whole.push(request.url())
  })
  await entry(page, 'a long shift.wav').dblclick()
  await eventually(() => player<number>(page, 'duration')).toBeCloseTo(SECONDS, 0)
  expect(parts.length).toBeGreaterThan(0)
  expect(Math.max(...parts.map(({ bytes }) => bytes))).toBeLessThanOrEqual(4 * 1024 * 1024)
  // A second and a half before the end of a part that begins there; four seconds later it has gone over to the next.
  await jump(page, 2000)
  await eventually(() => player<number>(page, 'currentTime')).toBeGreaterThan(2001)
  const [{ from, bytes } = { from: 0, bytes: 0 }] = parts.filter((part) => part.from > 15_000_000)
  expect(from).toBeGreaterThan(15_000_000)
  const end = (from + bytes) / 8000
  await jump(page, end - 4)
  await eventually(() => player<number>(page, 'currentTime')).toBeGreaterThan(end + 2)
  expect(parts.every(({ status }) => status === 206)).toBe(true)
  expect(await player(page, 'error')).toBeNull()
  expect(whole, 'nothing is fetched whole').toEqual([])
  expect(await page.evaluate('document.cookie')).not.toContain('play-')
})

test('a player whose address has ended goes on where it stood; when the file is not shared any more it says so', async () => {
  const [admin, editor] = [await site.client(), await site.client('editor')]
  const id = await tusAt(site.url, editor).upload(tone(SECONDS), { filename: 'shared sound.wav' })
  const share = async (isShared: 0 | 1) => expect((await editor.post(`${FILE}/updateFileIsShared`, { id, isShared })).http).toBe(200)
  await share(1)
  expect((await admin.post(`${FILE}/playTicket`, { id })).http).toBe(200)
  const page = await site.page({ as: 'admin' })
  await page.goto(`${DISK}?place=shared`)
  await entry(page, 'shared sound.wav').dblclick()
  await eventually(() => player<number>(page, 'duration')).toBeCloseTo(SECONDS, 0)
  // As after a long pause: the browser has let go of the cookie.
  const addressOf = () => player<string>(page, 'currentSrc')
  const first = await addressOf()
  await page.context().clearCookies({ name: /^play-/ })
  await jump(page, 1500)
  await eventually(() => addressOf()).not.toBe(first)
  await eventually(() => player<number>(page, 'currentTime')).toBeGreaterThanOrEqual(1500)

  // The page may have been told before somebody jumps; then there is no player any more.
  await share(0)
  await jump(page, 2700)
  await page.getByRole('dialog').getByText(t('error.file.not-found')).waitFor()
})

/** A second of a square that changes its colour, recorded by the browser itself. */
const RECORD = `new Promise((resolve) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 })
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  recorder.onstop = async () => resolve([...new Uint8Array(await new Blob(parts).arrayBuffer())])
  recorder.start()
  let drawn = 0
  const timer = setInterval(() => {
    pen.fillStyle = drawn % 2 ? 'red' : 'blue'
    pen.fillRect(0, 0, 64, 48)
    drawn += 1
    if (drawn > 25) { clearInterval(timer); recorder.stop() }
  }, 40)
})`

test('a film is shown', async () => {
  const page = await openDisk(site)
  const film = Buffer.from(await page.evaluate<number[]>(RECORD))
  await tusAt(site.url, await site.client()).upload(film, { filename: 'square.webm' })
  await page.reload()
  await entry(page, 'square.webm').dblclick()
  await eventually(() => page.evaluate('document.querySelector("video")?.videoWidth')).toBe(64)
  await page.evaluate('(() => { const player = document.querySelector("video"); player.muted = true; return player.play() })()')
  await eventually(() => page.evaluate<number>('document.querySelector("video")?.currentTime')).toBeGreaterThan(0.3)
})
