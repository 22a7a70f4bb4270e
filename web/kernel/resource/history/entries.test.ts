import { describe, expect, test } from 'vitest'
import { organisations, roles, users } from '../../../../model/index.ts'
import type { FieldChange, HistoryEntry } from '../../../../model/contract/admin/logs.ts'
import { bodyToAddAgain, differencesSince, restorable, restoreBody } from './entries.ts'

const change = (field: string, from: FieldChange['from'], to: FieldChange['to']): FieldChange => ({
  field,
  label: field.toUpperCase(),
  links: false,
  from,
  to,
  fromCn: String(from ?? ''),
  toCn: String(to ?? ''),
})
const links = (field: string, from: string[], to: string[]): FieldChange => ({
  field,
  label: field,
  links: true,
  from,
  to,
  fromCn: '',
  toCn: '',
  names: Object.fromEntries([...from, ...to].map((id) => [id, `role ${id}`])),
})
const entry = (...changes: FieldChange[]): HistoryEntry => ({ id: 'o', time: '', user: null, verb: 'update', changes })

describe('the state of a record at an earlier moment', () => {
  const row = { id: 'u', version: 7, nickname: 'c', roleId: '1,3', roleIdCn: 'one,three' }

  test('is the record without what came later, the newest taken back first', () => {
    const [difference] = differencesSince([entry(change('nickname', 'b', 'c')), entry(change('nickname', 'a', 'b'))], row, ', ')
    expect(difference).toEqual({ field: 'nickname', label: 'NICKNAME', value: 'a', now: 'c', then: 'a' })
  })

  test('does not differ where a value went away and came back', () => {
    expect(differencesSince([entry(change('nickname', 'b', 'a')), entry(change('nickname', 'a', 'b'))], row, ', ')).toEqual([])
    expect(differencesSince([entry(links('roleId', ['2'], ['3'])), entry(links('roleId', ['3'], ['2']))], row, ', ')).toEqual([])
  })

  test('holds the links there were then, by name', () => {
    const [difference] = differencesSince([entry(links('roleId', ['2'], ['3']))], row, ', ')
    expect(difference).toMatchObject({ value: ['1', '2'], now: 'one, role 3', then: 'one, role 2' })
  })

  test('is restored by the ordinary call, with the version that was compared', () => {
    const differences = differencesSince([entry(change('nickname', null, 'c'), change('menus', 'x', 'y'))], row, ', ')
    const { can, cannot } = restorable(users, differences)
    expect(restoreBody(users, row, can)).toEqual({ id: 'u', version: 7, nickname: null })
    expect(cannot.map(({ field }) => field)).toEqual(['menus'])
    expect(restoreBody(organisations, { id: 'o' }, [{ field: 'parentId', label: '', value: null, now: '', then: '' }])).toEqual({
      id: 'o',
      parentId: '0',
    })
  })
})

describe('a deleted record', () => {
  test('can be added again with its values', () => {
    expect(bodyToAddAgain(roles, [change('roleName', 'r', null), change('roleCode', 'R', null), change('menus', 'x', null)])).toEqual({
      roleName: 'r',
      roleCode: 'R',
    })
    expect(bodyToAddAgain(organisations, [change('orgName', 'o', null), change('orgType', 'team', null)])).toEqual({
      orgName: 'o',
      orgType: 'team',
      parentId: '0',
    })
  })

  test('cannot when it needs a secret, or a value that is not known', () => {
    expect(bodyToAddAgain(users, [change('username', 'u', null)])).toBeUndefined()
    expect(bodyToAddAgain(roles, [change('roleName', 'r', null)])).toBeUndefined()
  })
})
