import * as z from 'zod/mini'
import { decimal, oneOf, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { MESSAGE_FORMATS, MESSAGE_SOURCES, TIME_FORMATS } from './mapping/choices.ts'

/** `on=1, off=0`; whether each is one is seen when the rule is compiled. */
const WORDS = z.string().check(z.regex(/^$|=/))
/** As IANA names it: `Asia/Shanghai`. */
const ZONE = z.string().check(z.regex(/^$|^UTC$|^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/))

/**
 * Rules by which messages of devices of a type are read (mapping/rule.ts says what each field means; the server refuses what is no rule).
 * Texts are short enough to stand in one line of a form.
 */
export const typeMappings = resource({
  name: 'type-mappings',
  api: { base: '/acquisition/typemapping', noun: 'TypeMapping' },
  table: 'type_mappings',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'typemappings',
  title: 'ruleName',
  key: ['deviceTypeId', 'ruleName'],
  order: ['createTime', 'ascend'],
  calls: { preset: '/acquisition/typemapping/addMappingPreset', try: '/acquisition/typemapping/tryTypeMapping' },
  fields: {
    deviceTypeId: reference({ to: 'device-types', show: 'type_name', required: true, write: 'once', filter: 'equals' }),
    ruleName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    messageSource: oneOf({ of: MESSAGE_SOURCES, required: true, filter: 'equals', sort: true }),
    topicFilter: text({ max: 190, filter: 'contains', sort: true }),
    messageFormat: oneOf({ of: MESSAGE_FORMATS, required: true, filter: 'equals' }),
    valuePath: text({ max: 190, filter: 'contains' }),
    pointKey: text({ max: 190, filter: 'contains', sort: true }),
    sourceUnit: text({ max: 16 }),
    scale: decimal({}),
    valueOffset: decimal({}),
    valueWords: text({ max: 190, format: WORDS }),
    timePath: text({ max: 190 }),
    timeFormat: oneOf({ of: TIME_FORMATS }),
    timeZone: text({ max: 64, format: ZONE }),
  },
})
