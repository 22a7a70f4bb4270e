/** The mappings of device types, compiled once and shared by the devices of the type until something of the tenant's registry changes. */
import QuickLRU from 'quick-lru'
import type { TenantId } from '../../model/brands.ts'
import type { Mapping } from '../../model/acquisition/mapping/mapping.ts'
import { MAX_RULES, compileMapping } from '../../model/acquisition/mapping/mapping.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

export interface Mappings {
  /** The mapping of a type; undefined for one without rules. */
  read(tx: Transaction, tenantId: TenantId, typeId: string): Promise<Mapping | undefined>
  /** What was remembered of a tenant; of all without one. */
  forget(tenantId: TenantId | undefined): void
}

/** Types that are remembered: each is a few kilobytes for every hundred rules. */
const MAX_TYPES = 2000

interface Kept {
  readonly tenantId: TenantId
  readonly mapping: Mapping | undefined
}

/**
 * Compiled mappings by type, in memory.
 * @param isReliable Whether every change is heard of; while not, nothing is remembered.
 */
export function openMappings(isReliable: () => boolean): Mappings {
  const known = new QuickLRU<string, Kept>({ maxSize: MAX_TYPES })
  let generation = 0
  return {
    async read(tx, tenantId, typeId) {
      const kept = known.get(typeId)
      if (isReliable() && kept?.tenantId === tenantId) return kept.mapping
      const before = generation
      const rules = await readRules(tx, tenantId, typeId, MAX_RULES)
      const mapping = rules.length === 0 ? undefined : compileMapping(rules)
      // Changed while it was read: what was read may be old, and is not kept.
      if (before === generation && isReliable()) known.set(typeId, { tenantId, mapping })
      return mapping
    },
    forget(tenantId) {
      generation += 1
      if (tenantId === undefined) known.clear()
      else for (const [typeId, kept] of known) if (kept.tenantId === tenantId) known.delete(typeId)
    },
  }
}

/** The rules of a type in the order they were made, so many at most. */
export function readRules(tx: Transaction, tenantId: TenantId, typeId: string, most: number) {
  return tx.all(
    build
      .selectFrom('type_mappings')
      .select([
        'rule_name as ruleName',
        'message_source as messageSource',
        'topic_filter as topicFilter',
        'message_format as messageFormat',
        'value_path as valuePath',
        'point_key as pointKey',
        'source_unit as sourceUnit',
        'scale',
        'value_offset as valueOffset',
        'value_words as valueWords',
        'time_path as timePath',
        'time_format as timeFormat',
        'time_zone as timeZone',
      ])
      .where('tenant_id', '=', tenantId)
      .where('device_type_id', '=', typeId)
      .orderBy('created_at')
      .orderBy('id')
      .limit(most),
  )
}
