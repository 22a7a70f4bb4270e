/** What stopped an instance, in words. */
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { ServiceFault } from '../../../workflow/index.ts'

const SENTENCES: Readonly<Record<string, LabelKey>> = {
  'no-flow': 'process-incident.no-flow',
  expression: 'process-incident.expression',
  'uncaught-error': 'process-incident.uncaught-error',
  'too-many': 'process-incident.too-many',
  failed: 'process-incident.failed',
  deadlock: 'process-incident.deadlock',
  nobody: 'process-incident.nobody',
  stranded: 'process-incident.stranded',
  outside: 'process-incident.outside',
  awaited: 'process-incident.awaited',
}

/** What keeps a service from being done: sentences that name it. */
const FAULTS: Readonly<Record<ServiceFault, LabelKey>> = {
  'no-point': 'process-incident.no-point',
  'no-number': 'process-incident.no-number',
  'no-alarm': 'process-incident.no-alarm',
  'alarm-state': 'process-incident.alarm-state',
  'no-duration': 'process-incident.no-duration',
  'no-header': 'process-incident.no-header',
  'no-note': 'process-incident.no-note',
  'no-title': 'process-incident.no-title',
  'no-equipment': 'process-incident.no-equipment',
  'no-device': 'process-incident.no-device',
  'no-order': 'process-incident.no-order',
  'order-state': 'process-incident.order-state',
  'order-signed': 'process-incident.order-signed',
  'order-checks': 'process-incident.order-checks',
  'order-parts': 'process-incident.order-parts',
  endless: 'process-incident.endless',
  'too-many-begun': 'process-incident.too-many-begun',
}
const isFault = (name: unknown): name is ServiceFault => typeof name === 'string' && name in FAULTS

/** The sentence of an incident, with what is known about it. */
export function incidentSentence(kind: string, detail: unknown, t: Translate): string {
  const fault = memberOf(detail, 'fault')
  if (isFault(fault)) return t(FAULTS[fault], { name: String(memberOf(detail, 'about') ?? '') })
  const key = SENTENCES[kind]
  const about = aboutOf(detail)
  return `${key ? t(key) : kind}${about === '' ? '' : `${t('common.means')}${about}`}`
}

const memberOf = (detail: unknown, name: string): unknown =>
  typeof detail === 'object' && detail !== null ? (detail as Readonly<Record<string, unknown>>)[name] : undefined

/** Plain values of the detail, one after the other; nested ones are for programs. */
function aboutOf(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return ''
  return Object.values(detail as Readonly<Record<string, unknown>>)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ')
    .slice(0, 500)
}
