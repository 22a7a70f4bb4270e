import { describe, expect, it } from 'vitest'
import { organisations, points, roles, users } from '../../../model/index.ts'
import type { Translate } from '../../../model/labels/index.ts'
import en from '../../../model/labels/en/index.ts'
import { addBody, formFields, updateBody, valuesOf, valuesToCopy, wireValue } from './form-body.ts'
import { CONFIRM, checkField, checkForm, checkTogether } from './form-checks.ts'

const t: Translate = (key, values = {}) => en[key].replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''))
const id = '01a1f897-1056-7400-b9b2-5850794f5780'
const visible = ['username', 'nickname', 'email', 'prefix', 'mobile', 'roleId', 'orgId', 'status']
const good = {
  username: 'anna',
  nickname: 'Anna',
  password: 'secret1',
  confirmPassword: 'secret1',
  email: 'anna@example.com',
  prefix: '86',
  mobile: '13800138000',
  roleId: [id],
  orgId: id,
  status: '1',
}
const wrong = (change: object, name: string) => checkField(users, name, { ...good, ...change }, t)

describe('the checks of the user form', () => {
  const names = formFields(users, visible, 'add')

  it('lets a good form pass', () => expect(checkForm(users, names, good, t)).toEqual([]))

  it('asks for every required field', () => {
    expect(checkForm(users, names, {}, t).map(({ field }) => field)).toEqual(names)
    expect(wrong({ username: '  ' }, 'username')).toBe('User name cannot be empty')
    expect(wrong({ roleId: [] }, 'roleId')).toBe('Roles cannot be empty')
  })

  it('counts the characters of the user name', () => {
    expect(wrong({ username: 'ab' }, 'username')).toBe('User name must have 3 to 64 characters')
    expect(wrong({ username: 'a'.repeat(64) }, 'username')).toBeUndefined()
    expect(wrong({ username: 'a'.repeat(65) }, 'username')).toBe('User name must have 3 to 64 characters')
  })

  it('counts the characters of the plain password', () => {
    for (const length of [5, 32]) expect(wrong({ password: 'x'.repeat(length) }, 'password')).toBe('Password must have 6 to 31 characters')
    for (const length of [6, 31]) expect(wrong({ password: 'x'.repeat(length) }, 'password')).toBeUndefined()
  })

  it('wants the same password twice', () => {
    expect(wrong({ confirmPassword: 'other' }, CONFIRM)).toBe('The password and the confirmed password are inconsistent')
  })

  it('knows a mail address', () => expect(wrong({ email: 'anna@' }, 'email')).toBe('E-mail is not a valid e-mail address'))

  it('checks a mobile number by its country', () => {
    expect(wrong({ mobile: '12345678901' }, 'mobile')).toBe('Mobile is not a valid mobile number')
    expect(wrong({ prefix: '+86', mobile: '12345678901' }, 'mobile')).toBe('Mobile is not a valid mobile number')
    expect(wrong({ prefix: '44', mobile: '7700900027' }, 'mobile')).toBeUndefined()
    expect(wrong({ mobile: 'abc' }, 'mobile')).toBe('Mobile is not a valid mobile number')
  })
})

describe('the fields of a form', () => {
  it('ask for the password at creation only', () => {
    expect(formFields(users, visible, 'add')).toContain('password')
    expect(formFields(users, visible, 'update')).not.toContain('password')
  })

  it('leave out what the caller may not see', () => {
    expect(formFields(users, ['username'], 'update')).toEqual(['username'])
  })
})

describe('the body of a call', () => {
  const row = {
    id,
    version: 3,
    username: 'anna',
    nickname: 'Anna',
    email: 'a@b.cc',
    prefix: '86',
    mobile: '13800138000',
    roleId: `${id},x`,
    orgId: id,
    status: 1,
  }

  it('sends a new row with the hash and without the repetition', () => {
    const body = addBody(users, { ...good, username: ' anna ' }, (plain) => `md5 of ${plain}`)
    expect(body).toEqual({
      username: 'anna',
      nickname: 'Anna',
      password: 'md5 of secret1',
      email: 'anna@example.com',
      prefix: '86',
      mobile: '13800138000',
      roleId: [id],
      orgId: id,
      status: 1,
    })
  })

  it('sends only what differs, with the version that was read', () => {
    expect(updateBody(users, row, { ...valuesOf(users, row), nickname: 'Ann', status: '0' })).toEqual({
      id,
      version: 3,
      nickname: 'Ann',
      status: 0,
    })
  })

  it('sends nothing when nothing differs, in whatever order the roles stand', () => {
    expect(updateBody(users, row, { ...valuesOf(users, row), roleId: ['x', id] })).toBeUndefined()
  })

  it('can empty a field', () => {
    const role = { id, version: 1, roleName: 'A', roleCode: 'A', roleDescription: 'long' }
    expect(updateBody(roles, role, { ...valuesOf(roles, role), roleDescription: '' })).toEqual({ id, version: 1, roleDescription: '' })
    const org = { id, version: 1, orgName: 'A', orgType: 'team', orgSequence: 4, parentId: '0' }
    expect(updateBody(organisations, org, { ...valuesOf(organisations, org), orgSequence: undefined })).toEqual({
      id,
      version: 1,
      orgSequence: null,
    })
  })
})

describe('a value of a form', () => {
  it('of a choice that was cleared is none, and not the member 0', () => {
    expect(wireValue(users, 'status', '0')).toBe(0)
    expect(wireValue(users, 'status', null)).toBeNull()
  })

  it('is copied into a new row unless it names the old one, or is secret', () => {
    const row = { id, version: 3, username: 'anna', nickname: 'Anna', email: 'a@example.com', mobile: '13800138000', status: 1, roleId: id }
    const copied = valuesToCopy(users, row)
    expect(copied).toMatchObject({ nickname: 'Anna', status: '1', roleId: [id] })
    expect(Object.keys(copied).filter((name) => ['username', 'email', 'mobile', 'password'].includes(name))).toEqual([])
  })
})

describe('values that several rows are given', () => {
  const together = (displayUnit: string, ...units: string[]) =>
    checkTogether(
      points,
      ['displayUnit'],
      { displayUnit },
      units.map((unit) => ({ unit })),
      t,
    ).map(({ field }) => field)

  it('are judged with what each row has, and what is wrong is said once', () => {
    expect(together('MPa', 'bar', 'kPa')).toEqual([])
    expect(together('MPa', 'bar', '°C', 'kN')).toEqual(['displayUnit'])
    // Nothing is shown as it is stored, whatever the unit.
    expect(together('', 'bar', '°C')).toEqual([])
  })

  it('count instead of what the rows have', () => {
    const values = { unit: 'bar', displayUnit: 'MPa' }
    expect(checkTogether(points, ['unit', 'displayUnit'], values, [{ unit: '°C' }, { unit: null }], t)).toEqual([])
  })
})
