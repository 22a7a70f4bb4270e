import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { resources, users } from '../../model/index.ts'
import { fieldOfKey, isBlank, parseFilterKey, parseSorter, rangeKeys, writeSorter } from '../../model/list-query.ts'
import { querySchema } from '../../model/schemas.ts'

test('an order reads back as it was written', () => {
  const field = fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,20}$/)
  const written = fc.property(field, fc.constantFrom('ascend' as const, 'descend' as const), (name, direction) => {
    expect(parseSorter(writeSorter({ field: name, direction }))).toEqual({ field: name, direction })
  })
  fc.assert(written)
  for (const wrong of [
    '',
    'username',
    'username_',
    '_ascend',
    'username_asc',
    'user name_ascend',
    'username_ascend;',
    'a.b_descend',
    null,
    undefined,
  ])
    expect(parseSorter(wrong), String(wrong)).toBeUndefined()
  expect(parseSorter('a_ascend_descend')).toEqual({ field: 'a_ascend', direction: 'descend' })
})

test('the ends of a range lead back to their field', () => {
  const [start, end] = rangeKeys('createTime')
  expect([start, end]).toEqual(['createTimeStart', 'createTimeEnd'])
  expect([parseFilterKey(start), parseFilterKey(end)]).toEqual([
    { field: 'createTime', end: 'Start' },
    { field: 'createTime', end: 'End' },
  ])
  expect(['username', 'Start', 'End', 'startTime', 'endTimeEnd'].map(fieldOfKey)).toEqual([
    'username',
    'Start',
    'End',
    'startTime',
    'endTime',
  ])
})

test('what a list takes for blank is what the grammar says', () => {
  for (const value of ['', null, undefined, 'null', 'undefined']) {
    expect(isBlank(value)).toBe(true)
    expect(querySchema(users).parse({ status: value, orgId: value, createTimeStart: value, pageSize: value })).toEqual({
      currentPage: 1,
      pageSize: 10,
    })
  }
  for (const value of ['0', 0, false, ' ', 'NULL', []]) expect(isBlank(value), String(value)).toBe(false)
})

test('fields that are called as the ends of a range are no ends of one', () => {
  expect(parseFilterKey('rangeStart')).toEqual({ field: 'rangeStart' })
  expect(parseFilterKey('createTimeStart')).toEqual({ field: 'createTime', end: 'Start' })
})

test('no field of a noun is called as an end of a range is', () => {
  const misread = Object.values(resources).flatMap(({ name, fields }) =>
    Object.keys(fields).flatMap((field) => (parseFilterKey(field).end === undefined ? [] : [`${name}.${field}`])),
  )
  expect(Object.keys(resources).length).toBeGreaterThan(50)
  expect(misread, 'they would be filtered, hidden and called by the name without its end').toEqual([])
})
