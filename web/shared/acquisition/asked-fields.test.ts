import { expect, test } from 'vitest'
import { deliveryRules, points, typeMappings } from '../../../model/index.ts'
import { isAskedOfDelivery, isAskedOfMapping, isAskedOfPoint } from './asked-fields.ts'

/** The fields of a noun that are not asked for. */
const left = (of: { fields: object }, isAsked: (name: string) => boolean) => Object.keys(of.fields).filter((name) => !isAsked(name))

test('where a point stands in a Modbus device is asked of polled devices, and where nobody knows', () => {
  const of = (connection: unknown) => left(points, (name) => isAskedOfPoint(name, connection))
  expect(of('push')).toEqual(['registerKind', 'registerAddress', 'registerFormat', 'byteOrder'])
  expect(of('modbus')).toEqual([])
  expect(of(undefined)).toEqual([])
})

test('a delivery rule names people once its channel addresses people, or is one that its author may not see', () => {
  const people = ['userId', 'deliveryRoleId', 'orgId', 'onDuty']
  const of = (channelKind: unknown, isChosen = true) => left(deliveryRules, (name) => isAskedOfDelivery(name, { isChosen, channelKind }))
  expect(of(undefined, false)).toEqual(people)
  for (const kind of ['webhook', 'wecom', 'dingtalk', 'feishu']) expect(of(kind), kind).toEqual(people)
  for (const kind of ['mail', 'sms', undefined]) expect(of(kind)).toEqual([])
})

test('a mapping rule has a topic over MQTT, a way to write times where it reads one, and nothing of what it ignores', () => {
  const of = (values: object) => left(typeMappings, (name) => isAskedOfMapping(name, values as Record<string, unknown>))
  const json = { messageFormat: 'json', timePath: 'at' }
  expect(of({ ...json, messageSource: 'mqtt' })).toEqual([])
  expect(of({ ...json, messageSource: 'http' })).toEqual(['topicFilter'])
  expect(of({ ...json, messageSource: 'mqtt', timePath: ' ' })).toEqual(['timeFormat', 'timeZone'])
  expect(of({ messageSource: 'mqtt', messageFormat: 'ignore' })).toEqual([
    'valuePath',
    'pointKey',
    'sourceUnit',
    'scale',
    'valueOffset',
    'valueWords',
    'timePath',
    'timeFormat',
    'timeZone',
  ])
})
