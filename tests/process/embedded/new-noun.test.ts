/** `npm run new-noun` in a copy of the tree: eight files, which the compiler takes, and a server that has the noun. What it refuses: tests/unit/new-noun.test.ts. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { resources } from '../../../model/index.ts'
import { signIn } from '../../support/client.ts'
import { run, temporaryFolder } from '../../support/process.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PARTS = ['model', 'server', 'seeds', 'scripts', 'migrations', 'web', 'tests', 'bench']
const folder = temporaryFolder()
const copy = join(folder.path, 'copy')
for (const part of [
  ...PARTS,
  'package.json',
  'tsconfig.json',
  'eslint.config.js',
  '.prettierrc.json',
  'vite.config.ts',
  'vitest.config.ts',
])
  cpSync(join(ROOT, part), join(copy, part), { recursive: true })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
afterAll(() => folder.remove())

const WELLS = {
  area: 'acquisition',
  noun: 'well-logs',
  one: 'well log',
  icon: 'control',
  en: 'Well logs',
  zh: '测井记录',
  tw: '測井紀錄',
} as const
const FIELDS = [
  'logCode:code:required:unique|Log code|记录编号|紀錄編號',
  'logName:text:required|Well log|记录名称|紀錄名稱',
  'siteId:reference=sites|Site|所属站点|所屬站點',
  'depth:decimal|Depth (m)|深度（米）|深度（公尺）',
  'crewSize:integer|Crew|人数|人數',
  'loggedAt:time|Logged at|测量时间|測量時間',
  'logDescription:long|Description|说明|說明',
]

interface Ended {
  readonly code: number
  readonly text: string
}

/** Runs a program in the copy to its end. */
function inCopy(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    // What vitest tells its workers is not for another one.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
    execFile(process.execPath, args, { cwd: copy, env, maxBuffer: 2 ** 24 }, (error, out, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, text: `${out}${errors}` }),
    )
  })
}

const newNoun = () =>
  inCopy(
    'scripts/new-noun.ts',
    ...Object.entries(WELLS).flatMap(([name, value]) => [`--${name}`, value]),
    ...FIELDS.flatMap((field) => ['--field', field]),
  )

/** Every file of the copy with its text. */
function texts(): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (path: string): void => {
    for (const name of readdirSync(join(copy, path))) {
      const below = join(path, name)
      if (name === 'node_modules') continue
      if (statSync(join(copy, below)).isDirectory()) walk(below)
      else found.set(below, readFileSync(join(copy, below), 'latin1'))
    }
  }
  walk('.')
  return found
}

describe('a noun', () => {
  it('is eight files, as the formatter and the linter want them, and the compiler takes them', async () => {
    const before = texts()
    expect(await newNoun()).toMatchObject({ code: 0 })
    const touched = [...texts()].flatMap(([path, text]) => (before.get(path) === text ? [] : [path])).sort()
    const migration = touched.find((path) => path.startsWith('migrations/'))
    expect(migration).toMatch(/^migrations\/\d{4}_well-logs\.sql$/)
    expect(touched).toEqual(
      [
        migration,
        'model/acquisition/well-logs.ts',
        'model/plain.ts',
        ...['en', 'tw', 'zh'].map((language) => `model/labels/${language}/acquisition.ts`),
        'seeds/menus.ts',
        'web/features/acquisition/well-logs/page.tsx',
      ].sort(),
    )
    const programs = touched.filter((path) => path !== migration)
    expect(await inCopy('node_modules/prettier/bin/prettier.cjs', '--check', ...programs)).toMatchObject({ code: 0 })
    // One thread, since other tests run beside it: several look at the same types several times.
    const compile = (config: string) =>
      inCopy('node_modules/typescript-native/bin/tsc', '-p', config, '--incremental', 'false', '--singleThreaded')
    const [server, web, lint] = [
      await compile('tsconfig.json'),
      await compile('web/tsconfig.json'),
      await inCopy('node_modules/eslint/bin/eslint.js', ...programs),
    ]
    expect([server, web, lint]).toEqual([server, web, lint].map(() => ({ code: 0, text: '' })))
  })

  it('stands in the menu as the catalogue wants it', async () => {
    expect(await inCopy('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'seeds/menus.test.ts')).toMatchObject({ code: 0 })
  })

  it('has the compiler ask for a text that is missing', async () => {
    const path = join(copy, 'model/labels/en/acquisition.ts')
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, whole.replace(/^ {2}'field\.well-logs\.depth'.*\n/m, ''))
    // The labels and what they import: the whole program was compiled above.
    writeFileSync(join(copy, 'tsconfig.labels.json'), JSON.stringify({ extends: './tsconfig.json', include: ['model/labels/index.ts'] }))
    const { code, text } = await inCopy('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.labels.json', '--incremental', 'false')
    writeFileSync(path, whole)
    expect(text).toContain('field.well-logs.depth')
    expect(code).not.toBe(0)
  })

  it('is known to whatever walks the nouns, and to no other product', async () => {
    const program = `const { resources } = await import('./model/index.ts'); const { isWritable } = await import('./tests/support/values.ts');
      console.log(JSON.stringify(Object.values(resources).map((of) => [of.name, isWritable(of)])))`
    const nouns = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: copy, encoding: 'utf8' })) as [
      string,
      boolean,
    ][]
    expect(nouns).toContainEqual(['well-logs', true])
    expect(nouns.length).toBe(Object.keys(resources).length + 1)
  })

  it('is served: rows are added and listed, by whoever may, in their own tenant, below their menu entry', async () => {
    const server = await run({ DATA_DIR: join(folder.path, 'data'), DEMO_PASSWORD: 'outstation' }, { root: copy })
    try {
      const admin = await signIn(server.url, '10001', 'admin', 'outstation')
      const row = { logCode: 'W-1', logName: 'The first', depth: 12.5, crewSize: 3, loggedAt: '2026-05-06 07:08:09' }
      expect(await admin.post('/api/acquisition/welllog/addWellLog', row)).toMatchObject({ http: 200 })
      expect(await admin.post('/api/acquisition/welllog/addWellLog', row)).toMatchObject({ errors: [{ field: 'logCode' }] })
      const listed = async (client: typeof admin) =>
        (
          await client.get<{ total: number; list: Record<string, unknown>[] }>('/api/acquisition/welllog/queryWellLog', {
            logName: 'first',
          })
        ).data
      expect(await listed(admin)).toMatchObject({ total: 1, list: [row] })
      const options = await admin.get<{ name: string }[]>('/api/acquisition/welllog/queryWellLogOptions')
      expect(options.data.map(({ name }) => name)).toEqual(['The first · W-1'])
      const authority = await admin.post('/api/account/sysuserdetail/queryCurrentAuthority')
      expect(JSON.stringify(authority.data)).toContain('/acquisition/welllogs')

      const other = await signIn(server.url, '10002', 'admin', 'outstation')
      expect(await listed(other)).toMatchObject({ total: 0, list: [] })
      const nobody = await fetch(`${server.url}/api/acquisition/welllog/queryWellLog`)
      expect(nobody.status).toBe(401)
    } finally {
      await server.stop()
    }
  })
})
