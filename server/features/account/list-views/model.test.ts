import { describe, expect, it } from 'vitest'
import { users } from '../../../../model/index.ts'
import { lookSchema } from '../../../../model/lists/forms.ts'
import type { Sight } from '../../../../model/lists/views.ts'
import { fieldOfFilter, fieldOfSorter, lookWithin, strangersOf, viewWithin } from '../../../../model/lists/views.ts'

const all: Sight = { sees: () => true, keys: true }
const noMobile: Sight = { sees: (field) => field !== 'mobile', keys: false }

describe('the names in a view', () => {
  it('are filters and orders that the noun has', () => {
    expect(
      ['username', 'createTimeStart', 'createTimeEnd', 'createTime', 'password', 'usernameStart', 'toString', 'shoeSize'].map((key) =>
        fieldOfFilter(users, key),
      ),
    ).toEqual(['username', 'createTime', 'createTime', undefined, undefined, undefined, undefined, undefined])
    expect(
      ['username_ascend', 'username_sideways', 'password_ascend', 'constructor_ascend', 'username'].map((sorter) =>
        fieldOfSorter(users, sorter),
      ),
    ).toEqual(['username', undefined, undefined, undefined, undefined])
  })

  it('are told when their writer does not know them', () => {
    const kept = {
      filters: { mobile: '1', status: '1' },
      sorter: 'mobile_ascend',
      look: { order: ['username', 'mobile'], widths: { shoeSize: 90 } },
    }
    expect(strangersOf(users, all, kept)).toEqual(['shoeSize'])
    expect(strangersOf(users, noMobile, kept)).toEqual(['mobile', 'shoeSize', 'mobile_ascend'])
  })
})

it('takes keys of columns that no field is only from whoever knows them, and tells them to nobody else', () => {
  const look = { beside: ['flow', 'level'] }
  expect(strangersOf(users, all, { look })).toEqual([])
  expect(strangersOf(users, noMobile, { look })).toEqual(['flow', 'level'])
  expect(lookWithin(users, all, look)).toEqual(look)
  expect(lookWithin(users, noMobile, look)).toEqual({})
})

describe('what holds for a reader', () => {
  it('has no column they do not see', () => {
    expect(
      lookWithin(users, noMobile, { order: ['mobile', 'username'], left: ['mobile'], widths: { mobile: 90 }, density: 'roomy' }),
    ).toEqual({ order: ['username'], left: [], widths: {}, density: 'roomy' })
  })

  it('has neither filter nor order by such a field, and counts them', () => {
    const view = { filters: { mobile: '139', status: '1', gone: 'x' }, sorter: 'mobile_descend', look: {} }
    expect(viewWithin(users, noMobile, view)).toEqual({ state: { filters: { status: '1' }, look: {} }, withheld: 3 })
    expect(viewWithin(users, all, { filters: { mobile: '139' }, sorter: 'mobile_descend', look: {} })).toEqual({
      state: { filters: { mobile: '139' }, sorter: 'mobile_descend', look: {} },
      withheld: 0,
    })
  })
})

it('a look takes names, widths within reason, and nothing else', () => {
  const takes = (look: unknown) => lookSchema.safeParse(look).success
  expect(
    takes({ order: ['username'], hidden: [], left: [], right: [], widths: { username: 56 }, density: 'compact', beside: ['t.1-a_b'] }),
  ).toBe(true)
  for (const wrong of [
    { widths: { username: 55 } },
    { widths: { username: 1201 } },
    { widths: { username: 99.5 } },
    { widths: { '__proto__ x': 90 } },
    { order: ['a b'] },
    { order: Array(81).fill('a') },
    { beside: ['a b'] },
    { beside: Array(9).fill('a') },
    { other: 1 },
  ]) {
    expect(takes(wrong), JSON.stringify(wrong)).toBe(false)
  }
})
