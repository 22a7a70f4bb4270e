import { NO_BLANKS, integer, oneOf, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { RUN_KINDS } from './curing.ts'

/**
 * What a standard asks of a kind of curing. What is written here is a draft; publishing it makes a version that nobody can change any more,
 * and runs are judged by the version that they were opened with. `setVersion` is the newest one: of a draft alone there is none.
 */
export const limitSets = resource({
  name: 'limit-sets',
  api: { base: '/acquisition/limitset', noun: 'LimitSet' },
  table: 'limit_sets',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'limitsets',
  title: 'setName',
  order: ['createTime', 'descend'],
  unique: ['setCode'],
  calls: { publish: '/acquisition/limitset/publishLimitSet', versions: '/acquisition/limitset/queryLimitSetVersion' },
  fields: {
    setCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    setName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    setKind: oneOf({ of: RUN_KINDS, required: true, filter: 'equals', sort: true }),
    standardText: text({ max: 128, filter: 'contains' }),
    setStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    setVersion: integer({ write: 'never', filter: 'range', sort: true }),
    publishedAt: time({ write: 'never', filter: 'range', sort: true }),
    setDescription: text({ max: 256 }),
  },
})
