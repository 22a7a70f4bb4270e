import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acts, queryAlarmHealth } from '../../model/contract/acquisition/alarms.ts'
import { codeOf, contracts } from './contracts.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contracts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The program that a page with this import becomes. */
async function built(code: string): Promise<string> {
  const input = join(import.meta.dirname, `page-${Date.now()}.js`)
  writeFileSync(input, code)
  try {
    const result = await build({
      configFile: false,
      root,
      logLevel: 'silent',
      plugins: [contracts()],
      build: { write: false, outDir: folder, minify: false, rolldownOptions: { input } },
    })
    const outputs = [result].flat().flatMap((made) => ('output' in made ? made.output : []))
    return outputs.map((part) => ('code' in part ? part.code : '')).join('\n')
  } finally {
    rmSync(input)
  }
}

it('gives a page the method and the path of its calls, and nothing of their schemas or of the library', async () => {
  const code = await built(
    `import { acts, queryAlarmHealth } from '../../model/contract/acquisition/alarms.ts'\nconsole.log(acts.shelve, queryAlarmHealth)`,
  )
  expect(code).toContain(queryAlarmHealth.path)
  expect(code).toContain(acts.shelve.path)
  expect(code).not.toMatch(/zod|floodMinutes|alarmComment|_parse/)
  expect(code.length).toBeLessThan(2000)
})

it('refuses a page that wants a schema', async () => {
  await expect(built(`import { reportSchema } from '../../model/contract/exchange/imports.ts'\nconsole.log(reportSchema)`)).rejects.toThrow(
    'reportSchema',
  )
})

it('keeps plain constants and how a call is sent, in records too', async () => {
  const code = codeOf({
    ...(await import('../../model/contract/acquisition/collectors.ts')),
    ...(await import('../../model/contract/acquisition/readings.ts')),
    acts,
  })
  const file = join(folder, 'stripped.mjs')
  writeFileSync(file, code)
  const stripped = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  expect(stripped['importReading']).toEqual({ method: 'POST', path: '/acquisition/reading/importReading', send: 'parts' })
  expect(stripped['EXPORT_FORMATS']).toEqual(['csv', 'xlsx'])
  expect(stripped['acts']).toMatchObject({ acknowledge: { method: 'POST', path: '/acquisition/alarm/acknowledgeAlarm' } })
  expect(JSON.stringify(stripped)).not.toContain('_zod')
})
