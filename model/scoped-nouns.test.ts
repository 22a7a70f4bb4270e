/** A noun with a rule of its own may have a scope of its own; what follows it, or is everybody's, has none. */
import { expect, it } from 'vitest'
import en from './labels/en/index.ts'
import { SCOPED_NOUNS, SCOPED_TABLES } from './scoped-nouns.ts'

it('nouns that say by themselves whose their rows are, each once', () => {
  expect(SCOPED_TABLES).toEqual(expect.arrayContaining(['organisations', 'devices', 'runs', 'equipment', 'work_orders', 'issued_reports']))
  for (const follower of ['points', 'alarms', 'calibrations', 'rounds', 'roles', 'dictionaries'])
    expect(SCOPED_TABLES).not.toContain(follower)
  expect(new Set(SCOPED_TABLES).size).toBe(SCOPED_TABLES.length)
})

it('the area of each has a heading', () => {
  const areas = SCOPED_NOUNS.map(({ api }) => `scope.area.${api.base.split('/')[1]}`)
  expect(areas.filter((key) => !(key in en))).toEqual([])
})

it('each can stand in a setting of the database', () => {
  expect(SCOPED_TABLES.filter((table) => !/^[a-z_]+$/.test(table))).toEqual([])
})
