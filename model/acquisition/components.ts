import { NO_BLANKS, decimal, oneOf, reference, text } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { anyOf, creator, place } from '../row-scope.ts'

export const COMPONENT_KINDS = ['girder', 'segment', 'pier', 'slab', 'wall', 'pavement', 'cubes', 'other'] as const

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** What is built and cured: a girder, a wall, a stretch of pavement. Strength in MPa, chainage in metres. */
export const components = resource({
  name: 'components',
  api: { base: '/acquisition/component', noun: 'Component' },
  table: 'components',
  scope: 'tenant',
  ownedBy: anyOf(place('site_id'), creator),
  menu: 'components',
  title: 'componentName',
  order: ['createTime', 'descend'],
  unique: ['componentCode'],
  serverColumns: ['created_by'],
  rule: ruleOver(['chainageFrom', 'chainageTo'], ({ chainageFrom, chainageTo }) =>
    isGiven(chainageFrom) && isGiven(chainageTo) && Number(chainageTo) <= Number(chainageFrom)
      ? { field: 'chainageTo', code: 'check.chainage' }
      : undefined,
  ),
  fields: {
    componentCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    componentName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    componentKind: oneOf({ of: COMPONENT_KINDS, required: true, filter: 'equals', sort: true }),
    siteId: reference({ to: 'sites', show: 'site_name', filter: 'equals' }),
    mixId: reference({ to: 'mixes', show: 'mix_code', filter: 'equals' }),
    designStrength: decimal({ min: 1, max: 200, filter: 'range', sort: true }),
    /** Percent of the design strength from which it may be struck or tensioned: standards and designers differ, so there is none unless it is said. */
    strikingShare: decimal({ min: 1, max: 100, filter: 'range', sort: true }),
    sizeText: text({ max: 64 }),
    chainageFrom: decimal({ min: 0, max: 10_000_000, filter: 'range', sort: true }),
    chainageTo: decimal({ min: 0, max: 10_000_000 }),
    componentDescription: text({ max: 256 }),
  },
})
