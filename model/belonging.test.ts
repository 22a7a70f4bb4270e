import { expect, it } from 'vitest'
import { wayBetween } from './belonging.ts'
import { narrowedBy, ownerOf } from './reports/parameters.ts'

it.each([
  ['devices', 'sites', ['siteId']],
  ['points', 'sites', ['deviceId', 'siteId']],
  ['users', 'organisations', ['orgId']],
  // A device belongs to its gateway; an organisation to none, since those above it are of a tree.
  ['devices', 'devices', ['gatewayId']],
  ['organisations', 'organisations', undefined],
  ['sites', 'devices', undefined],
  // By its process or by its starter: nobody could say which.
  ['tendons', 'roles', undefined],
  ['nothing', 'sites', undefined],
  ['devices', '__proto__', undefined],
])('rows of %s belong to those of %s by %j', (noun, owner, way) => {
  expect(wayBetween(noun, owner)).toEqual(way)
})

it('what is narrowed by a choice is also what is narrowed by that, and nothing by what is no row', () => {
  const parameters = [
    { name: 'yard', kind: 'reference', to: 'sites' },
    { name: 'pump', kind: 'reference', to: 'devices', dependsOn: 'yard' },
    { name: 'probe', kind: 'reference', to: 'points', dependsOn: 'pump' },
    { name: 'other', kind: 'reference', to: 'points', dependsOn: 'deviceId' },
    { name: 'word', kind: 'text', dependsOn: 'yard' },
    { name: 'role', kind: 'reference', to: 'roles', dependsOn: 'yard' },
  ] as const
  expect([...narrowedBy(parameters, ['yard'])]).toEqual(['pump', 'probe'])
  expect([...narrowedBy(parameters, ['deviceId'])]).toEqual(['other'])
  expect([...narrowedBy(parameters, ['word'])]).toEqual([])
  expect(parameters.map((one) => ownerOf(one, parameters)?.name)).toEqual([undefined, 'yard', 'pump', 'deviceId', undefined, undefined])
})
