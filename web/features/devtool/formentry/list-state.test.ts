import { describe, expect, it } from 'vitest'
import type { EntryColumn } from './list-state.ts'
import { listingOf, readEntryList, writeEntryList } from './list-state.ts'

const FORM = '01990000-0000-7000-8000-000000000001'
const column = (id: string, kind: EntryColumn['kind'], isFilter = true): EntryColumn => ({
  id,
  name: id,
  kind,
  labels: { en: id },
  isFilter,
  isSorter: true,
})

describe('the address of a list of entries', () => {
  it('reads back as it was written', () => {
    const state = {
      page: 3,
      size: 20,
      sorter: { field: 'a1', direction: 'descend' as const },
      filters: { state: 'draft', 'f.a1': 'x y', 'f.b1.to': '5' },
    }
    expect(readEntryList(writeEntryList(FORM, state))).toEqual(state)
  })

  it('says nothing that it says wrongly', () => {
    expect(readEntryList(new URLSearchParams('currentPage=-1&pageSize=7&sorter=a&f.A=1&other=2'))).toMatchObject({
      page: 1,
      sorter: undefined,
      filters: {},
    })
  })
})

describe('what is asked of the server', () => {
  const ask = (columns: EntryColumn[], filters: Record<string, string>) =>
    listingOf(FORM, { page: 1, size: 20, sorter: undefined, filters }, columns, 'Asia/Shanghai').filters

  it('is as the kind of the field is', () => {
    expect(ask([column('t1', 'text')], { 'f.t1': 'pump' })).toEqual({ t1: { contains: 'pump' } })
    expect(ask([column('c1', 'select')], { 'f.c1': 'a' })).toEqual({ c1: { among: ['a'] } })
    expect(ask([column('s1', 'switch')], { 'f.s1': 'false' })).toEqual({ s1: { among: [false] } })
    expect(ask([column('n1', 'money')], { 'f.n1': '10', 'f.n1.to': '20' })).toEqual({ n1: { from: '10', to: '20' } })
    expect(ask([column('d1', 'date')], { 'f.d1.to': '2026-11-25 23:59:59' })).toEqual({ d1: { to: '2026-11-25' } })
    // Eight hours ahead of UTC.
    expect(ask([column('m1', 'moment')], { 'f.m1': '2026-11-25 08:00:00' })).toEqual({ m1: { from: '2026-11-25T00:00:00.000Z' } })
  })

  it('names no field that is not filtered by', () => {
    expect(ask([column('t1', 'text', false), column('l1', 'location')], { 'f.t1': 'x', 'f.l1': 'y', 'f.gone': 'z' })).toBeUndefined()
  })

  it('has state, source and own entries beside the fields', () => {
    const state = {
      page: 1,
      size: 20,
      sorter: { field: 'entryNumber', direction: 'ascend' as const },
      filters: { state: 'draft', source: 'nowhere', mine: '1' },
    }
    expect(listingOf(FORM, state, [], 'UTC')).toEqual({ formId: FORM, entryState: 'draft', mine: true, sorter: 'entryNumber ascend' })
  })
})
