import * as contract from '../../../../model/contract/acquisition/mappings.ts'
import type { Tried } from '../../../../model/contract/acquisition/mappings.ts'
import type { Mapped, Match, MessageSource } from '../../../../model/acquisition/mapping/mapping.ts'
import { MAX_RULES, compileMapping } from '../../../../model/acquisition/mapping/mapping.ts'
import type { RuleFields } from '../../../../model/acquisition/mapping/rule.ts'
import { compileRule } from '../../../../model/acquisition/mapping/rule.ts'
import { deviceTypes, typeMappings, typePoints } from '../../../../model/index.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import { readRules } from '../../../acquisition/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'
import { reasonOf } from './judge.ts'

/** Of one rule; a message may have thousands of values. */
const MAX_SHOWN = 100
const MAX_RAW = 100

interface Named extends RuleFields {
  readonly ruleName: string | null
}

export const tryTypeMapping = implement(contract.tryTypeMapping, {
  access: 'granted',
  reads: true,
  summary: 'What the mapping rules of a device type, or one that is being written, make of a message; nothing is stored',
  of: typeMappings,
  async handle({ input: { deviceTypeId, messageSource, topic, userProperties: properties, text, rule }, caller, inTenant, t }) {
    const [mappings, points] = [viewOf(caller, typeMappings), viewOf(caller, typePoints)]
    // What rules find says what stands in them, and what points there are.
    if (!Object.keys(typeMappings.fields).every((name) => mappings.sees(name)) || !points.sees('pointKey')) fail('permission.denied')
    const { rules, known } = await inTenant(async (tx) => {
      await assertAllExist(tx, deviceTypes, [deviceTypeId])
      return {
        rules: rule ? [{ ...rule, ruleName: null }] : await readRules(tx, caller.tenantId, deviceTypeId, MAX_RULES),
        known: await tx.all(build.selectFrom('type_points').select(['point_key', 'unit']).where('device_type_id', '=', deviceTypeId)),
      }
    })
    const units = new Map(known.map(({ point_key: key, unit }) => [key, { unit }]))
    const source: MessageSource =
      messageSource === 'mqtt' ? { via: 'mqtt', topic: topic ?? '', ...(properties ? { properties } : {}) } : { via: 'http' }
    const found = new Map<number, Match[]>()
    const mapping = compileMapping(rules)
    const mapped = mapping.read(source, text, units, (match) => {
      const matches = found.get(match.rule) ?? []
      if (matches.length < MAX_SHOWN) found.set(match.rule, [...matches, match])
    })
    const chosen = new Set(mapping.rulesFor(source))
    return {
      rules: rules.map((each, at) => triedRule(each, found.get(at) ?? [], chosen.has(at), points.sees('unit'), t)),
      ...summary(mapped),
    }
  },
})

function triedRule(rule: Named, matches: readonly Match[], isChosen: boolean, seesUnit: boolean, t: Translate): Tried['rules'][number] {
  const { ruleName } = rule
  const compiled = compileRule(rule)
  if ('fault' in compiled) {
    const { field } = compiled.fault
    const reason = t('error.mapping.rule', { field: t(fieldKey(typeMappings.name, field)), reason: reasonOf(compiled.fault, t) })
    return { ruleName, state: 'no-rule', reason, matches: [] }
  }
  const state = !isChosen ? 'elsewhere' : compiled.rule.format === 'ignore' ? 'ignored' : matches.length === 0 ? 'not-there' : 'read'
  return {
    ruleName,
    state,
    reason: null,
    matches: matches.map(({ place, raw, key, unit, value, time, fault, isLeftOut }) => ({
      place,
      raw: (JSON.stringify(raw) ?? '').slice(0, MAX_RAW).toWellFormed(),
      key,
      unit: seesUnit ? (unit ?? null) : null,
      value: value ?? null,
      time: time ?? null,
      fault: fault ?? null,
      isLeftOut: isLeftOut === true,
    })),
  }
}

function summary(mapped: Mapped | undefined): Pick<Tried, 'values' | 'refused' | 'faults'> {
  return { values: mapped?.readings.length ?? 0, refused: mapped?.faults.length ?? 0, faults: [...(mapped?.faults ?? [])] }
}
