/** The web's files: everything inside their folder, nothing outside, and no file name is a way around that. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../server/app.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'

const SECRET = 'outside the folder of the web'
let server: TestServer
let app: FastifyInstance
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outstation-web-'))
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), SECRET)
  const page = '<!doctype html><title>the page</title>'
  writeFileSync(join(web, 'index.html'), page)
  writeFileSync(join(web, 'index.html.br'), brotliCompressSync(page))
  writeFileSync(join(web, 'index.html.gz'), gzipSync(page))
  writeFileSync(join(web, 'assets', 'code-12345678.js'), 'export {}')
  writeFileSync(join(web, 'assets', 'code-12345678.js.br'), brotliCompressSync('export {}'))
  writeFileSync(join(web, 'assets', 'code-12345678.js.gz'), gzipSync('export {}'))
  server = await startServer()
  app = await buildApp(server.services, { web })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends the path exactly as written; `fetch` would tidy it up first. */
function raw(path: string, headers = '', method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      .on('data', (chunk) => {
        text += chunk.toString('latin1')
      })
      .on('end', () => resolve(text))
      .on('error', reject)
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\n${headers}connection: close\r\n\r\n`)
  })
}

it('serves the page at every address of the console, and hashed files for ever', async () => {
  expect(await raw('/login')).toMatch(/^HTTP\/1\.1 200 [\s\S]*cache-control: no-cache[\s\S]*the page/)
  expect(await raw('/admin/sysuser?currentPage=2')).toContain('the page')
  expect(await raw('/assets/code-12345678.js')).toMatch(/^HTTP\/1\.1 200 [\s\S]*immutable/)
  expect(await raw('/assets/gone.js')).toMatch(/^HTTP\/1\.1 404 /)
})

it.each(['', 'accept-encoding: identity\r\n', 'accept-encoding: gzip\r\n', 'accept-encoding: br\r\n', 'accept-encoding: gzip, br\r\n'])(
  'answers GET and HEAD alike, accepting %j',
  async (accepted) => {
    const coding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/workbench', 'text/html'],
      ['/assets/code-12345678.js', 'application/javascript'],
    ] as const) {
      const [whole, head] = [await raw(path, accepted), await raw(path, accepted, 'HEAD')]
      const headOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n'))
      const steady = (text: string) => headOf(text).replace(/^date: .*$/im, '')
      expect(whole, path).toMatch(/^HTTP\/1\.1 200 /)
      expect(whole, path).toMatch(new RegExp(`^content-type: ${type}`, 'im'))
      expect(/^content-encoding: (\w+)/im.exec(whole)?.[1], path).toBe(coding)
      expect(steady(head), path).toBe(steady(whole))
      expect(/^content-length: (\d+)/im.exec(head)?.[1], path).toBe(
        String(Buffer.byteLength(whole.slice(headOf(whole).length + 4), 'latin1')),
      )
      expect(head.length, path).toBe(headOf(head).length + 4)
    }
    expect(await raw('/assets/gone.js', accepted, 'HEAD')).toMatch(/^HTTP\/1\.1 404 /)
  },
)

it('gives no byte from outside its folder', async () => {
  const climbs = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '..;', '....', '%c0%ae%c0%ae', '..%5c', '..\\']
  const joints = ['/', '%2f', '%252f', '\\', '%5c', '//']
  const paths = climbs.flatMap((climb) =>
    joints.flatMap((joint) =>
      [1, 2, 4].flatMap((depth) => [
        `/${`${climb}${joint}`.repeat(depth)}secret.txt`,
        `/assets/${`${climb}${joint}`.repeat(depth)}secret.txt`,
      ]),
    ),
  )
  expect(paths.length).toBeGreaterThanOrEqual(300)
  for (const path of [...paths, `/${join(folder, 'secret.txt')}`, `/file://${folder}/secret.txt`]) {
    const answer = await raw(path)
    expect(answer, path).not.toContain(SECRET)
    expect(answer, path).toMatch(/^HTTP\/1\.1 (200|400|404) /)
  }
})

it('refuses a path that cannot be decoded with the envelope', async () => {
  expect(await raw('/%zz')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":400/)
})

it('scripts and styles carry only what a browser obeys in them, documents all of it', async () => {
  const document = await raw('/')
  expect(document).toMatch(/^content-security-policy: /im)
  for (const accepted of ['', 'accept-encoding: gzip, br\r\n']) {
    const script = await raw('/assets/code-12345678.js', accepted)
    expect(/^content-encoding: br/im.test(script)).toBe(accepted !== '')
    expect(script).toMatch(/^x-content-type-options: nosniff/im)
    expect(script).toMatch(/^cross-origin-resource-policy: same-origin/im)
    expect(script).not.toMatch(/^(content-security-policy|x-frame-options|referrer-policy): /im)
  }
})
