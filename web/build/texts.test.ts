/** How the build divides the texts: nothing is lost, each part of the web gets all it names, and pages do not get each other's. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { resources } from '../../model/index.ts'
import { fieldKey } from '../../model/labels/index.ts'
import type { Resource } from '../../model/resource.ts'
import en from '../../model/labels/en/index.ts'
import { isOfServer } from './server-texts.ts'
import { textNeeds } from './text-needs.ts'
import { divide, textsIn } from './texts.ts'

const root = join(import.meta.dirname, '../..')
const folders = new Map([...(await textsIn(root, 'en'))].map(([name, texts]) => [name, Object.keys(texts)]))
const division = divide(root, folders)
const at = (path: string) => join(root, 'web', path)
const parts = () => readdirSync(at(''), { recursive: true, encoding: 'utf8' }).filter((name) => /^(?!build)[^.]+\.tsx$/.test(name))
const textsFor = (path: string) => new Set(['start', ...division.filesFor(at(path))].flatMap((name) => division.files.get(name) ?? []))

describe('the texts of the product', () => {
  it('are all in one file, less what only the server says', () => {
    const kept = [...division.files.values()].flat()
    expect(new Set(kept).size).toBe(kept.length)
    expect(Object.keys(en).filter((key) => !kept.includes(key) && !isOfServer(key))).toEqual([])
    expect(kept).not.toContain('error.request.malformed')
  })

  it('come with whatever part names them', () => {
    const lacking = parts().flatMap((name) => {
      const has = textsFor(name)
      const asked = [...readFileSync(at(name), 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key as string)
      return asked.filter((key) => !has.has(key)).map((key) => `${name}: ${key}`)
    })
    expect(parts().length).toBeGreaterThan(200)
    expect(lacking).toEqual([])
  })

  it('of every field come with the lists of its noun', () => {
    const nouns: Readonly<Record<string, Resource>> = resources
    const lists = parts().flatMap((name) =>
      [...readFileSync(at(name), 'utf8').matchAll(/<ResourcePage\s+of=\{(\w+)\}/g)].map(([, noun = '']) => ({ name, noun })),
    )
    const lacking = lists.flatMap(({ name, noun }) => {
      const has = textsFor(name)
      const of = nouns[noun] as Resource
      return Object.keys(of.fields)
        .map((field) => fieldKey(of.name, field))
        .filter((key) => key in en && !has.has(key))
        .map((key) => `${name}: ${key}`)
    })
    expect(lists.length).toBeGreaterThan(15)
    expect(lacking).toEqual([])
  })

  it('of a noun come with the list and the form that show its fields', () => {
    expect(textsFor('features/organisation/users/page.tsx')).toContain('field.users.username')
    expect(textsFor('features/acquisition/devices/page.tsx')).toContain('field.devices.deviceCode')
    expect(textsFor('features/acquisition/alarms/page.tsx')).toContain('choice.alarmPriority.1')
    // It grants the fields of all nouns.
    expect(textsFor('features/authority/roles/role-grants.tsx')).toContain('field.tenants.tenantCode')
  })

  it('of other pages do not come along', () => {
    const own = division.filesFor(at('features/organisation/users/page.tsx'))
    expect(['template', 'acquisition', 'tenants'].filter((name) => own.includes(name))).toEqual([])
    expect(division.filesFor(at('features/account/sign-in/page.tsx'))).toEqual(['entry'])
    expect(division.filesFor(at('main.tsx'))).toEqual([])
    expect(division.filesFor(at('features/home/workbench/page.tsx'))).not.toContain('acquisition')
  })
})

describe('what the source of a module says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function needsOf(files: Readonly<Record<string, string>>) {
    for (const [name, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), source)
    }
    const keys = ['a.one', 'a.two', 'b.one', 'field.rooms.roomCode', 'choice.side.left', 'choice.side.right', 'choice.side.up']
    const nouns = { rooms: { name: 'rooms', fields: { roomCode: {}, side: { options: ['left', 'right'] } } } }
    const needs = textNeeds({ root: folder, keys, nouns })
    return (name: string) => [...needs.of(join(folder, name))].sort()
  }

  it('counts with what it imports, and not with its types nor with what comes later', () => {
    const of = needsOf({
      'web/page.tsx': `import { x } from './near.ts'\nimport type { Y } from './types.ts'\nconst later = () => import('./late.tsx')\n`,
      'web/near.ts': `t('a.one')`,
      'web/types.ts': `t('a.two')`,
      'web/late.tsx': `t('b.one')`,
    })
    expect(of('web/page.tsx')).toEqual(['a.one'])
    expect(of('web/late.tsx')).toEqual(['b.one'])
  })

  it('counts by the beginning where a key is put together', () => {
    expect(needsOf({ 'web/page.tsx': 't(`a.${what}` as LabelKey)' })('web/page.tsx')).toEqual(['a.one', 'a.two'])
  })

  it('is refused where a key begins with a value', () => {
    expect(() => needsOf({ 'web/page.tsx': 't(`${what}.one` as LabelKey)' })('web/page.tsx')).toThrow('web/page.tsx')
    expect(() => needsOf({ 'web/page.tsx': 't(key as LabelKey)' })('web/page.tsx')).toThrow('web/page.tsx')
  })

  it('counts the fields of a noun where fields are shown', () => {
    const model = {
      'model/rooms.ts': 'export const rooms = {}',
      'web/kernel/list.tsx': 't(fieldKey(of.name, name)); t(`choice.${name}.${member}`)',
    }
    const noun = `import { rooms } from '../model/rooms.ts'\n`
    expect(needsOf({ ...model, 'web/page.tsx': `${noun}import { List } from './kernel/list.tsx'\n` })('web/page.tsx')).toEqual([
      'choice.side.left',
      'choice.side.right',
      'field.rooms.roomCode',
    ])
    expect(needsOf({ ...model, 'web/page.tsx': noun })('web/page.tsx')).toEqual([])
  })
})
